import type { Event } from '@daymark/contract/event';
import { NO_PLAN, type Task } from '@daymark/contract/task';

/** The fields of a new task; the others get defaults. */
export type TaskDraft = Pick<Task, 'id' | 'title' | 'categoryId'> &
  Partial<Omit<Task, 'userId' | 'createdAt' | 'completed'>>;

/** A step that is created with its task, or in it. */
export type NewStep = Pick<Task, 'title' | 'position'>;

/** A task that is created, with what comes with it. */
export interface TaskCreation {
  task: TaskDraft;
  steps?: readonly NewStep[];
  /** The times of its first block. */
  block?: Pick<Event, 'start' | 'end'>;
}

/** A new task as it is stored. */
export const newTask = (draft: TaskDraft, now: Date): Omit<Task, 'userId'> => ({
  ...NO_PLAN,
  completed: false,
  isPriority: false,
  order: null,
  createdAt: now.toISOString(),
  completedAt: null,
  ...draft,
});
