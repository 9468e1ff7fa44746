import { task } from '@daymark/contract/test/records';
import { describe, expect, it } from 'vitest';
import {
  dayOfTask,
  estimateOf,
  focusedOn,
  isLeftOver,
  isOverdue,
  remainingMinutes,
  tasksOfDay,
  timeLeftText,
} from './taskPlan';
import { taskTree } from './taskTree';
import type { ShownTask } from '../shownRecords';

const TODAY = '2026-11-20';
const EVERY_DAY = { every: 'day', interval: 1, from: 'schedule' } as const;

it('a task is overdue only if its deadline has passed', () => {
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

it('a task’s estimate is its own if set, and otherwise the sum of its steps’ estimates', () => {
  const steps = [
    task(2, { estimateMinutes: 20, completed: true }),
    task(3),
    task(4, { estimateMinutes: 15 }),
  ];
  expect(estimateOf(task(1, { estimateMinutes: 60 }), steps)).toBe(60);
  expect(estimateOf(task(1), steps)).toBe(35);
  expect(estimateOf(task(1), [task(3)])).toBeNull();
});

describe('the minutes that remain', () => {
  const steps = [task(2, { estimateMinutes: 20 }), task(3), task(4, { estimateMinutes: 15 })];
  const done = steps.map((step) => (step.id === 2 ? { ...step, completed: true } : step));
  const left = (
    own: number | null,
    of: readonly ShownTask[],
    ...focused: (readonly [number, number])[]
  ) => remainingMinutes(task(1, { estimateMinutes: own }), of, new Map(focused));

  it('of a task’s own estimate are the estimate less the focus on the task and its steps', () => {
    expect(left(60, steps, [1, 10.4], [2, 20])).toBe(30);
    expect(left(60, done)).toBe(60);
    expect(left(60, steps, [1, 50], [4, 20])).toBe(0);
  });

  it('of a sum of steps’ estimates are what the open steps have left', () => {
    expect(left(null, steps)).toBe(35);
    expect(left(null, done)).toBe(15);
    expect(left(null, done, [2, 5])).toBe(15);
    expect(left(null, steps, [4, 10])).toBe(25);
    // Focus beyond a step’s estimate takes nothing off another step.
    expect(left(null, steps, [4, 90])).toBe(20);
    expect(left(null, [task(2, { estimateMinutes: 20, completed: true })])).toBe(0);
  });

  it('shrink with focus on the task itself, which counts for completed steps first', () => {
    expect(left(null, steps, [1, 10.4])).toBe(25);
    expect(left(null, steps, [1, 90])).toBe(0);
    expect(left(null, done, [1, 20])).toBe(15);
    expect(left(null, done, [1, 25])).toBe(10);
    expect(left(null, done, [1, 20], [2, 5])).toBe(10);
  });

  it('are unknown without an estimate', () => {
    expect(left(null, [], [1, 90])).toBeNull();
    expect(left(null, [task(3)])).toBeNull();
  });
});

it('the rest of an estimate is told beside the estimate if they differ', () => {
  expect(timeLeftText(65, 90)).toBe('1h 5m of 1h 30m left');
  expect(timeLeftText(0, 60)).toBe('0m of 1h left');
  expect(timeLeftText(60, 60)).toBe('1h');
  expect(timeLeftText(null, null)).toBeUndefined();
});

it('focus on a step is focus on its task', () => {
  expect(
    focusedOn(
      task(1),
      [task(2), task(3)],
      new Map([
        [1, 5],
        [3, 10],
        [4, 20],
      ]),
    ),
  ).toBe(15);
});

it('steps are shown inside their task, in their order', () => {
  const all = [
    task(1),
    task(2, { parentId: 1, position: 'a2' }),
    task(3, { parentId: 1, position: 'a1' }),
    task(4, { parentId: 1 }),
    task(5, { skippedAt: '2026-11-20T09:00:00Z' }),
    // The step's task was deleted on another device.
    task(6, { parentId: 99 }),
    // Completed on one device, skipped on another.
    task(7, { completed: true, skippedAt: '2026-11-20T09:00:00Z' }),
  ];
  const { tasks, steps } = taskTree(all);
  expect(tasks.map(({ id }) => id)).toEqual([1, 6, 7]);
  expect(steps.get(1)?.map(({ id }) => id)).toEqual([3, 2, 4]);
});
