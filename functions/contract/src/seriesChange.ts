import { firstDay } from './repeat';
import { followingTask, isSkipped, isUntouched, nextTasks, removed, superseded } from './series';
import { isOpen, type Task } from './task';

type Unowned = Omit<Task, 'userId'>;

/** What is known of a series when one of its tasks changes. */
interface SeriesContext<T extends Unowned> {
  /** Its other open tasks, with the steps of all of them; when a task is reopened, those that are closed, too. */
  others: readonly T[];
  /** The steps of the task that changes. */
  steps: readonly T[];
  /** Those of the tasks of `nextTasks` that exist, with their steps. There may be others. */
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
 * The winning fields of an edit. One that reopens a task may leave its series with it: that counts only where the
 * reopening counts. The task may be open already, because another device reopened it and so removed the task because of
 * which this one would have left; or it may stay completed, because that was decided later.
 */
export function withoutLeaving<Fields extends Partial<Task>>(
  task: Unowned,
  edit: Partial<Task>,
  winning: Fields,
): Fields {
  if (edit.completed !== false || winning.seriesId !== null) return winning;
  if (!isOpen(task) && winning.completed === false) return winning;
  const { seriesId, seriesDay, repeat } = task;
  return { ...winning, seriesId, seriesDay, repeat };
}

/**
 * What a change of a task means for its series (design part 8). A task that is completed or skipped is followed by the
 * next one. One that is reopened removes the next one if nobody has touched it, and otherwise leaves the series: a next
 * one that was done or skipped was touched. At most one task of a series is open: the latest.
 */
export function seriesChange<T extends Unowned>(
  before: T | undefined,
  after: T,
  context: SeriesContext<T>,
): SeriesChange<T> {
  const { others, existing, at } = context;
  const stepsIn = (tasks: readonly T[], id: number) =>
    tasks.filter(({ parentId, skippedAt }) => parentId === id && skippedAt === null);
  const steps = stepsIn(context.steps, after.id);
  const open = others.filter((task) => task.parentId === null && isOpen(task));
  if (after.seriesId === null) return { task: after, others: [] };

  if (!isOpen(after)) {
    const isDone = before !== undefined && isOpen(before);
    if (!isDone || open.length > 0) return { task: after, others: [] };
    return { task: after, others: next(after, steps, existing, context) };
  }
  if (before && !isOpen(before)) {
    const stepsOf = ({ id }: T) => stepsIn(others, id);
    const isTouched = open.some((task) => !isUntouched(task, stepsOf(task), after, steps));
    // One that was done or skipped after it has followed it: the open one is not the next one.
    const wentOn = others.some(
      (task) =>
        (task.completed || isSkipped(task)) &&
        task.id !== after.id &&
        task.seriesId === after.seriesId &&
        isClosedAfter(task, before),
    );
    if (isTouched || (wentOn && open.length > 0))
      return { task: { ...after, seriesId: null, seriesDay: null, repeat: null }, others: [] };
    const gone = open.flatMap((task) => [task, ...stepsOf(task)]);
    return { task: after, others: gone.map((task) => removed(task, at)) };
  }
  const surplus = superseded([after, ...open]).map((task) => removed(task, at));
  return {
    task: surplus.find(({ id }) => id === after.id) ?? after,
    others: surplus.filter(({ id }) => id !== after.id),
  };
}

/** Whether a closed task followed one of its series that is closed, too. */
function isClosedAfter<T extends Unowned>(task: T, before: T): boolean {
  // What is done early and counts from completion is followed by a task for an earlier day than its own.
  if (before.repeat?.from !== 'completion')
    return (task.seriesDay ?? '') >= (before.seriesDay ?? '');
  const closedAt = ({ completedAt, skippedAt }: T) => Date.parse(completedAt ?? skippedAt ?? '');
  return closedAt(task) > closedAt(before);
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
    // One that was skipped stays skipped, and one that has left the series is a task of its own.
    return !one || (!one.completed && !isSkipped(one) && one.seriesId === task.seriesId);
  });
  if (!place) return [];
  // It may have been removed with its steps when this task was reopened, which may have been changed since. What somebody
  // did to its steps meanwhile stays.
  return followingTask(task, steps, place, at).flatMap((made) => {
    const earlier = known.get(made.id);
    if (!earlier) return made;
    const comesBack = made.id === place.id || earlier.skippedAt !== null;
    return comesBack ? { ...made, createdAt: earlier.createdAt } : [];
  });
}
