import { task } from '@daymark/contract/test/records';
import { expect, it } from 'vitest';
import { taskTree } from './taskTree';
import type { ShownTask } from '../shownRecords';

const all = [task(1), task(2, { parentId: 1 }), task(3), task(4), task(5, { parentId: 3 })];
const SKIPPED = '2026-11-20T10:00:00Z';
const idsOf = (tasks: readonly ShownTask[] = []) => tasks.map(({ id }) => id);

it('tasks are listed without their steps', () => {
  const { tasks, steps } = taskTree(all);
  expect(idsOf(tasks)).toEqual([1, 3, 4]);
  expect(idsOf(steps.get(3))).toEqual([5]);
});

it('a task that was skipped is not listed', () => {
  const skipped = all.map((one) => (one.id === 4 ? { ...one, skippedAt: SKIPPED } : one));
  expect(idsOf(taskTree(skipped).tasks)).toEqual([1, 3]);
});

it('steps without a position come last, the oldest first', () => {
  const createdAt = '2026-11-20T08:00:00.000Z';
  const more = [
    task(6, { parentId: 1, position: 'a1' }),
    task(7, { parentId: 1, createdAt }),
    task(8, { parentId: 1, position: 'a0' }),
  ];
  expect(idsOf(taskTree([...all, ...more]).steps.get(1))).toEqual([8, 6, 7, 2]);
});

it('steps are shown inside their task again after the task is brought back', () => {
  const without = all.slice(1);
  expect(taskTree(without).tasks.map(({ id }) => id)).toEqual([2, 3, 4]);
  const { tasks, steps } = taskTree([task(1), ...without]);
  expect(tasks.map(({ id }) => id)).toEqual([1, 3, 4]);
  expect(steps.get(1)?.map(({ id }) => id)).toEqual([2]);
});
