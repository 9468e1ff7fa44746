import { idOfText } from '../primitives';
import { dayAfter, daysFrom, nextDay } from './repeat';
import { NO_PLAN, type Task } from '../task';
import type { Zone } from '../time/zone';
import { MINUTE_MS } from '../time/units';

/** A task without its owner, which comes from the session. */
type Unowned = Omit<Task, 'userId'>;

/** A candidate for the next task of a series. */
export interface NextTask {
  id: number;
  day: string;
}

/** At most this many candidates are considered when a task of a series is done or skipped. */
const CANDIDATES = 3;

/**
 * Returns the tasks that may follow a task that is done or skipped on `doneOn`, the most likely first. The next task is
 * the first candidate that is not yet completed or skipped and has not left the series. The candidates' ids are
 * computed, so that two devices that complete the same task make one next task.
 */
export function nextTasks(
  { repeat, seriesId, seriesDay, id }: Pick<Task, 'id' | 'repeat' | 'seriesId' | 'seriesDay'>,
  doneOn: string,
): NextTask[] {
  if (repeat === null || seriesId === null || seriesDay === null) return [];
  const tasks: NextTask[] = [];
  let day = nextDay(repeat, seriesDay, doneOn);
  if (repeat.from === 'completion')
    // A task that is done early may be due again on its own day, so the day alone doesn't make the id unique.
    for (let number = 0; day !== undefined && number < CANDIDATES; number++)
      tasks.push({ id: idOfText(`${seriesId} ${day} ${id} ${number}`), day });
  else
    for (; day !== undefined && tasks.length < CANDIDATES; day = nextDay(repeat, day, day))
      tasks.push({ id: idOfText(`${seriesId} ${day}`), day });
  return tasks;
}

/** Returns the id of a step's copy in the next task of a series. */
const stepOf = (taskId: number, stepId: number): number => idOfText(`${taskId} step ${stepId}`);

/**
 * Returns the id of the time block that `seriesBlock` returns for a task. Two devices that make the same task make one
 * block.
 */
export const seriesBlockId = (taskId: number): number => idOfText(`${taskId} block`);

/**
 * Returns the time block for a task of a series. The block is on the task's planned day, at the time in `blockTime`.
 * Returns undefined if the series has no block time or the task has no planned day.
 */
export function seriesBlock(
  { id, plannedDay, blockTime }: Pick<Task, 'id' | 'plannedDay' | 'blockTime'>,
  zone: Zone,
): { id: number; start: string; end: string } | undefined {
  if (blockTime === null || plannedDay === null) return undefined;
  const start = zone.momentOf(Date.parse(`${plannedDay}T${blockTime.start}:00Z`));
  const end = start + blockTime.minutes * MINUTE_MS;
  return { id: seriesBlockId(id), start: zone.instantOf(start), end: zone.instantOf(end) };
}

/**
 * Returns the next task of a series, and its copies of `steps`, which are the steps of `before`. All these tasks are
 * open. The next task is planned for its `day`. Its title, category, estimate and deadline come from `laterFields` if
 * they are there, otherwise from `before`.
 */
export function followingTask<Before extends Unowned>(
  before: Before,
  steps: readonly Before[],
  { id, day }: NextTask,
  createdAt: string,
): Before[] {
  const { laterFields, seriesDay, deadline } = before;
  const { deadlineDays, ...later } = laterFields ?? {};
  const daysLeft =
    deadlineDays === undefined && deadline !== null && seriesDay !== null
      ? daysFrom(seriesDay, deadline)
      : (deadlineDays ?? null);
  const fresh = {
    ...NO_PLAN,
    completed: false,
    completedAt: null,
    isPriority: false,
    order: null,
    createdAt,
  };
  const { title, categoryId, estimateMinutes, position, repeat, seriesId, blockTime } = before;
  const task: Unowned = {
    ...before,
    ...fresh,
    id,
    title,
    categoryId,
    estimateMinutes,
    position,
    repeat,
    seriesId,
    blockTime,
    ...later,
    seriesDay: day,
    plannedDay: day,
    deadline: daysLeft === null ? null : (dayAfter(day, daysLeft) ?? null),
  };
  task.firstEstimateMinutes = task.estimateMinutes;
  const copies = steps.map((step) => ({
    ...step,
    ...fresh,
    id: stepOf(id, step.id),
    parentId: id,
    title: step.title,
    categoryId: step.categoryId,
    position: step.position,
    estimateMinutes: step.estimateMinutes,
    firstEstimateMinutes: step.estimateMinutes,
  }));
  return [task as Before, ...copies];
}

/**
 * Returns a task as removed, because another task of its series takes its place. The task is not deleted, so that edits
 * from other devices still find it and it can come back.
 */
export const removed = <T extends Unowned>(task: T, at: string): T => ({
  ...task,
  skippedAt: at,
  removedAt: at,
});

/** Returns whether a task is closed because the person skipped it, and not because it was removed. */
export const isSkipped = ({
  completed,
  skippedAt,
  removedAt,
}: Pick<Task, 'completed' | 'skippedAt' | 'removedAt'>): boolean =>
  !completed && skippedAt !== null && skippedAt !== removedAt;

/** Returns whether a series' next task and its steps are unchanged since they were made from the task before. */
export function isUntouched<T extends Unowned>(
  next: T,
  nextSteps: readonly T[],
  before: T,
  stepsBefore: readonly T[],
): boolean {
  if (next.seriesDay === null) return false;
  const made = followingTask(before, stepsBefore, { id: next.id, day: next.seriesDay }, '');
  const now = [next, ...nextSteps];
  return made.length === now.length && made.every((task) => isSame(task, now));
}

/** Returns whether `tasks` contains this task as it was made. Some fields, such as `createdAt`, don't count. */
function isSame<T extends Unowned>(made: T, tasks: readonly T[]): boolean {
  const task = tasks.find(({ id }) => id === made.id);
  if (!task) return false;
  return (Object.keys(NO_PLAN) as (keyof typeof NO_PLAN)[])
    .map((field): keyof Unowned => field)
    .concat('title', 'categoryId', 'completed', 'isPriority')
    .every((field) => JSON.stringify(task[field]) === JSON.stringify(made[field]));
}
