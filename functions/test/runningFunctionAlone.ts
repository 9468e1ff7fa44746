import type { TestProject } from 'vitest/node';
import { startFunction } from './startFunction';

/** Starts the function, without Google, for tests that share nothing with others. It must have been built. */
export default async function runningFunctionAlone(project: TestProject) {
  const running = await startFunction({ REQUEST_DEADLINE_MS: '50000' });
  project.provide('api', running.url);
  return running.stop;
}
