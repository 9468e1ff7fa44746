import { isOpen, type Task } from '@daymark/contract/task';
import { plannedDayOn } from './plannedDayOn';
import type { LocalDay } from '../../lib/time/dates';
import { durationText, plainDuration } from '../../lib/time/durationText';
import { inDayOrder } from './dayOrder';

/* What a task's days and estimates mean (design part 8). Days are plain dates: `today` is that of the person's zone. */

/** Whether it was planned for a day that has passed, and is open. A daily task is never left over: it moves to today. */
export const isLeftOver = (task: Task, today: LocalDay): boolean =>
  isOpen(task) && (plannedDayOn(task, today) ?? today) < today;

/** Whether its deadline has passed, and it is open. */
export const isOverdue = (task: Task, today: LocalDay): boolean =>
  isOpen(task) && task.deadline !== null && task.deadline < today;

/** The day on which a task is to be done: its planned day, or today for a daily task that was missed; null for none. */
export const dayOfTask = (task: Task, today: LocalDay): LocalDay | null =>
  isOpen(task) ? plannedDayOn(task, today) : task.plannedDay;

/** A task's estimate in minutes: its own, otherwise the sum of its steps'; null without any. */
export function estimateOf(task: Task, steps: readonly Task[] = []): number | null {
  if (task.estimateMinutes !== null) return task.estimateMinutes;
  const estimates = steps.flatMap(({ estimateMinutes }) => estimateMinutes ?? []);
  return estimates.length > 0 ? estimates.reduce((sum, minutes) => sum + minutes, 0) : null;
}

/** Minutes of focus by task id. */
type Focused = ReadonlyMap<number, number>;

/** The minutes of focus on a task: those on its steps are on it, too. */
export const focusedOn = (task: Task, steps: readonly Task[], focused: Focused): number =>
  [task, ...steps].reduce((sum, { id }) => sum + (focused.get(id) ?? 0), 0);

/** A task's estimate and the focus on it, as every list says it: "1h", "40m of 1h", and without an estimate "40m". */
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

/** Returns the rest of a task's estimate after the focus on it, in minutes; null without an estimate. Never negative. */
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
 * Returns the rest of the sum of the steps' estimates. Completed steps have nothing left, and focus on one step takes
 * nothing off another. Nobody knows to which step the focus on the task itself belongs: it counts for completed ones
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

/** The open tasks of a day, in their order. */
export const tasksOfDay = <T extends Task>(
  tasks: readonly T[],
  day: LocalDay,
  today: LocalDay,
): T[] => inDayOrder(tasks.filter((task) => isOpen(task) && dayOfTask(task, today) === day));
