import { NO_PLAN } from '@daymark/contract/task';
import { expect, it } from 'vitest';
import {
  dayOfTask,
  estimateOf,
  isLeftOver,
  isOverdue,
  remainingMinutes,
  tasksOfDay,
} from './taskPlan';
import { taskTree } from './taskTree';
import type { ShownTask } from './taskQueries';

const TODAY = '2026-11-20';
const task = (id: number, more: Partial<ShownTask> = {}): ShownTask => ({
  ...NO_PLAN,
  id,
  title: `Task ${id}`,
  completed: false,
  completedAt: null,
  userId: 1,
  categoryId: null,
  isPriority: false,
  order: null,
  createdAt: '2026-11-01T12:00:00Z',
  ...more,
});
const EVERY_DAY = { every: 'day', interval: 1, from: 'schedule' } as const;

it('a planned day in the past is left over, and never overdue; only a deadline can be overdue', () => {
  const planned = task(1, { plannedDay: '2026-11-19' });
  expect(isLeftOver(planned, TODAY)).toBe(true);
  expect(isOverdue(planned, TODAY)).toBe(false);
  expect(isLeftOver({ ...planned, plannedDay: TODAY }, TODAY)).toBe(false);
  expect(isLeftOver({ ...planned, completed: true }, TODAY)).toBe(false);
  expect(isOverdue(task(2, { deadline: '2026-11-19' }), TODAY)).toBe(true);
  expect(isOverdue(task(2, { deadline: TODAY }), TODAY)).toBe(false);
  expect(isOverdue(task(2, { deadline: '2026-11-19', skippedAt: '' }), TODAY)).toBe(false);
});

it('a task that repeats daily and was missed moves to today by itself', () => {
  const missed = task(1, { plannedDay: '2026-11-17', repeat: EVERY_DAY });
  expect(isLeftOver(missed, TODAY)).toBe(false);
  expect(dayOfTask(missed, TODAY)).toBe(TODAY);
  expect(dayOfTask({ ...missed, completed: true }, TODAY)).toBe('2026-11-17');
  expect(dayOfTask({ ...missed, repeat: { ...EVERY_DAY, every: 'month', day: 17 } }, TODAY)).toBe(
    '2026-11-17',
  );
  const later = task(2, { plannedDay: '2026-11-21' });
  expect(tasksOfDay([missed, later, task(3)], TODAY, TODAY)).toEqual([missed]);
});

it('a task’s estimate is its own if set, otherwise the sum of its steps’; what remains is less the focused time', () => {
  const steps = [task(2, { estimateMinutes: 20 }), task(3), task(4, { estimateMinutes: 15 })];
  expect(estimateOf(task(1, { estimateMinutes: 60 }), steps)).toBe(60);
  expect(estimateOf(task(1), steps)).toBe(35);
  expect(estimateOf(task(1), [task(3)])).toBeNull();
  expect(remainingMinutes(task(1), steps, 10.4)).toBe(25);
  expect(remainingMinutes(task(1), steps, 90)).toBe(0);
  expect(remainingMinutes(task(1), [], 90)).toBeNull();
});

it('steps are shown inside their task, in their order, and not in lists of tasks; skipped tasks are not shown', () => {
  const all = [
    task(1),
    task(2, { parentId: 1, position: 'a2' }),
    task(3, { parentId: 1, position: 'a1' }),
    task(4, { parentId: 1 }),
    task(5, { skippedAt: '2026-11-20T09:00:00Z' }),
    // Its task was deleted on another device.
    task(6, { parentId: 99 }),
    // Completed on one device, skipped on another.
    task(7, { completed: true, skippedAt: '2026-11-20T09:00:00Z' }),
  ];
  const { tasks, steps } = taskTree(all);
  expect(tasks.map(({ id }) => id)).toEqual([1, 6, 7]);
  expect(steps.get(1)?.map(({ id }) => id)).toEqual([3, 2, 4]);
  expect(taskTree(all)).toBe(taskTree(all));
});
