import type { Task } from '@daymark/contract/task';

/** How far a day has come: the tasks finished on its local date, of those and the ones still open. */
export function dayProgress(tasks: readonly Task[], now: Date): { done: number; all: number } {
  const today = now.toDateString();
  const done = tasks.filter(
    ({ completed, completedAt }) =>
      // A tick on its way has no time yet: it was made just now.
      completed && (completedAt === null || new Date(completedAt).toDateString() === today),
  ).length;
  const open = tasks.filter(({ completed }) => !completed).length;
  return { done, all: done + open };
}
