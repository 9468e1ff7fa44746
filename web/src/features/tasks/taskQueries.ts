import type { Task, TaskPatch } from '@daymark/contract/task';
import type { Shown } from '../../sync/mutation';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { toast } from '../../ui/toast';

/** A task as the screen shows it, with the changes that wait. */
export type ShownTask = Shown<Task>;

/** The person's tasks, newest first, with their latest changes. */
export const useTasks = () => useRecords('tasks');

/** What a new task is made of; the rest has defaults. */
export type TaskDraft = Pick<Task, 'id' | 'title' | 'categoryId'> &
  Partial<Pick<Task, 'isPriority' | 'order'>>;

/** Everything that can be done to tasks; each is on the screen at once. */
export function useTaskMutations() {
  const { create, update, remove, restore, retry, discard, now } = useRecordMutations('tasks');
  return {
    /** Makes a task; sent twice under one id, it is made once. */
    create: (draft: TaskDraft): void =>
      create({
        completed: false,
        isPriority: false,
        order: null,
        createdAt: now().toISOString(),
        completedAt: null,
        ...draft,
      }),
    update: (id: number, patch: TaskPatch): void => update(id, patch),
    /** Deletes a task, with a way back in the notice. */
    remove: (task: ShownTask): void => {
      remove(task.id);
      toast({
        title: 'Task deleted',
        description: task.title,
        action: { label: 'Undo', run: () => restore(task) },
      });
    },
    /** Takes a task off the Top 3; it stays a task. */
    removeFromTop3: ({ id, title, order }: ShownTask): void => {
      update(id, { isPriority: false });
      toast({
        title: 'Removed from Top 3',
        description: title,
        action: { label: 'Undo', run: () => update(id, { isPriority: true, order }) },
      });
    },
    /** Sends a task's changes again. */
    retry: ({ id }: ShownTask): void => retry(id),
    /** Gives up what the server refused of a task. */
    discard: ({ id }: ShownTask): void => discard(id),
  };
}
