import { idOfText } from '../primitives';
import { firstDay } from './repeat';
import { followingTask, isSkipped, isUntouched, nextTasks, removed } from './series';
import { isOpen, type Task } from '../task';

type Unowned = Omit<Task, 'userId'>;

/**
 * The series of a task that changes. Only `of` makes a `Series`, and it leaves out the tasks of other series. Tasks of
 * other series that were read as well therefore can't affect this series, and a change of this series can't affect
 * them.
 */
export class Series<T extends Unowned> {
  readonly #known: readonly T[];
  /** The tasks of the series, without steps and without the task that changes. */
  readonly others: readonly T[];

  private constructor(known: readonly T[], others: readonly T[]) {
    this.#known = known;
    this.others = others;
  }

  /**
   * Returns the series of `task` among the `known` tasks, which may include tasks of other series. To decide about the
   * series, the `known` tasks must include its open tasks and the tasks that may be next. When a task is reopened, the
   * `known` tasks must include the closed tasks of the series too. The steps of all these tasks must also be known.
   */
  static of<T extends Unowned>(task: T, known: readonly T[]): Series<T> {
    const { id, seriesId } = task;
    const isOther = (one: T) => one.seriesId === seriesId && one.parentId === null && one.id !== id;
    return new Series(known, seriesId === null ? [] : known.filter(isOther));
  }

  /** The other tasks of the series that are open. */
  get open(): T[] {
    return this.others.filter(isOpen);
  }

  /** Returns the steps of one of the series' tasks, except removed and skipped steps. */
  stepsOf({ id }: T): T[] {
    return this.#known.filter(({ parentId, skippedAt }) => parentId === id && skippedAt === null);
  }

  /** Returns the known tasks with these computed ids, by id, including tasks that have left the series. */
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

/** A task, and the other tasks that are written in the same change. */
interface SeriesChange<T extends Unowned> {
  task: T;
  others: T[];
}

/**
 * Returns the task, with a new series if it begins to repeat. The series begins on the task's planned day, or else on
 * the first day of the rule.
 */
export function withSeries<T extends Unowned>(task: T, today: string): T {
  if (task.repeat === null || task.seriesId !== null) return task;
  const seriesDay = task.plannedDay ?? firstDay(task.repeat, today);
  return { ...task, seriesId: task.id, seriesDay, plannedDay: seriesDay };
}

/**
 * Returns the winning fields of an edit. An edit that reopens a task may also take it out of its series, but only if
 * the reopening counts. The task stays in its series if a later edit keeps it completed. The task also stays if another
 * device has already reopened it and so removed the next task.
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
 * Returns the changed task, and the other tasks of its series that change with it (product §4). Completing or skipping
 * a task makes the next task. Reopening a task removes the next task if the next task is untouched. Otherwise the
 * reopened task leaves the series. A next task that was done or skipped counts as touched. Only the latest task of a
 * series can be open.
 */
export function seriesChange<T extends Unowned>(
  before: T | undefined,
  after: T,
  series: Series<T>,
  moment: Moment,
): SeriesChange<T> {
  const { others, open } = series;
  if (after.seriesId === null) return { task: after, others: [] };
  // The task had left the series, which goes on without it. If the task repeats again, it begins a new series.
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
    // If a task that followed this one was done or skipped, the open task is not the next one.
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
 * Returns the open tasks of a series, including `task`, except the latest. A series has at most one open task, but two
 * devices that completed different tasks of it offline may have made two.
 */
function superseded<T extends Unowned>(task: T, { open }: Series<T>): T[] {
  const latestFirst = [task, ...open].sort(
    (a, b) => -(a.seriesDay ?? '').localeCompare(b.seriesDay ?? '') || b.id - a.id,
  );
  return latestFirst.slice(1);
}

/** Returns whether a closed task followed `before`, which is closed as well. */
function isClosedAfter<T extends Unowned>(task: T, before: T): boolean {
  // If a task that counts from completion is done early, the next task may be for an earlier day than this task.
  if (before.repeat?.from !== 'completion')
    return (task.seriesDay ?? '') >= (before.seriesDay ?? '');
  const closedAt = ({ completedAt, skippedAt }: T) => Date.parse(completedAt ?? skippedAt ?? '');
  return closedAt(task) > closedAt(before);
}

function next<T extends Unowned>(task: T, series: Series<T>, { today, at }: Moment): T[] {
  const candidates = nextTasks(task, today);
  const made = series.made(candidates.map(({ id }) => id));
  const chosen = candidates.find(({ id }) => {
    const one = made.get(id);
    // A skipped task stays skipped, and a task that has left the series doesn't belong to it.
    return !one || (!one.completed && !isSkipped(one) && one.seriesId === task.seriesId);
  });
  if (!chosen) return [];
  // The next task may exist already, because reopening this task removed it with its steps. The next task is made again
  // from this task as it is now. Steps that were changed and no longer count as removed stay as they are.
  const following = followingTask(task, series.stepsOf(task), chosen, at);
  const earlier = series.made(following.map(({ id }) => id));
  return following.flatMap((one) => {
    const known = earlier.get(one.id);
    if (!known) return one;
    const comesBack = one.id === chosen.id || known.skippedAt !== null;
    return comesBack ? { ...one, createdAt: known.createdAt } : [];
  });
}
