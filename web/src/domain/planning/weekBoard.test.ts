import { event, task } from '@daymark/contract/test/records';
import { describe, expect, it } from 'vitest';
import { daysOfWeek } from '../goals/weekGoals';
import { columnText, dayTimes, weekBoard } from './weekBoard';

const TODAY = '2026-11-18';
const days = daysOfWeek('2026-11-16');
const ids = (tasks: readonly { id: number | string }[] = []) => tasks.map(({ id }) => id);
const boardOf = (...tasks: ReturnType<typeof task>[]) => weekBoard(tasks, days, TODAY);

describe('the board of a week', () => {
  it('has a task on its planned day', () => {
    expect(ids(boardOf(task(1, { plannedDay: '2026-11-20' })).days.get('2026-11-20'))).toEqual([1]);
  });

  it('has a task of a day that has passed under left over', () => {
    const board = boardOf(task(1, { plannedDay: '2026-11-16' }));
    expect(ids(board.leftOver)).toEqual([1]);
    expect(ids(board.days.get('2026-11-16'))).toEqual([]);
  });

  it('has a task that is due in the week and planned after it under due', () => {
    const board = boardOf(
      task(1, { deadline: '2026-11-22' }),
      task(2, { deadline: '2026-11-22', plannedDay: '2026-11-25' }),
      task(3, { deadline: '2026-11-23' }),
    );
    expect(ids(board.due).toSorted()).toEqual([1, 2]);
    expect(ids(board.noDay)).toEqual([3]);
  });

  it('leaves out completed tasks and those of later weeks', () => {
    const board = boardOf(
      task(1, { completed: true, plannedDay: '2026-11-20' }),
      task(2, { plannedDay: '2026-11-25' }),
    );
    expect([...board.days.values(), board.due, board.noDay, board.leftOver].flat()).toEqual([]);
  });

  it('leaves out tasks of the days before a week that is yet to come', () => {
    const board = weekBoard([task(1, { plannedDay: TODAY })], daysOfWeek('2026-11-23'), TODAY);
    expect([...board.days.values(), board.due, board.noDay, board.leftOver].flat()).toEqual([]);
  });
});

it('counts the tasks that were completed on a day of the week', () => {
  const completed = { completed: true, plannedDay: '2026-11-16' };
  const { done } = boardOf(
    task(1, { ...completed, completedAt: '2026-11-17T12:00:00Z' }),
    task(2, { ...completed, completedAt: '2026-11-17T13:00:00Z' }),
    task(3, { ...completed, completedAt: '2026-11-10T12:00:00Z' }),
  );
  expect(done.get('2026-11-17')).toBe(2);
  expect([...done.values()].reduce((sum, count) => sum + count)).toBe(2);
});

describe('the times of a day', () => {
  const at = (hour: number, fields = {}) =>
    event(hour, {
      start: `2026-11-18T${hour}:00:00Z`,
      end: `2026-11-18T${hour + 1}:00:00Z`,
      ...fields,
    });
  const now = new Date('2026-11-18T10:30:00Z');
  const timesOf = (...events: ReturnType<typeof at>[]) => dayTimes(events, [task(1)], now);

  it('are its busy events that are not over', () => {
    expect(ids(timesOf(at(10), at(12), at(14, { busy: false })).events)).toEqual([10, 12]);
    expect(timesOf(at(10, { end: '2026-11-18T10:15:00Z' })).events).toEqual([]);
  });

  it('are the start of a task’s first block, and the blocks of other days’ tasks', () => {
    const { events, starts } = timesOf(
      at(12, { taskId: 1 }),
      at(14, { taskId: 1 }),
      at(16, { taskId: 2 }),
    );
    expect(ids(events)).toEqual([16]);
    expect(starts).toEqual(new Map([[1, new Date('2026-11-18T12:00:00Z')]]));
  });
});

describe('the budget of a day', () => {
  const capacity = {
    left: 1,
    planned: 250,
    free: 330,
    outside: 0,
    budget: undefined,
    over: 0,
    limit: 'free',
    unestimated: [],
    workingHours: 'ahead',
  } as const;

  it('says how much of the free time is planned', () => {
    expect(columnText(capacity)).toBe('4h 10m of 5h 30m');
  });

  it('says how much is free while nothing is planned', () => {
    expect(columnText({ ...capacity, planned: 0 })).toBe('5h 30m free');
  });

  it('names a day off', () => {
    expect(columnText({ ...capacity, planned: 0, workingHours: 'none' })).toBe('Day off');
  });

  it('is silent when the working hours are over', () => {
    expect(columnText({ ...capacity, workingHours: 'over' })).toBeUndefined();
  });
});
