import type { Task } from '@daymark/contract/task';
import { expect, it } from 'vitest';
import { localInstant } from '../../lib/time/dates';
import { estimateChecks, estimateText } from './estimateSums';
import type { ShownSession } from '../shownRecords';

const DAY = '2026-11-20';
const done = (id: number, firstEstimateMinutes: number | null, hour = 9, day = 20) =>
  ({
    id,
    title: `Task ${id}`,
    completed: true,
    completedAt: localInstant(new Date(2026, 10, day, hour)),
    firstEstimateMinutes,
  }) as Task;
const focus = (taskId: number, minutes: number) =>
  ({ mode: 'focus', taskId, actualSeconds: minutes * 60 }) as ShownSession;

it('first estimates are compared with the focus on a task and its steps', () => {
  const tasks = [
    done(1, 60),
    done(2, 30, 11),
    done(3, null),
    done(4, 30),
    done(5, 45, 9, 19),
    { ...done(6, 30), completed: false },
  ];
  const sessions = [focus(1, 50), focus(10, 25), focus(2, 30), focus(3, 20), focus(5, 45)];
  const steps = new Map([[1, [{ id: 10 } as Task]]]);
  const checks = estimateChecks(sessions, [DAY], tasks, steps);
  expect(checks).toEqual([
    { id: 2, title: 'Task 2', estimated: 30, took: 30 },
    { id: 1, title: 'Task 1', estimated: 60, took: 75 },
  ]);
});

it.each([
  [90, 'was about 10% quicker than estimated'],
  [87, 'was about 15% quicker than estimated'],
  [1, 'was about 95% quicker than estimated'],
  [98, 'took as long as estimated'],
  [102, 'took as long as estimated'],
  [130, 'was about 30% slower than estimated'],
  [200, 'took about 2 times as long as estimated'],
  [255, 'took about 2.5 times as long as estimated'],
])('with 100 estimated minutes, a task that took %d minutes %s', (took, text) => {
  expect(estimateText([{ id: 1, title: 'x', estimated: 100, took }])).toBe(`1 task ${text}.`);
});

it('several tasks are compared together', () => {
  const checks = [
    { id: 1, title: 'a', estimated: 60, took: 30 },
    { id: 2, title: 'b', estimated: 140, took: 150 },
  ];
  expect(estimateText(checks)).toBe('2 tasks were about 10% quicker than estimated.');
  expect(estimateText([])).toBeUndefined();
});
