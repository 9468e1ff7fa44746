import { newTask, type NewStep, type TaskCreation } from '../../domain/tasks/newTask';
import type { ShownTask } from '../../domain/shownRecords';
import { newId } from '@daymark/contract/primitives';
import { withSeries } from '@daymark/contract/seriesChange';
import { type Task, type TaskPatch } from '@daymark/contract/task';
import { withId, type MutationRequest } from '../../domain/mutation';
import { dayInSentence, localDay, type LocalDay } from '../../lib/time/dates';
import { countText } from '../../lib/text/numbers';
import { blockTimeOf } from '../../domain/tasks/blockTime';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';
import { blockCreation, closingChange, deletion } from '../../domain/tasks/taskRequests';
import { taskTree } from '../../domain/tasks/taskTree';
import { toastDeletion } from '../../ui/toasts/deletionToast';

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
  const surroundings = () => ({
    tasks: sync.records('tasks').data ?? NO_TASKS,
    events: sync.records('events').data ?? [],
    today: localDay(now()),
    now: now(),
  });
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
    const around = surroundings();
    const { requests, undo, next, removedBlocks } = closingChange(task, fields, around);
    const takeBack = sync.change({ title, about: task.title }, requests, undo);
    const effects = [
      ...(next?.plannedDay ? [`Next: ${dayInSentence(next.plannedDay, around.today)}`] : []),
      ...(removedBlocks > 0 ? [`${countText(removedBlocks, 'time block')} removed`] : []),
    ];
    if (effects.length > 0 || isOutOfSight)
      toast({
        title,
        description: [task.title, ...effects].join(' · '),
        action: {
          label: 'Undo',
          run: takeBack,
          focusAfter: `[data-task="${task.id}"]`,
        },
      });
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
    /** Plans a task for a day, or for none. The toast offers Undo: the task may be in another view then. */
    planFor: ({ id, title, plannedDay }: ShownTask, day: LocalDay | null): void => {
      if (day === plannedDay) return;
      const said =
        day === null ? 'No longer planned' : `Planned for ${dayInSentence(day, localDay(now()))}`;
      const undo = update(id, { plannedDay: day }, { title: said, about: title });
      toast({
        title: said,
        description: title,
        action: {
          label: 'Undo',
          run: undo,
          focusAfter: `[data-task="${id}"]`,
        },
      });
    },
    /** Goes on to the next task of its series. Skipping is not completing. */
    skip: (task: ShownTask): void =>
      close(task, { skippedAt: now().toISOString() }, 'Task skipped'),
    /** Deletes a task with its steps and future blocks; the toast offers Undo. */
    remove: (task: ShownTask): void => {
      const { requests, undo } = deletion(task, surroundings());
      const said = { title: 'Task deleted', about: task.title };
      toastDeletion('task', task, sync.change(said, requests, undo));
    },
    /** Creates a task again that was deleted while it was edited. `seen` is what the person edited. */
    bringBack: (task: ShownTask, seen: ShownTask): void => {
      restore(task, { title: 'Task added', about: task.title }, seen);
    },
    /** Makes a task the last of the Top 3. The toast offers Undo. */
    addToTop3: ({ id, title }: ShownTask, place: number): void => {
      const said = 'Added to Top 3';
      const fields = { isPriority: true, order: place };
      const undo = update(id, fields, { title: said, about: title });
      toast({
        title: said,
        description: title,
        action: {
          label: 'Undo',
          run: undo,
          focusAfter: `[data-task="${id}"]`,
        },
      });
    },
    /** Removes a task from the Top 3; the task itself stays. The toast offers Undo. */
    removeFromTop3: (task: ShownTask): void => {
      const { id, title } = task;
      const said = 'Removed from Top 3';
      const priority = { kind: 'update', collection: 'tasks', id } as const;
      const undo = sync.change(
        { title: said, about: title },
        [{ ...priority, fields: { isPriority: false } }],
        // The server takes it out of the order, too.
        [{ ...priority, fields: { isPriority: true, order: task.order } }],
      );
      toast({
        title: said,
        description: title,
        action: {
          label: 'Undo',
          run: undo,
          focusAfter: `[data-task="${id}"]`,
        },
      });
    },
    /** Sends the task's mutations again. */
    retry: ({ id }: ShownTask): void => retry(id),
    /** Discards the task's rejected mutations. */
    discard: ({ id }: ShownTask): void => discard(id),
  };
}
