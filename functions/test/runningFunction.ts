import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
// @ts-expect-error -- plain JavaScript, without types in this project
import { startGoogleStandIn } from '../../tools/googleStandIn/startGoogleStandIn.mjs';
// @ts-expect-error -- plain JavaScript, without types in this project
import { startPushStandIn } from '../../tools/pushStandIn/startPushStandIn.mjs';
import { startEmulators } from './startEmulators';
import { startFunction } from './startFunction';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the function that all tests share. */
    api: string;
    /** The address of the stand-in for Google. */
    google: string;
    /** The address of the stand-in for a push service. */
    push: string;
  }
}

interface StandIn {
  url: string;
  env: Record<string, string>;
  stop: () => Promise<void>;
}

const CLIENT = { clientId: 'daymark.tests', clientSecret: 'GOCSPX-canary-of-the-client' };

/** Builds the function and starts it on emulators, for all API tests. Returns a function that stops everything. */
export default async function runningFunction(project: TestProject) {
  const stopEmulators = await startEmulators();
  execFileSync(process.execPath, [join(import.meta.dirname, '../build.mjs')], { stdio: 'inherit' });
  const google: StandIn = await startGoogleStandIn({ ...CLIENT, seed: false });
  const push: StandIn = await startPushStandIn();
  // Settings for this function and for the functions that tests start.
  Object.assign(process.env, google.env, push.env, {
    GOOGLE_TOKEN_KEY: Buffer.alloc(32, 7).toString('base64'),
    // Long time limits, because a busy machine is not an error. Only the tests of a time limit shorten them.
    REQUEST_TIME_LIMIT_MS: '50000',
    BODY_ARRIVAL_MS: '50000',
    GOOGLE_TIME_LIMIT_MS: '30000',
  });
  const running = await startFunction();
  project.provide('api', running.url);
  project.provide('google', google.url);
  project.provide('push', push.url);
  return async () => {
    await running.stop();
    await google.stop();
    await push.stop();
    await stopEmulators();
  };
}
