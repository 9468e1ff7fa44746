import { firstDay } from './repeat';
import { followingTask, isUntouched, nextTasks, superseded } from './series';
import { isOpen, type Task } from './task';

type Unowned = Omit<Task, 'userId'>;

/** What is known of a series when one of its tasks changes. */
interface SeriesContext<T extends Unowned> {
  /** Its other open tasks, with the steps of all of them; when a task is reopened, its completed ones, too. */
  others: readonly T[];
  /** The steps of the task that changes. */
  steps: readonly T[];
  /** Those of the tasks of `nextTasks`, and of the copies of the steps, that exist. There may be others. */
  existing: readonly T[];
  /** The person's day. */
  today: string;
  /** The moment of the change, ISO 8601 in UTC. */
  at: string;
}

/** A task, and what else is written in the same change. */
interface SeriesChange<T extends Unowned> {
  task: T;
  others: T[];
}

/** A task that begins to repeat begins a series, on its planned day or the first day of its rule. */
export function withSeries<T extends Unowned>(task: T, today: string): T {
  if (task.repeat === null || task.seriesId !== null) return task;
  const seriesDay = task.plannedDay ?? firstDay(task.repeat, today);
  return { ...task, seriesId: task.id, seriesDay, plannedDay: seriesDay };
}

/**
 * What a change of a task means for its series (design part 8). A task that is completed or skipped is followed by the
 * next one. One that is reopened removes the next one if nobody has touched it, and otherwise leaves the series. At most
 * one task of a series is open: the latest.
 */
export function seriesChange<T extends Unowned>(
  before: T | undefined,
  after: T,
  context: SeriesContext<T>,
): SeriesChange<T> {
  const { others, steps, existing, at } = context;
  const open = others.filter((task) => task.parentId === null && isOpen(task));
  if (after.seriesId === null) return { task: after, others: [] };

  if (!isOpen(after)) {
    const isDone = before !== undefined && isOpen(before);
    if (!isDone || open.length > 0) return { task: after, others: [] };
    return { task: after, others: next(after, steps, existing, context) };
  }
  if (before && !isOpen(before)) {
    const stepsOf = ({ id }: T) => others.filter(({ parentId }) => parentId === id);
    const isTouched = open.some((task) => !isUntouched(task, stepsOf(task), after, steps));
    // One that was done after it has followed it: the open one is not the next one.
    const wentOn = others.some(
      (task) =>
        task.completed &&
        task.id !== after.id &&
        task.seriesId === after.seriesId &&
        isDoneAfter(task, before),
    );
    if (isTouched || (wentOn && open.length > 0))
      return { task: { ...after, seriesId: null, seriesDay: null, repeat: null }, others: [] };
    return { task: after, others: open.map((task) => ({ ...task, skippedAt: at })) };
  }
  const surplus = superseded([after, ...open]).map((task) => ({ ...task, skippedAt: at }));
  return {
    task: surplus.find(({ id }) => id === after.id) ?? after,
    others: surplus.filter(({ id }) => id !== after.id),
  };
}

/** Whether a completed task followed one of its series that is closed, too. */
function isDoneAfter<T extends Unowned>(task: T, before: T): boolean {
  // What is done early and counts from completion is followed by a task for an earlier day than its own.
  if (before.repeat?.from !== 'completion')
    return (task.seriesDay ?? '') >= (before.seriesDay ?? '');
  const closedAt = before.completedAt ?? before.skippedAt ?? '';
  return Date.parse(task.completedAt ?? '') > Date.parse(closedAt);
}

function next<T extends Unowned>(
  task: T,
  steps: readonly T[],
  existing: readonly T[],
  { today, at }: SeriesContext<T>,
): T[] {
  const known = new Map(existing.map((one) => [one.id, one]));
  const place = nextTasks(task, today).find(({ id }) => {
    const one = known.get(id);
    // One that has left the series is a task of its own.
    return !one || (!one.completed && one.seriesId === task.seriesId);
  });
  if (!place) return [];
  const made = followingTask(task, steps, place, at);
  // It may have been removed when this one was reopened, which may have been changed and got steps since.
  const earlier = known.get(place.id);
  return made
    .filter(({ id }) => id === place.id || !known.has(id))
    .map((one) => (one.id === earlier?.id ? { ...one, createdAt: earlier.createdAt } : one));
}
