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
const NONE = new Map<number, never>();
const said = (tasks: readonly ShownTask[], free: number, focused = new Map<number, number>()) =>
  capacityText(dayCapacity(tasks, NONE, focused, free));

it('the two figures stand together, and it says by how much it is too much', () => {
  expect(said([task(1, 370)], 280)).toBe('Planned 6h 10m, free 4h 40m, 1h 30m too much');
  expect(said([task(1, 280)], 280)).toBe('Planned 4h 40m, free 4h 40m');
  expect(said([], 0)).toBe('Planned 0m, free 0m');
});

it('focused time is taken off a task’s estimate, on its steps too, and never more than all of it', () => {
  expect(said([task(1, 60), task(2, 30)], 480, new Map([[1, 20]]))).toContain('Planned 1h 10m');
  expect(said([task(1, 60), task(2, 30)], 480, new Map([[1, 99]]))).toContain('Planned 30m');
  const steps = new Map([[1, [task(5, 10), task(6, 20)]]]);
  expect(dayCapacity([task(1, null)], steps, new Map([[5, 4]]), 480).planned).toBe(26);
});

it('tasks without an estimate are counted and named, not guessed', () => {
  const { planned, unestimated } = dayCapacity([task(1, null), task(2, 30)], NONE, NONE, 480);
  expect(planned).toBe(30);
  expect(unestimated.map(({ title }) => title)).toEqual(['Task 1']);
});

it('planned is free and what is too much together, whatever is planned', () => {
  const estimate = fc.option(fc.integer({ min: 1, max: 1440 }));
  fc.assert(
    fc.property(fc.array(estimate), fc.nat(1500), fc.nat(600), (estimates, free, focus) => {
      const tasks = estimates.map((minutes, id) => task(id, minutes));
      const { planned, over, unestimated } = dayCapacity(tasks, NONE, new Map([[0, focus]]), free);
      expect(planned).toBeGreaterThanOrEqual(0);
      expect(over).toBe(Math.max(0, planned - free));
      expect(unestimated).toHaveLength(estimates.filter((minutes) => minutes === null).length);
    }),
  );
});
