import { beforeEach, expect, it, test, vi } from 'vitest';
import type { Task } from '@daymark/contract/task';
import { task as anyTask } from '@daymark/contract/test/records';
import { dayProgress } from './dayProgress';

const TODAY = '2026-11-20';
const NOW = new Date('2026-11-20T17:00:00+01:00');
beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'));

const task = (fields: Partial<Task> = {}) =>
  anyTask(1, { createdAt: '2026-11-16T09:00:00+01:00', ...fields });
const doneAt = (completedAt: string, fields: Partial<Task> = {}) =>
  task({ completed: true, completedAt, ...fields });
const of = (day: string, tasks: readonly Task[]) => {
  const [progress] = dayProgress(tasks, [day], NOW);
  return progress && [progress.done, progress.all];
};

const someday = Array.from({ length: 9 }, () => task());
const planned = (count: number) => Array.from({ length: count }, () => task({ plannedDay: TODAY }));
const plannedAndDone = (count: number) =>
  Array.from({ length: count }, () => doneAt('2026-11-20T10:00:00+01:00', { plannedDay: TODAY }));

it.each([
  { done: 0, open: 4, expected: [0, 4] },
  { done: 3, open: 1, expected: [3, 4] },
  { done: 4, open: 0, expected: [4, 4] },
])('the total of a plan stays the same with $done done', ({ done, open, expected }) => {
  expect(of(TODAY, [...plannedAndDone(done), ...planned(open), ...someday])).toEqual(expected);
});

it('a task that is completed without being planned adds to a plan', () => {
  expect(of(TODAY, [...plannedAndDone(4), doneAt('2026-11-20T11:00:00+01:00')])).toEqual([5, 5]);
  const leftOver = doneAt('2026-11-20T11:00:00+01:00', { plannedDay: '2026-11-19' });
  expect(of(TODAY, [...planned(2), leftOver, ...someday])).toEqual([1, 3]);
});

test('without any plan, the open tasks without a later day count', () => {
  const tasks = [
    doneAt('2026-11-20T00:05:00+01:00'),
    doneAt('2026-11-19T23:55:00+01:00'),
    doneAt('2026-11-20T09:00:00+01:00', { plannedDay: '2026-11-18' }),
    task({ completed: true }),
    task(),
    task({ plannedDay: '2026-11-19' }),
    task({ plannedDay: '2026-11-21' }),
    task({ skippedAt: '2026-11-20T09:00:00+01:00' }),
  ];
  expect(of(TODAY, tasks)).toEqual([3, 5]);
  expect(of(TODAY, [])).toEqual([0, 0]);
});

test('a daily task that was missed is one of today’s', () => {
  const repeat = { every: 'day', interval: 1, from: 'schedule' } as const;
  const missed = { repeat, plannedDay: '2026-11-18' };
  expect(of(TODAY, [task(missed), ...someday])).toEqual([0, 1]);
  expect(of(TODAY, [doneAt('2026-11-20T10:00:00+01:00', missed), ...someday])).toEqual([1, 1]);
});

test('a task completed on a device whose clock is ahead counts today', () => {
  expect(of(TODAY, [doneAt('2026-11-21T08:00:00+01:00'), ...planned(1)])).toEqual([1, 2]);
});

test('an earlier day counts as it ended', () => {
  const tasks = [
    doneAt('2026-11-18T12:00:00+01:00', { plannedDay: '2026-11-18' }),
    doneAt('2026-11-19T12:00:00+01:00', { plannedDay: '2026-11-18' }),
    task({ plannedDay: '2026-11-18' }),
    task({ plannedDay: '2026-11-18', skippedAt: '2026-11-18T15:00:00+01:00' }),
    ...someday,
  ];
  expect(of('2026-11-18', tasks)).toEqual([1, 3]);
  // Without a plan, tasks left over from the day before and tasks without a day count.
  expect(of('2026-11-19', tasks)).toEqual([1, 11]);
  expect(of('2026-11-15', tasks)).toEqual([0, 0]);
});

test('a day begins and ends in the person’s zone, even when the clock changes', () => {
  expect(of('2026-10-25', [doneAt('2026-10-25T23:30:00+01:00')])).toEqual([1, 1]);
  expect(of('2026-10-25', [doneAt('2026-10-25T00:30:00+02:00')])).toEqual([1, 1]);
  expect(of('2026-10-25', [doneAt('2026-10-24T23:30:00+02:00')])).toEqual([0, 0]);
});
