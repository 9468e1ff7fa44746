import { isOpen, type Task } from '@daymark/contract/task';
import { localDay } from '../../lib/dates';
import { tasksOfDay } from './taskPlan';

/**
 * Daily Progress: `done` tasks were completed on the local day of `now`; `all` are those and what is planned for today.
 * When nothing is, the open tasks without a later day count (design part 3).
 */
export function dayProgress(tasks: readonly Task[], now: Date): { done: number; all: number } {
  const today = localDay(now);
  const done = tasks.filter(
    ({ completed, completedAt }) =>
      // Without a time it was ticked just now, and the server hasn't set the time yet.
      completed && (completedAt === null || localDay(new Date(completedAt)) === today),
  ).length;
  const planned = tasksOfDay(tasks, today, today).length;
  const open = tasks.filter(
    (task) => isOpen(task) && (task.plannedDay === null || task.plannedDay <= today),
  ).length;
  return { done, all: done + (planned > 0 ? planned : open) };
}
