import { expect, it } from 'vitest';
import type { Task } from '@daymark/contract/task';
import { dayProgress } from './dayProgress';

const task = (completedAt: Date | null, completed = true) =>
  ({ completed, completedAt: completedAt && completedAt.toISOString() }) as Task;

it('counts the tasks completed on the local day, out of those and the open ones', () => {
  const now = new Date(2026, 10, 20, 0, 30);
  const tasks = [
    task(new Date(2026, 10, 20, 0, 5)),
    task(new Date(2026, 10, 19, 23, 55)),
    task(null),
    task(null, false),
  ];
  expect(dayProgress(tasks, now)).toEqual({ done: 2, all: 3 });
  expect(dayProgress([], now)).toEqual({ done: 0, all: 0 });
});
