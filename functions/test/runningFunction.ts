import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
// @ts-expect-error -- plain JavaScript, which this project doesn't read
import { startGoogleStandIn } from '../../tools/googleStandIn/startGoogleStandIn.mjs';
import { startFunction } from './startFunction';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built function answers. */
    api: string;
    /** Where the stand-in for Google answers. */
    google: string;
  }
}

interface GoogleStandIn {
  url: string;
  env: Record<string, string>;
  stop: () => Promise<void>;
}

const CLIENT = { clientId: 'daymark.tests', clientSecret: 'GOCSPX-canary-of-the-client' };

/** Builds the function and runs it for all tests. Without emulators there is nothing to test, so it fails. */
export default async function runningFunction(project: TestProject) {
  for (const name of ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST'])
    if (!process.env[name])
      throw new Error(`${name} is not set: run "npm test", which starts the emulators.`);

  execFileSync(process.execPath, [join(import.meta.dirname, '../build.mjs')], { stdio: 'inherit' });
  const google: GoogleStandIn = await startGoogleStandIn({ ...CLIENT, seed: false });
  // For this function, and for those that a test starts.
  Object.assign(process.env, google.env, {
    GOOGLE_TOKEN_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const running = await startFunction();
  project.provide('api', running.url);
  project.provide('google', google.url);
  return async () => {
    await running.stop();
    await google.stop();
  };
}
