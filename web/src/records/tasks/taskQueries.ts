import { newTask, type NewStep, type TaskCreation } from '../../domain/tasks/newTask';
import type { ShownTask } from '../../domain/shownRecords';
import { newId } from '@daymark/contract/primitives';
import { withSeries } from '@daymark/contract/repeats/seriesChange';
import { type Task, type TaskPatch } from '@daymark/contract/task';
import { withId, type MutationRequest } from '../../domain/mutation';
import { dayInSentence, localDay } from '../../lib/time/dates';
import { countText } from '../../lib/text/numbers';
import { blockTimeOf } from '../../domain/tasks/blockTime';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { changeWithUndo, deleteWithUndo } from '../changeWithUndo';
import { elementId } from '../elementId';
import { blockCreation, closingChange, deletion } from '../../domain/tasks/taskRequests';
import { surroundingsOf } from './surroundingsOf';
import { taskTree } from '../../domain/tasks/taskTree';

/** The person's tasks, newest first: without steps, and without those of a series that were skipped. */
export function useTasks() {
  const { data, ...rest } = useTaskRecords();
  return { ...rest, data: data && taskTree(data).tasks };
}

/** The steps of each task, by the task's id, in their order. */
export function useSteps(): ReadonlyMap<number, readonly ShownTask[]> {
  const { data } = useTaskRecords();
  return taskTree(data ?? NO_TASKS).steps;
}

/** The tasks and the steps. */
export const useTaskRecords = () => useRecords('tasks');

const NO_TASKS: readonly ShownTask[] = [];

/** The mutations of tasks. Each shows on the screen at once. */
export function useTaskMutations() {
  const sync = useSync();
  const { update, restore, retry, discard, now } = useRecordMutations('tasks');
  const creation = (record: Task): MutationRequest => ({
    kind: 'create',
    collection: 'tasks',
    record,
  });
  const stepsOf = ({ id, categoryId, userId }: Task, steps: readonly NewStep[]) =>
    steps.map((step) =>
      creation({
        ...newTask({ id: newId(), categoryId, parentId: id, ...step }, now()),
        userId,
      }),
    );
  const requestsOf = ({ task, steps = [], block }: TaskCreation): MutationRequest[] => {
    const { userId } = sync;
    const ofSeries = block && task.repeat && { blockTime: blockTimeOf(block) };
    const record = withSeries(
      { ...newTask({ ...task, ...ofSeries }, now()), userId },
      localDay(now()),
    );
    return [
      creation(record),
      ...stepsOf(record, steps),
      ...(block ? [blockCreation({ ...block, id: newId(), userId }, record)] : []),
    ];
  };
  /**
   * Closes a task. Where that brings something with it, or the task `isOutOfSight`, the toast says so and offers Undo.
   */
  const close = (
    task: ShownTask,
    fields: Pick<Task, 'completed'> | { skippedAt: string },
    title: string,
    isOutOfSight = false,
  ) => {
    const around = surroundingsOf(sync);
    const change = closingChange(task, fields, around);
    const { requests, undo, next, removedBlocks } = change;
    const effects = [
      ...(next?.plannedDay ? [`Next: ${dayInSentence(next.plannedDay, around.today)}`] : []),
      ...(removedBlocks > 0 ? [`${countText(removedBlocks, 'time block')} removed`] : []),
    ];
    const said = { title, about: task.title };
    const description = [task.title, ...effects].join(' · ');
    if (effects.length === 0 && !isOutOfSight) sync.change(said, requests, undo);
    else
      changeWithUndo(sync, { ...said, description, focusId: elementId('task', task.id) }, change);
  };
  return {
    /** Creates tasks, as one change. Two calls with the same id create one. */
    create: (...creations: readonly TaskCreation[]): void => {
      const [first] = creations;
      sync.change(
        creations.length === 1
          ? { title: 'Task added', about: first?.task.title }
          : { title: `${countText(creations.length, 'task')} added` },
        creations.flatMap(requestsOf),
      );
    },
    /** Creates steps of a task, as one change. */
    createSteps: (task: ShownTask, steps: readonly NewStep[]): void => {
      sync.change(
        { title: steps.length === 1 ? 'Step added' : 'Steps added', about: task.title },
        stepsOf(task, steps),
      );
    },
    /** Gives steps other places, as one change. */
    moveSteps: (task: ShownTask, moved: readonly { id: number; position: string }[]): void => {
      sync.change(
        { title: 'Step moved', about: task.title },
        moved.map(({ id, position }) => ({
          kind: 'update',
          collection: 'tasks',
          id,
          fields: { position },
        })),
      );
    },
    /** `seen` is the title that the person edited, if it may have changed since. */
    update: (id: number, patch: TaskPatch, seen?: Pick<Task, 'title'>): void => {
      const about = withId(sync.records('tasks').data, id)?.title;
      update(id, patch, { title: 'Task edited', about }, seen);
    },
    /** Completes a task or reopens it, with what that means for its series and its blocks. */
    setCompleted: (task: ShownTask, completed: boolean, isOutOfSight = false): void =>
      close(task, { completed }, completed ? 'Task completed' : 'Task reopened', isOutOfSight),
    /** Goes on to the next task of its series. Skipping is not completing. */
    skip: (task: ShownTask): void =>
      close(task, { skippedAt: now().toISOString() }, 'Task skipped'),
    /** Deletes a task with its steps and future blocks; the toast offers Undo. */
    remove: (task: ShownTask): void => {
      deleteWithUndo(sync, 'task', task, deletion(task, surroundingsOf(sync)));
    },
    /** Creates a task again that was deleted while it was edited. `seen` is what the person edited. */
    bringBack: (task: ShownTask, seen: ShownTask): void => {
      restore(task, { title: 'Task added', about: task.title }, seen);
    },
    /** Sends the task's mutations again. */
    retry: ({ id }: ShownTask): void => retry(id),
    /** Discards the task's rejected mutations. */
    discard: ({ id }: ShownTask): void => discard(id),
  };
}
