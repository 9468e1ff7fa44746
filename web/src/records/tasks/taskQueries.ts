import type { NewStep, TaskCreation } from '../../domain/tasks/newTask';
import type { ShownTask } from '../../domain/shownRecords';
import type { Task, TaskPatch } from '@daymark/contract/task';
import { withId } from '../../domain/mutation';
import { dayInSentence, dayName, personsDay } from '../../lib/time/dates';
import { countText } from '../../lib/text/numbers';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import type { Undo } from '../../sync/history';
import { changeWithUndo, deleteWithUndo } from '../changeWithUndo';
import { elementId } from '../elementId';
import { creationRequests, stepRequests } from '../../domain/tasks/taskCreation';
import { closingChange, deletion } from '../../domain/tasks/taskRequests';
import { surroundingsOf } from './surroundingsOf';
import { taskTree } from '../../domain/tasks/taskTree';

/** Returns the person's tasks, newest first, without steps and skipped tasks. */
export function useTasks() {
  const { data, ...rest } = useTaskRecords();
  return { ...rest, data: data && taskTree(data).tasks };
}

/** Returns the steps of each task, by the task's id, in their order. */
export function useSteps(): ReadonlyMap<number, readonly ShownTask[]> {
  const { data } = useTaskRecords();
  return taskTree(data ?? NO_TASKS).steps;
}

/** Returns all of the person's tasks, including steps and skipped tasks. */
export const useTaskRecords = () => useRecords('tasks');

const NO_TASKS: readonly ShownTask[] = [];

/** Returns the mutations of tasks. Each mutation is shown at once. */
export function useTaskMutations() {
  const sync = useSync();
  const { update, restore, retry, discard, now } = useRecordMutations('tasks');
  const requestsOf = (creations: readonly TaskCreation[]) =>
    creationRequests(creations, sync.userId, now());
  /**
   * Completes, skips or reopens a task. If a next task opens or blocks are removed, or if the task `isOutOfSight`, a
   * toast says so and offers Undo.
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
    const text = { title, about: task.title };
    const description = [task.title, ...effects].join(' · ');
    if (effects.length === 0 && !isOutOfSight) sync.change(text, requests, undo);
    else
      changeWithUndo(sync, { ...text, description, focusId: elementId('task', task.id) }, change);
  };
  return {
    /** Creates tasks, as one change. Two calls with the same id create one task. */
    create: (...creations: readonly TaskCreation[]): void => {
      const [first] = creations;
      sync.change(
        creations.length === 1
          ? { title: 'Task added', about: first?.task.title }
          : { title: `${countText(creations.length, 'task')} added` },
        requestsOf(creations),
      );
    },
    /** Creates tasks, as one change, and shows a toast that names them and offers Undo. */
    createWithUndo: (...creations: readonly TaskCreation[]): void => {
      const [first] = creations;
      if (!first) return;
      const { title, plannedDay } = first.task;
      const isOne = creations.length === 1;
      const day = plannedDay ? [dayName(plannedDay, personsDay(now()))] : [];
      const description = isOne
        ? [title, ...day].join(' · ')
        : creations.map(({ task }) => task.title).join(', ');
      changeWithUndo(
        sync,
        {
          title: isOne ? 'Task added' : `${countText(creations.length, 'task')} added`,
          ...(isOne && { about: title }),
          description,
          tellsOffline: true,
        },
        { requests: requestsOf(creations) },
      );
    },
    /** Creates steps of a task, as one change. */
    createSteps: (task: ShownTask, steps: readonly NewStep[]): void => {
      sync.change(
        { title: steps.length === 1 ? 'Step added' : 'Steps added', about: task.title },
        stepRequests(task, steps, now()),
      );
    },
    /** Gives steps new positions, as one change. */
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
    /** Edits a task. `seen` is the title that the person edited, if it may have changed since. */
    update: (id: number, patch: TaskPatch, seen?: Pick<Task, 'title'>): void => {
      const about = withId(sync.records('tasks').data, id)?.title;
      update(id, patch, { title: 'Task edited', about }, seen);
    },
    /** Completes or reopens a task, with the effects on its series and its blocks. */
    setCompleted: (task: ShownTask, completed: boolean, isOutOfSight = false): void =>
      close(task, { completed }, completed ? 'Task completed' : 'Task reopened', isOutOfSight),
    /** Completes a task without a toast. Returns a function that undoes this. */
    complete: (task: ShownTask): Undo => {
      const { requests, undo } = closingChange(task, { completed: true }, surroundingsOf(sync));
      return sync.change({ title: 'Task completed', about: task.title }, requests, undo);
    },
    /** Skips a task, so that the next task of its series follows. A skipped task is not completed. */
    skip: (task: ShownTask): void =>
      close(task, { skippedAt: now().toISOString() }, 'Task skipped'),
    /** Deletes a task with its steps and future blocks. The toast offers Undo. */
    remove: (task: ShownTask): void => {
      deleteWithUndo(sync, 'task', task, deletion(task, surroundingsOf(sync)));
    },
    /** Creates a task again that was deleted while it was edited. `seen` is what the person edited. */
    bringBack: (task: ShownTask, seen: ShownTask): void => {
      restore(task, { title: 'Task added', about: task.title }, seen);
    },
    retry: ({ id }: ShownTask): void => retry(id),
    discard: ({ id }: ShownTask): void => discard(id),
  };
}
