import type { ShownTask } from '../shownRecords';
import { blocksAfterCompletion, NO_DETAILS, type Event } from '@daymark/contract/event';
import { removed, seriesBlock } from '@daymark/contract/repeats/series';
import { Series, seriesChange } from '@daymark/contract/repeats/seriesChange';
import { closingFields, type BlockTime, type Task, type TaskPatch } from '@daymark/contract/task';
import type { LocalDay } from '../../lib/time/dates';
import { dateSettings } from '../../lib/time/dateSettings';
import {
  isSameValue,
  type Change,
  type MutationRequest,
  type RecordRef,
  withId,
  type Shown,
} from '../mutation';
import { dayOfTask } from './taskPlan';
import { taskTree } from './taskTree';

/** The facts that are known when a task changes. */
export interface Surroundings {
  /** All of the person's tasks, including steps and skipped ones. */
  tasks: readonly ShownTask[];
  events: readonly Shown<Event>[];
  today: LocalDay;
  now: Date;
}

/** A change of a task with everything that comes with it, and the requests that undo it. */
export interface TaskChange {
  requests: MutationRequest[];
  undo: MutationRequest[];
  /** The next task of the series, or undefined if the change opens none. */
  next: Task | undefined;
  /** How many of the task's own blocks are removed. */
  removedBlocks: number;
}

/**
 * Returns the change that completes, skips or reopens a task (product §4), with the next task of its series and its
 * blocks. The server makes the same changes when it applies the first of these requests. Until the server has done so,
 * the other requests show the result.
 */
export function closingChange(
  task: ShownTask,
  fields: Pick<Task, 'completed'> | { skippedAt: string },
  { tasks, events, today, now }: Surroundings,
): TaskChange {
  const at = now.toISOString();
  const edited = { ...task, ...fields };
  const after: ShownTask = { ...edited, ...closingFields(edited, fields, at) };
  const series = seriesChange(task, after, Series.of(after, tasks), { today, at });
  const isClosed = !('completed' in fields) || fields.completed;
  const blocks = events.filter(({ taskId }) => taskId === task.id);
  const { removed, ended } = blocksAfterCompletion(isClosed ? blocks : [], now.getTime());
  const left = series.task.seriesId === task.seriesId ? {} : LEFT_SERIES;
  const next = series.others.find(
    ({ parentId, skippedAt }) => parentId === null && skippedAt === null,
  );
  const block = next && nextBlock(next, tasks, events);
  const gone = new Set(
    series.others.flatMap(({ id, skippedAt }) => (skippedAt === null ? [] : id)),
  );
  const ofGone = events.filter(({ taskId }) => taskId !== null && gone.has(taskId));
  const withGone = blocksAfterCompletion(ofGone, now.getTime()).removed;
  return {
    requests: [
      taskUpdate(task, { ...fields, ...left, ...(task.seriesId !== null && { today }) }),
      ...series.others.map((other) => written(other, withId(tasks, other.id))),
      ...(block ? [block] : []),
      ...[...removed, ...withGone].map(removal('events')),
      ...ended.map(({ block, end }) => ({ ...eventUpdate(block.id), fields: { end } })),
    ],
    undo: [
      taskUpdate(task, {
        ...before(task, fields),
        ...(task.seriesId !== null && { today }),
      }),
      ...series.others.map((other) => unwritten(other, withId(tasks, other.id), at)),
      ...(block ? [removal('events')(block.record)] : []),
      ...[...removed, ...withGone].map(restoration('events')),
      ...ended.map(({ block }) => ({ ...eventUpdate(block.id), fields: { end: block.end } })),
    ],
    next,
    removedBlocks: removed.length,
  };
}

/**
 * Returns the request that creates the block of a series' next task at the series' time. If the next task was removed
 * earlier and comes back, its block comes back as well. Returns undefined if the series has no time, or if the block
 * exists.
 */
function nextBlock(
  next: ShownTask,
  tasks: readonly ShownTask[],
  events: readonly Shown<Event>[],
): BlockCreation | undefined {
  const block = seriesBlock(next, dateSettings.zone());
  if (!block || events.some(({ id }) => id === block.id)) return undefined;
  return {
    ...blockCreation({ ...block, userId: next.userId }, next),
    follows: { collection: 'tasks', id: next.id },
    ...(tasks.some(({ id }) => id === next.id) && { restore: true }),
  };
}

