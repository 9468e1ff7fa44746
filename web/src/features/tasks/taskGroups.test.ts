import { NO_PLAN } from '@daymark/contract/task';
import { expect, it } from 'vitest';
import { listItems } from './taskGroups';
import type { ShownTask } from './taskQueries';

const task = (id: number, fields: Partial<ShownTask> = {}): ShownTask => ({
  ...NO_PLAN,
  id,
  title: `Task ${id}`,
  completed: false,
  categoryId: null,
  userId: 1,
  isPriority: false,
  order: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  completedAt: null,
  ...fields,
});

const ids = (items: ReturnType<typeof listItems>) =>
  items.map((item) => ('task' in item ? item.task.id : `completed ${item.completedHeading}`));

const tasks = [task(1), task(2, { completed: true }), task(3, { categoryId: 1 })];

it('open tasks are listed before completed ones, which are counted', () => {
  expect(ids(listItems(tasks, 'all', new Map()))).toEqual([1, 3, 'completed 1', 2]);
});

it('the category filter hides the other categories', () => {
  expect(ids(listItems(tasks, 1, new Map()))).toEqual([3]);
});

it('a task ticked while the screen is open stays in its place', () => {
  expect(ids(listItems(tasks, 'all', new Map([[2, false]])))).toEqual([1, 2, 3]);
});
