import { task as anyTask } from '@daymark/contract/test/records';
import { expect, it } from 'vitest';
import { todaysPriorities } from './todaysPriorities';
import type { ShownTask } from '../shownRecords';

const now = new Date(2026, 10, 20, 0, 30);
const task = (id: number, fields: Partial<ShownTask> = {}): ShownTask =>
  anyTask(id, { isPriority: true, ...fields });
const completed = (at: Date) => ({ completed: true, completedAt: at.toISOString() });
const ids = (tasks: ShownTask[]) => todaysPriorities(tasks, now).map(({ id }) => id);

it('open priorities count, and completed ones only if they were completed today', () => {
  expect(
    ids([
      task(1),
      task(2, completed(new Date(2026, 10, 20, 0, 5))),
      task(3, completed(new Date(2026, 10, 19, 23, 55))),
      task(4, { isPriority: false }),
      task(5, { completed: true }),
    ]),
  ).toEqual([1, 2, 5]);
});

it('a priority that was skipped, or became a step, does not count', () => {
  const skippedAt = new Date(2026, 10, 20, 0, 10).toISOString();
  expect(ids([task(1, { skippedAt }), task(2, { parentId: 9 }), task(3)])).toEqual([3]);
});

it('priorities are sorted by their order, then by creation time', () => {
  expect(
    ids([
      task(1),
      task(2, { order: 1 }),
      task(3, { order: 0 }),
      task(4, { order: 0, createdAt: '2026-11-18T09:00:00Z' }),
    ]),
  ).toEqual([4, 3, 2, 1]);
});
