import type { Task } from '@daymark/contract/task';
import { localDay } from '../../lib/dates';

/** How far a day has come: the tasks finished on its local date, of those and the ones still open. */
export function dayProgress(tasks: readonly Task[], now: Date): { done: number; all: number } {
  const today = localDay(now);
  const done = tasks.filter(
    ({ completed, completedAt }) =>
      // A tick on its way has no time yet: it was made just now.
      completed && (completedAt === null || localDay(new Date(completedAt)) === today),
  ).length;
  const open = tasks.filter(({ completed }) => !completed).length;
  return { done, all: done + open };
}
