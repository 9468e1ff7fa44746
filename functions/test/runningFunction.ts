import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startFunction } from './startFunction';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built function answers. */
    api: string;
  }
}

/** Builds the function and runs it for all tests. Without emulators there is nothing to test, so it fails. */
export default async function runningFunction(project: TestProject) {
  for (const name of ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST'])
    if (!process.env[name])
      throw new Error(`${name} is not set: run "npm test", which starts the emulators.`);

  execFileSync(process.execPath, [join(import.meta.dirname, '../build.mjs')], { stdio: 'inherit' });
  const running = await startFunction();
  project.provide('api', running.url);
  return running.stop;
}
