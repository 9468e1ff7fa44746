import { expect, it } from 'vitest';
import { NO_PLAN, type Task } from '@daymark/contract/task';
import { dayProgress } from './dayProgress';

const task = (completedAt: Date | null, completed = true) =>
  ({ ...NO_PLAN, completed, completedAt: completedAt && completedAt.toISOString() }) as Task;

it('counts the tasks completed on the local day, out of those and the open ones without a later day', () => {
  const now = new Date(2026, 10, 20, 0, 30);
  const tasks = [
    task(new Date(2026, 10, 20, 0, 5)),
    task(new Date(2026, 10, 19, 23, 55)),
    task(null),
    task(null, false),
  ];
  expect(dayProgress(tasks, now)).toEqual({ done: 2, all: 3 });
  const tomorrow = { ...task(null, false), plannedDay: '2026-11-21' };
  expect(dayProgress([...tasks, tomorrow], now)).toEqual({ done: 2, all: 3 });
  expect(dayProgress([], now)).toEqual({ done: 0, all: 0 });
});

it('counts out of what is planned for today, once something is', () => {
  const now = new Date(2026, 10, 20, 9);
  const planned = { ...task(null, false), plannedDay: '2026-11-20' };
  const tasks = [task(new Date(2026, 10, 20, 8)), task(null, false), planned];
  expect(dayProgress(tasks, now)).toEqual({ done: 1, all: 2 });
});
