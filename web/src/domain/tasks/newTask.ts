import type { Event } from '@daymark/contract/event';
import { NO_PLAN, type Task } from '@daymark/contract/task';
import type { CategoryDraft } from './newCategory';

/** The fields of a new task. Missing fields get defaults. */
export type TaskDraft = Pick<Task, 'id' | 'title' | 'categoryId'> &
  Partial<Omit<Task, 'userId' | 'createdAt' | 'completed'>>;

/** A step that is created with its task, or in an existing task. */
export type NewStep = Pick<Task, 'title' | 'position'>;

/** A task to create, and what is created with it. */
export interface TaskCreation {
  task: TaskDraft;
  steps?: readonly NewStep[];
  /** The task's category, if it is created together with the task. */
  category?: CategoryDraft;
  /** The times of the task's first block. */
  block?: Pick<Event, 'start' | 'end'>;
}

/** Returns a new task as it is stored. */
export const newTask = (draft: TaskDraft, now: Date): Omit<Task, 'userId'> => ({
  ...NO_PLAN,
  completed: false,
  isPriority: false,
  order: null,
  createdAt: now.toISOString(),
  completedAt: null,
  ...draft,
});
