import { idOfText } from '../primitives';
import { firstDay } from './repeat';
import { followingTask, isSkipped, isUntouched, nextTasks, removed } from './series';
import { isOpen, type Task } from '../task';

type Unowned = Omit<Task, 'userId'>;

/**
 * The series of a task that changes. Only `of` makes one, and it leaves out every other task: what is decided about a
 * series can't depend on tasks that were read for another reason, and can't change them.
 */
export class Series<T extends Unowned> {
  readonly #known: readonly T[];
  /** The tasks of the series, without steps and without the one that changes. */
  readonly others: readonly T[];

  private constructor(known: readonly T[], others: readonly T[]) {
    this.#known = known;
    this.others = others;
  }

  /**
   * The series of `task` among the tasks that are `known`, which may be any. To decide about its series they need to have:
   * its open tasks; when a task is reopened, the closed ones; the tasks that may be next; and the steps of all of these.
   */
  static of<T extends Unowned>(task: T, known: readonly T[]): Series<T> {
    const { id, seriesId } = task;
    const isOther = (one: T) => one.seriesId === seriesId && one.parentId === null && one.id !== id;
    return new Series(known, seriesId === null ? [] : known.filter(isOther));
  }

  /** Its other tasks that are open. */
  get open(): T[] {
    return this.others.filter(isOpen);
  }

  /** The steps of one of its tasks, without those that were removed. */
  stepsOf({ id }: T): T[] {
    return this.#known.filter(({ parentId, skippedAt }) => parentId === id && skippedAt === null);
  }

  /** Finds the tasks that were made for the series by the ids that it gives them, also those that have left it. */
  made(ids: readonly number[]): ReadonlyMap<number, T> {
    const found = this.#known.filter(({ id }) => ids.includes(id));
    return new Map(found.map((task) => [task.id, task]));
  }
}

/** The day and the moment of a change. */
interface Moment {
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
  series: Series<T>,
  moment: Moment,
): SeriesChange<T> {
  const { others, open } = series;
  if (after.seriesId === null) return { task: after, others: [] };
  // It had left the series, which goes on without it: one that repeats again begins a series of its own.
  if (before && before.seriesId !== after.seriesId && open.length > 0)
    return { task: { ...after, seriesId: idOfText(`${after.id} ${moment.at}`) }, others: [] };

  if (!isOpen(after)) {
    const isDone = before !== undefined && isOpen(before);
    if (!isDone || open.length > 0) return { task: after, others: [] };
    return { task: after, others: next(after, series, moment) };
  }
  if (before && !isOpen(before)) {
    const steps = series.stepsOf(after);
    const isTouched = open.some((task) => !isUntouched(task, series.stepsOf(task), after, steps));
    // One that was done or skipped after it has followed it: the open one is not the next one.
    const wentOn = others.some(
      (task) => (task.completed || isSkipped(task)) && isClosedAfter(task, before),
    );
    if (isTouched || (wentOn && open.length > 0))
      return { task: { ...after, seriesId: null, seriesDay: null, repeat: null }, others: [] };
    const gone = open.flatMap((task) => [task, ...series.stepsOf(task)]);
    return { task: after, others: gone.map((task) => removed(task, moment.at)) };
  }
  const surplus = superseded(after, series).map((task) => removed(task, moment.at));
  return {
    task: surplus.find(({ id }) => id === after.id) ?? after,
    others: surplus.filter(({ id }) => id !== after.id),
  };
}

/**
 * Of a task and the other open ones of its series, those that are not the latest: a series has at most one open task. Two
 * devices that completed different tasks of it offline may have made two.
 */
function superseded<T extends Unowned>(task: T, { open }: Series<T>): T[] {
  const latestFirst = [task, ...open].sort(
    (a, b) => -(a.seriesDay ?? '').localeCompare(b.seriesDay ?? '') || b.id - a.id,
  );
  return latestFirst.slice(1);
}

/** Whether a closed task followed one of its series that is closed, too. */
function isClosedAfter<T extends Unowned>(task: T, before: T): boolean {
  // What is done early and counts from completion is followed by a task for an earlier day than its own.
  if (before.repeat?.from !== 'completion')
    return (task.seriesDay ?? '') >= (before.seriesDay ?? '');
  const closedAt = ({ completedAt, skippedAt }: T) => Date.parse(completedAt ?? skippedAt ?? '');
  return closedAt(task) > closedAt(before);
}

function next<T extends Unowned>(task: T, series: Series<T>, { today, at }: Moment): T[] {
  const candidates = nextTasks(task, today);
  const made = series.made(candidates.map(({ id }) => id));
  const place = candidates.find(({ id }) => {
    const one = made.get(id);
    // One that was skipped stays skipped, and one that has left the series is a task of its own.
    return !one || (!one.completed && !isSkipped(one) && one.seriesId === task.seriesId);
  });
  if (!place) return [];
  // It may have been removed with its steps when this task was reopened, which may have been changed since. What somebody
  // did to its steps meanwhile stays.
  const following = followingTask(task, series.stepsOf(task), place, at);
  const earlier = series.made(following.map(({ id }) => id));
  return following.flatMap((one) => {
    const known = earlier.get(one.id);
    if (!known) return one;
    const comesBack = one.id === place.id || known.skippedAt !== null;
    return comesBack ? { ...one, createdAt: known.createdAt } : [];
  });
}
