import type { Task } from '@daymark/contract/task';
import { localDay } from '../../lib/dates';

/** Daily Progress: `done` tasks were completed on the local day of `now`; `all` are those and the open ones. */
export function dayProgress(tasks: readonly Task[], now: Date): { done: number; all: number } {
  const today = localDay(now);
  const done = tasks.filter(
    ({ completed, completedAt }) =>
      // Without a time it was ticked just now, and the server hasn't set the time yet.
      completed && (completedAt === null || localDay(new Date(completedAt)) === today),
  ).length;
  const open = tasks.filter(({ completed }) => !completed).length;
  return { done, all: done + open };
}
