import { NO_PLAN, type Task, type TaskPatch } from '@daymark/contract/task';
import type { Shown } from '../../sync/mutation';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { toast } from '../../ui/toast';
import { taskTree } from './taskTree';
import { toastDeletion } from '../../ui/deletionToast';

/** A task as the screen shows it, with its queued mutations applied. */
export type ShownTask = Shown<Task>;

/** The person's tasks, newest first: without steps, and without those of a series that were skipped. */
export function useTasks() {
  const { data, ...rest } = useRecords('tasks');
  return { ...rest, data: data && taskTree(data).tasks };
}

/** The steps of each task, by the task's id, in their order. */
export function useSteps(): ReadonlyMap<number, readonly ShownTask[]> {
  const { data } = useRecords('tasks');
  return taskTree(data ?? NO_TASKS).steps;
}

const NO_TASKS: readonly ShownTask[] = [];

/** The fields of a new task; the others get defaults. */
export type TaskDraft = Pick<Task, 'id' | 'title' | 'categoryId'> &
  Partial<Pick<Task, 'isPriority' | 'order'>>;

/** The mutations of tasks. Each shows on the screen at once. */
export function useTaskMutations() {
  const { create, update, remove, restore, retry, discard, now } = useRecordMutations('tasks');
  return {
    /** Creates a task. Two calls with the same id create one. */
    create: (draft: TaskDraft): void =>
      create({
        ...NO_PLAN,
        completed: false,
        isPriority: false,
        order: null,
        createdAt: now().toISOString(),
        completedAt: null,
        ...draft,
      }),
    update: (id: number, patch: TaskPatch): void => update(id, patch),
    /** Deletes a task; the toast offers Undo. */
    remove: (task: ShownTask): void => {
      remove(task.id);
      toastDeletion('task', task, () => restore(task));
    },
    /** Creates a task again that was deleted while it was edited. */
    bringBack: (task: ShownTask): void => restore(task),
    /** Makes a task the last of the Top 3. The toast offers Undo. */
    addToTop3: ({ id, title }: ShownTask, place: number): void => {
      update(id, { isPriority: true, order: place });
      toast({
        title: 'Added to Top 3',
        description: title,
        action: {
          label: 'Undo',
          run: () => update(id, { isPriority: false }),
          focusAfter: `[data-task="${id}"]`,
        },
      });
    },
    /** Removes a task from the Top 3; the task itself stays. The toast offers Undo. */
    removeFromTop3: ({ id, title, order }: ShownTask): void => {
      update(id, { isPriority: false });
      toast({
        title: 'Removed from Top 3',
        description: title,
        action: {
          label: 'Undo',
          run: () => update(id, { isPriority: true, order }),
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
