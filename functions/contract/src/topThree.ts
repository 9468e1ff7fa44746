import { priorityKey, type Task } from './task';

/** Product §4. Open priorities count, and those completed today. */
export const PRIORITIES_MAX = 3;
export const PRIORITIES_FULL = `You can have ${PRIORITIES_MAX} priorities a day. Remove one to add another.`;

type Unowned = Omit<Task, 'userId'>;

/** Whether a moment, ISO 8601, is on the person's day. */
export type IsToday = (moment: string) => boolean;

/**
 * Whether a task has a place in the Top 3 (product §4): a priority that is open, or that was completed today. A task that
 * was skipped or removed has none, and a step has none because it is shown in its task.
 */
export function isInTopThree(
  {
    isPriority,
    parentId,
    completed,
    completedAt,
    skippedAt,
  }: Pick<Task, 'isPriority' | 'parentId' | 'completed' | 'completedAt' | 'skippedAt'>,
  isToday: IsToday,
): boolean {
  if (!isPriority || parentId !== null) return false;
  if (!completed) return skippedAt === null;
  // Without a time it was ticked just now, and the server hasn't set the time yet.
  return completedAt === null || isToday(completedAt);
}

/** Whether a Top 3 with so many tasks has room for no other. */
export const isTopThreeFull = (count: number): boolean => count >= PRIORITIES_MAX;

/** Returns the tasks that have a place in the Top 3, by place, then by when they were created. */
export const topThree = <T extends Unowned>(tasks: readonly T[], isToday: IsToday): T[] =>
  tasks.filter((task) => isInTopThree(task, isToday)).sort(byPlace);

/** Orders priorities by place, then by when they were created. */
export function byPlace(a: Unowned, b: Unowned): number {
  const [first, second] = [priorityKey(a), priorityKey(b)];
  if (first !== second) return first < second ? -1 : 1;
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}
