import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmulators } from './startEmulators';
import { startFunction } from './startFunction';

/**
 * Builds the function and starts it without Google, for tests that share nothing with others. Returns a function that
 * stops everything.
 */
export default async function runningFunctionAlone(project: TestProject) {
  const stopEmulators = await startEmulators();
  execFileSync(process.execPath, [join(import.meta.dirname, '../build.mjs')], { stdio: 'inherit' });
  const running = await startFunction({ REQUEST_TIME_LIMIT_MS: '50000' });
  project.provide('api', running.url);
  return async () => {
    await running.stop();
    await stopEmulators();
  };
}
