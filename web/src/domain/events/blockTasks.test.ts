import type { Task } from '@daymark/contract/task';
import { event as anyEvent, task as anyTask } from '@daymark/contract/test/records';
import { expect, test } from 'vitest';
import { deletionQuestion, tickedTask, withoutTask, withTasks } from './blockTasks';
import { eventColor } from './eventColor';

const task = (fields: Partial<Task> = {}) => anyTask(1, { title: 'Write report', ...fields });
const event = (taskId: number | null, id = 7) => anyEvent(id, { title: 'Old title', taskId });

test('a time block has the title of its task while the task exists', () => {
  const titles = withTasks([event(1), event(null), event(2)], [task()], []).map(
    ({ title }) => title,
  );
  expect(titles).toEqual(['Write report', 'Old title', 'Old title']);
});

test('a list of events without blocks stays the same list', () => {
  const plain = [event(null)];
  expect(withTasks(plain, [task()], [])).toBe(plain);
});

test('a block has the color of its task’s category, and without one its own', () => {
  const blue = [{ id: 4, color: '#0000FF' }];
  const colors = [4, 5, null].map((categoryId) => {
    const [block] = withTasks([event(1)], [task({ categoryId })], blue);
    return eventColor({ ...block!, color: '#10B981' });
  });
  expect(colors).toEqual(['#0000FF', '#10B981', '#10B981']);
});

test('a block is stored without its task and its category’s color', () => {
  const [block] = withTasks([event(1)], [task({ categoryId: 4 })], [{ id: 4, color: '#0000FF' }]);
  expect(withoutTask(block!)).toEqual({ ...event(1), title: 'Write report' });
});

test('a time block has a checkbox unless its task was skipped', () => {
  const [open] = withTasks([event(1)], [task()], []);
  const [skipped] = withTasks([event(1)], [task({ skippedAt: '2026-11-20T08:00:00Z' })], []);
  expect(tickedTask(open!)?.id).toBe(1);
  expect(tickedTask(skipped!)).toBeUndefined();
  expect(deletionQuestion(open!).text).toBe(
    'The time block of “Write report” will be deleted. The task stays.',
  );
  expect(deletionQuestion(event(null)).text).toBe('“Old title” will be deleted.');
});
