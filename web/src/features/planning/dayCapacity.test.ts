import { NO_PLAN } from '@daymark/contract/task';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ShownTask } from '../tasks/taskQueries';
import { capacityText, dayCapacity } from './dayCapacity';

const task = (id: number, estimateMinutes: number | null): ShownTask => ({
  ...NO_PLAN,
  id,
  title: `Task ${id}`,
  completed: false,
  categoryId: null,
  userId: 1,
  isPriority: false,
  order: null,
  createdAt: '2026-11-20T08:00:00Z',
  completedAt: null,
  estimateMinutes,
});
const estimateIn = ({ estimateMinutes }: ShownTask) => estimateMinutes;
const said = (tasks: readonly ShownTask[], free: number) =>
  capacityText(dayCapacity(tasks, estimateIn, free));

it('the two figures stand together, and it says by how much it is too much', () => {
  expect(said([task(1, 370)], 280)).toBe('Planned 6h 10m, free 4h 40m, 1h 30m too much');
  expect(said([task(1, 280)], 280)).toBe('Planned 4h 40m, free 4h 40m');
  expect(said([], 0)).toBe('Planned 0m, free 0m');
});

it('planned is what remains of the estimates', () => {
  const { planned } = dayCapacity([task(1, 60), task(2, 30)], ({ id }) => id * 10, 480);
  expect(planned).toBe(30);
});

it('tasks without an estimate are counted and named, not guessed', () => {
  const { planned, unestimated } = dayCapacity([task(1, null), task(2, 30)], estimateIn, 480);
  expect(planned).toBe(30);
  expect(unestimated.map(({ title }) => title)).toEqual(['Task 1']);
});

it('planned is free and what is too much together, whatever is planned', () => {
  const estimate = fc.option(fc.integer({ min: 1, max: 1440 }));
  fc.assert(
    fc.property(fc.array(estimate), fc.nat(1500), (estimates, free) => {
      const tasks = estimates.map((minutes, id) => task(id, minutes));
      const { planned, over, unestimated } = dayCapacity(tasks, estimateIn, free);
      expect(planned).toBeGreaterThanOrEqual(0);
      expect(over).toBe(Math.max(0, planned - free));
      expect(unestimated).toHaveLength(estimates.filter((minutes) => minutes === null).length);
    }),
  );
});
