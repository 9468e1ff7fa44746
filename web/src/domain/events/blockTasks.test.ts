import { type Event, NO_DETAILS } from '@daymark/contract/event';
import { NO_PLAN, type Task } from '@daymark/contract/task';
import { expect, test } from 'vitest';
import { deletionText, tickedTask, withoutTask, asShown } from './blockTasks';

const task = (fields: Partial<Task> = {}): Task => ({
  ...NO_PLAN,
  id: 1,
  title: 'Write report',
  completed: false,
  categoryId: null,
  userId: 1,
  isPriority: false,
  order: null,
  createdAt: '2026-11-20T08:00:00Z',
  completedAt: null,
  ...fields,
});
const event = (taskId: number | null, id = 7): Event => ({
  id,
  title: 'Old title',
  start: '2026-11-20T09:00:00Z',
  end: '2026-11-20T10:00:00Z',
  ...NO_DETAILS,
  taskId,
  userId: 1,
});

test('a block has its task’s title; other events, and a block whose task is gone, have their own', () => {
  const titles = asShown([event(1), event(null), event(2)], [task()]).map(({ title }) => title);
  expect(titles).toEqual(['Write report', 'Old title', 'Old title']);
});

test('a list of events without blocks stays the same list', () => {
  const plain = [event(null)];
  expect(asShown(plain, [task()])).toBe(plain);
});

test('a block is stored without its task', () => {
  const [block] = asShown([event(1)], [task()]);
  expect(withoutTask(block!)).toEqual({ ...event(1), title: 'Write report' });
});

test('the task of a block is ticked unless it was skipped, and a deletion says that the task stays', () => {
  const [open] = asShown([event(1)], [task()]);
  const [skipped] = asShown([event(1)], [task({ skippedAt: '2026-11-20T08:00:00Z' })]);
  expect(tickedTask(open!)?.id).toBe(1);
  expect(tickedTask(skipped!)).toBeUndefined();
  expect(deletionText(open!)).toBe(
    'The time block of “Write report” will be deleted. The task stays.',
  );
  expect(deletionText(event(null))).toBe('“Old title” will be deleted.');
});
