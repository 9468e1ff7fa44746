import { priorityKey, type Task } from './task';

/**
 * At most this many priorities a day (product §4). Open priorities count, and so do priorities that were completed
 * today.
 */
export const PRIORITIES_MAX = 3;
export const PRIORITIES_FULL = `You can have ${PRIORITIES_MAX} priorities a day. Remove one to add another.`;

type Unowned = Omit<Task, 'userId'>;

/** Whether a moment, ISO 8601, is on the person's day. */
export type IsToday = (moment: string) => boolean;

/**
 * Returns whether a task is in the Top 3 (product §4): a priority that is open or was completed today. Skipped and
 * removed tasks are not in the Top 3. Steps are not in the Top 3 either, because they are shown in their task.
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
  // A completed task without a time was ticked just now, and the server hasn't set the time yet.
  return completedAt === null || isToday(completedAt);
}

export const isTopThreeFull = (count: number): boolean => count >= PRIORITIES_MAX;

/** Returns the tasks of the Top 3, ordered by position, then by when they were created. */
export const topThree = <T extends Unowned>(tasks: readonly T[], isToday: IsToday): T[] =>
  tasks.filter((task) => isInTopThree(task, isToday)).sort(byPosition);

/** Orders priorities by position, then by when they were created. */
export function byPosition(a: Unowned, b: Unowned): number {
  const [first, second] = [priorityKey(a), priorityKey(b)];
  if (first !== second) return first < second ? -1 : 1;
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}