/** Returns the change that deletes a task with its steps, and its blocks that have not begun. */
export function deletion(task: ShownTask, { tasks, events, now }: Surroundings): TaskChange {
  const steps = taskTree(tasks).steps.get(task.id) ?? [];
  const blocks = events.filter(({ taskId }) => taskId === task.id);
  const { removed } = blocksAfterCompletion(blocks, now.getTime());
  const gone = [task, ...steps];
  // If the task was changed elsewhere, it is not deleted, and neither are its steps and blocks.
  const follows = { collection: 'tasks', id: task.id } as const;
  return {
    requests: [
      removal('tasks')(task),
      ...steps.map(removal('tasks', follows)),
      ...removed.map(removal('events', follows)),
    ],
    // The task comes first, because a step can only be created in a task that exists.
    undo: [...gone.map(restoration('tasks')), ...removed.map(restoration('events'))],
    next: undefined,
    removedBlocks: removed.length,
  };
}

/**
 * Returns the fields that make a task the last of the Top 3. A task that has no day, or is left over, is planned for
 * today. `count` is how many tasks the Top 3 has so far.
 */
export const top3Fields = (task: ShownTask, count: number, today: LocalDay): TaskPatch => ({
  isPriority: true,
  order: count,
  ...((dayOfTask(task, today) ?? '') < today && { plannedDay: today }),
});

/** Returns the change that makes a task the last of the Top 3, with `top3Fields`. */
export const addedToTop3 = (task: ShownTask, count: number, today: LocalDay): Change => ({
  requests: [taskUpdate(task, top3Fields(task, count, today))],
});

/** Returns the change that removes a task from the Top 3. */
export const removedFromTop3 = (task: ShownTask): Change => ({
  requests: [taskUpdate(task, { isPriority: false })],
  // The server also clears the task's position in the Top 3, so restore it.
  undo: [taskUpdate(task, { isPriority: true, order: task.order })],
});

type BlockCreation = MutationRequest & { kind: 'create'; collection: 'events'; record: Event };

/** Returns the request that creates a time block of a task. */
export function blockCreation(
  block: Pick<Event, 'id' | 'userId' | 'start' | 'end'>,
  { id, title }: Pick<Task, 'id' | 'title'>,
): BlockCreation {
  const record: Event = { ...block, title, ...NO_DETAILS, taskId: id };
  return { kind: 'create', collection: 'events', record };
}

const LEFT_SERIES = { seriesId: null, seriesDay: null, repeat: null };

/** Returns the request that updates a task. */
export const taskUpdate = ({ id }: Pick<Task, 'id'>, fields: object): MutationRequest => ({
  kind: 'update',
  collection: 'tasks',
  id,
  fields,
});

/** Returns the request that sets a series' block time, which later tasks get. Null removes the block time. */
export const blockTimeUpdate = (
  task: { id: number },
  blockTime: BlockTime | null,
): MutationRequest => taskUpdate(task, { blockTime });

const eventUpdate = (id: number) => ({ kind: 'update', collection: 'events', id }) as const;

const removal =
  (collection: 'tasks' | 'events', follows?: RecordRef) =>
  ({ id }: { id: number }): MutationRequest => ({
    kind: 'delete',
    collection,
    id,
    ...(follows && { follows }),
  });

const restoration =
  (collection: 'tasks' | 'events') =>
  (record: Shown<Task> | Shown<Event>): MutationRequest => ({
    kind: 'create',
    collection,
    record,
    restore: true,
  });

/**
 * Returns the request that creates `other`, or that updates it to its values after the change. `other` is a task or
 * step of the series.
 */
function written(other: ShownTask, known: ShownTask | undefined): MutationRequest {
  if (known) return taskUpdate(other, differences(known, other));
  const { parentId } = other;
  const follows = parentId === null ? undefined : ({ collection: 'tasks', id: parentId } as const);
  return { kind: 'create', collection: 'tasks', record: other, ...(follows && { follows }) };
}

const differences = (before: Task, after: Task): object =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => !isSameValue(before[field as keyof Task], value),
    ),
  );

/**
 * Returns the request that undoes `written`. A task that was created is removed, not deleted, because another device
 * may have changed it.
 */
function unwritten(other: ShownTask, known: ShownTask | undefined, at: string): MutationRequest {
  const { skippedAt, removedAt } = known ?? removed(other, at);
  return taskUpdate(other, { skippedAt, removedAt });
}

/** Returns the values that the task has in these fields, for Undo. */
const before = (task: Task, fields: object): object =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, task[field as keyof Task]]));
