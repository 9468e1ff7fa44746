import { DEFAULT_SETTINGS } from '@daymark/contract/settings';
import { expect, it } from 'vitest';
import { focusStarted } from './focusStart';
import { FRESH_TIMER, reduceTimer, type Timer, type TimerAction } from './focusTimer';

const MINUTE = 60_000;
const T = Date.parse('2026-11-20T09:00:00Z');

const after = (...actions: TimerAction[]): Timer =>
  actions.reduce((timer, action) => reduceTimer(timer, action, DEFAULT_SETTINGS), FRESH_TIMER);
const start = (shared: Timer | undefined, now = T, taskId = 5) =>
  focusStarted(shared, taskId, { now, id: 9, device: 3 }, DEFAULT_SETTINGS);

it('a session with the task starts on an idle timer, with the settings’ duration', () => {
  const started = start(undefined);
  expect(started).toMatchObject({
    timer: {
      mode: 'focus',
      taskId: 5,
      run: { id: 9, startedAt: T, plannedMs: 25 * MINUTE, isRunning: true },
      changedAt: T,
      runAt: T,
      device: 3,
    },
    completed: undefined,
  });
});

it('a break that hasn’t started gives way to the session', () => {
  expect(start(after({ type: 'chooseMode', now: T, mode: 'longBreak' }))).toMatchObject({
    timer: { mode: 'focus', run: { id: 9 } },
  });
});

it('a run that reached zero unnoticed is completed first', () => {
  const before = after({ type: 'chooseTask', taskId: 4 }, { type: 'start', now: T, id: 7 });
  const started = start(before, T + 26 * MINUTE);
  expect(started).toMatchObject({
    timer: { taskId: 5, sessions: 1, run: { id: 9 }, last: { id: 7, isCompleted: true } },
    completed: { id: 7, taskId: 4, endedAt: T + 25 * MINUTE },
  });
});

it('a session with the task that is paused goes on', () => {
  const before = after(
    { type: 'chooseTask', taskId: 5 },
    { type: 'start', now: T, id: 7 },
    { type: 'pause', now: T + MINUTE },
  );
  expect(start(before, T + 5 * MINUTE)).toMatchObject({
    timer: { run: { id: 7, leftMs: 24 * MINUTE, isRunning: true } },
  });
});

it('a session with the task that runs stays as it is', () => {
  const before = after({ type: 'chooseTask', taskId: 5 }, { type: 'start', now: T, id: 7 });
  expect(start(before, T + MINUTE)).toBe('running');
});

it('a run with another task stays as it is', () => {
  const before = after({ type: 'chooseTask', taskId: 4 }, { type: 'start', now: T, id: 7 });
  expect(start(before, T + MINUTE)).toBe('inUse');
});

it('a start is later than all that the timer has seen, even if this clock is behind', () => {
  const started = start({ ...FRESH_TIMER, changedAt: T + 500 }, T);
  expect(started).toMatchObject({ timer: { changedAt: T + 501, runAt: T + 501 } });
});
