import { isOpen, type Task } from '@daymark/contract/task';
import { plannedDayOn } from './plannedDayOn';
import type { LocalDay } from '../../lib/time/dates';
import { durationText, plainDuration } from '../../lib/time/durationText';
import { inDayOrder } from './dayOrder';

/* A task's days and estimates (product §4). Days are plain dates, and `today` is the day in the person's zone. */

/**
 * Whether an open task was planned for a day that has passed. A daily task is never left over, because it moves to
 * today.
 */
export const isLeftOver = (task: Task, today: LocalDay): boolean =>
  isOpen(task) && (plannedDayOn(task, today) ?? today) < today;

/** Whether an open task's deadline has passed. */
export const isOverdue = (task: Task, today: LocalDay): boolean =>
  isOpen(task) && task.deadline !== null && task.deadline < today;

/**
 * Returns the day on which a task is to be done: the planned day, or today for a daily task that was missed. Returns
 * null without a planned day.
 */
export const dayOfTask = (task: Task, today: LocalDay): LocalDay | null =>
  isOpen(task) ? plannedDayOn(task, today) : task.plannedDay;

/**
 * Returns a task's estimate in minutes: its own estimate, or else the sum of its steps' estimates, or null if there are
 * none.
 */
export function estimateOf(task: Task, steps: readonly Task[] = []): number | null {
  if (task.estimateMinutes !== null) return task.estimateMinutes;
  const estimates = steps.flatMap(({ estimateMinutes }) => estimateMinutes ?? []);
  return estimates.length > 0 ? estimates.reduce((sum, minutes) => sum + minutes, 0) : null;
}

/** Minutes of focus by task id. */
type Focused = ReadonlyMap<number, number>;

/** Returns the minutes of focus on a task, including those on its steps. */
export const focusedOn = (task: Task, steps: readonly Task[], focused: Focused): number =>
  [task, ...steps].reduce((sum, { id }) => sum + (focused.get(id) ?? 0), 0);

/**
 * Returns the text about a task's estimate and the focus on the task: "1h", "40m of 1h", or "40m" without an estimate.
 * Returns undefined if there is neither.
 */
export function workText(
  task: Task,
  steps: readonly Task[],
  focusedMinutes: number,
): string | undefined {
  const estimate = estimateOf(task, steps);
  const isFocused = focusedMinutes >= 1;
  if (estimate === null) return isFocused ? durationText(focusedMinutes) : undefined;
  const estimated = plainDuration(estimate);
  return isFocused ? `${plainDuration(focusedMinutes)} of ${estimated}` : estimated;
}

/**
 * Returns the rest of a task's estimate after the focus on the task, in minutes, or null without an estimate. The rest
 * is never negative.
 */
export function remainingMinutes(
  task: Task,
  steps: readonly Task[],
  focused: Focused,
): number | null {
  if (estimateOf(task, steps) === null) return null;
  const left =
    task.estimateMinutes === null
      ? leftOfSteps(steps, focused, focused.get(task.id) ?? 0)
      : task.estimateMinutes - focusedOn(task, steps, focused);
  return Math.max(0, Math.round(left));
}

/**
 * Returns the text about the rest of an estimate, both in minutes: "1h 5m of 1h 30m left", or "1h 30m" if all of it is
 * left. Returns undefined without an estimate.
 */
export function timeLeftText(left: number | null, estimate: number | null): string | undefined {
  if (left === null || estimate === null) return undefined;
  const estimated = plainDuration(estimate);
  return left === estimate ? estimated : `${plainDuration(left)} of ${estimated} left`;
}

/**
 * Returns the rest of the sum of the steps' estimates. Completed steps have nothing left, and focus on one step takes
 * nothing off another. Focus on the task itself doesn't say to which step it belongs, so it counts for completed steps
 * first.
 */
function leftOfSteps(steps: readonly Task[], focused: Focused, onTask: number): number {
  const sumOf = (some: readonly Task[]) =>
    some.reduce(
      (sum, { id, estimateMinutes }) =>
        sum + Math.max(0, (estimateMinutes ?? 0) - (focused.get(id) ?? 0)),
      0,
    );
  return Math.min(sumOf(steps.filter(isOpen)), sumOf(steps) - onTask);
}

/** Returns the open tasks of a day, in their order. */
export const tasksOfDay = <T extends Task>(
  tasks: readonly T[],
  day: LocalDay,
  today: LocalDay,
): T[] => inDayOrder(tasks.filter((task) => isOpen(task) && dayOfTask(task, today) === day));
