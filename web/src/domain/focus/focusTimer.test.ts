import { DEFAULT_SETTINGS } from '@daymark/contract/settings';
import { describe, expect, it } from 'vitest';
import {
  clockText,
  durationMs,
  EXTENSION_MS,
  finishedFocus,
  FRESH_TIMER,
  leftMs,
  leftPercent,
  merged,
  nextMode,
  hasNoEnd,
  reduceTimer,
  sessionsAt,
  sessionsInCycle,
  shownMs,
  type Timer,
  type TimerAction,
} from './focusTimer';

const MINUTE = 60_000;
const T = Date.parse('2026-11-20T09:00:00Z');

const after = (timer: Timer, ...actions: TimerAction[]) =>
  actions.reduce((standing, action) => reduceTimer(standing, action, DEFAULT_SETTINGS), timer);
const started = after(FRESH_TIMER, { type: 'start', now: T, id: 7 });

describe('the mode after a completed one', () => {
  it.each([
    ['focus', 1, 4, 'shortBreak'],
    ['focus', 3, 4, 'shortBreak'],
    ['focus', 4, 4, 'longBreak'],
    ['focus', 5, 4, 'shortBreak'],
    ['focus', 8, 4, 'longBreak'],
    ['focus', 1, 1, 'longBreak'],
    ['focus', 12, 12, 'longBreak'],
    ['shortBreak', 1, 4, 'focus'],
    ['shortBreak', 4, 4, 'focus'],
    ['longBreak', 4, 4, 'focus'],
  ] as const)('%s, %d sessions, long break every %d: %s', (mode, sessions, every, expected) => {
    expect(nextMode(mode, sessions, every)).toBe(expected);
  });
});

it('durations come from settings, defaulting to 25, 5 and 15 minutes', () => {
  expect(durationMs('focus')).toBe(25 * MINUTE);
  expect(durationMs('shortBreak')).toBe(5 * MINUTE);
  expect(durationMs('longBreak')).toBe(15 * MINUTE);
  expect(durationMs('focus', { ...DEFAULT_SETTINGS, focusDuration: 180 })).toBe(180 * MINUTE);
});

it('the time left decreases only while the timer runs', () => {
  expect(leftMs(started, T + 10 * MINUTE)).toBe(15 * MINUTE);
  const paused = after(started, { type: 'pause', now: T + 10 * MINUTE });
  expect(leftMs(paused, T + 60 * MINUTE)).toBe(15 * MINUTE);
  const resumed = after(paused, { type: 'start', now: T + 60 * MINUTE, id: 8 });
  expect(resumed.run?.id).toBe(7);
  expect(leftMs(resumed, T + 61 * MINUTE)).toBe(14 * MINUTE);
});

it('Reset restores the full duration of the current mode', () => {
  const inBreak = after(
    FRESH_TIMER,
    { type: 'chooseMode', now: T, mode: 'longBreak' },
    { type: 'start', now: T, id: 7 },
    { type: 'reset', now: T + 5 * MINUTE },
  );
  expect(inBreak.mode).toBe('longBreak');
  expect(leftMs(inBreak, T + 5 * MINUTE)).toBe(15 * MINUTE);
  expect(inBreak.run).toBeNull();
});

it('a completed focus session raises the session count by one', () => {
  const done = after(started, { type: 'complete', now: T + 25 * MINUTE });
  expect(done).toMatchObject({ mode: 'shortBreak', sessions: 1, run: null });
  expect(done.last).toEqual({
    id: 7,
    mode: 'focus',
    startedAt: T,
    endedAt: T + 25 * MINUTE,
    plannedMs: 25 * MINUTE,
    actualMs: 25 * MINUTE,
    isCompleted: true,
    taskId: null,
    note: null,
  });
});

it('a break does not change the session count', () => {
  const broken = after(
    { ...FRESH_TIMER, mode: 'shortBreak', sessions: 3 },
    { type: 'start', now: T, id: 7 },
    { type: 'complete', now: T + 5 * MINUTE },
  );
  expect(broken).toMatchObject({ mode: 'focus', sessions: 3 });
});

it('an action that is not possible changes nothing', () => {
  expect(after(started, { type: 'complete', now: T + 25 * MINUTE - 1 })).toBe(started);
  expect(after(started, { type: 'pause', now: T + 25 * MINUTE })).toBe(started);
  expect(after(FRESH_TIMER, { type: 'complete', now: T })).toBe(FRESH_TIMER);
  expect(after(started, { type: 'start', now: T + MINUTE, id: 9 })).toBe(started);
  expect(after(FRESH_TIMER, { type: 'reset', now: T })).toBe(FRESH_TIMER);
});

it('a run whose completion is noticed late still ends at its true end', () => {
  const done = after(started, { type: 'complete', now: T + 180 * MINUTE });
  expect(done.last?.endedAt).toBe(T + 25 * MINUTE);
});

it('an interrupted run is recorded with its actual time, without the pauses', () => {
  const given = after(
    started,
    { type: 'chooseTask', taskId: 42 },
    { type: 'pause', now: T + 3 * MINUTE },
    { type: 'start', now: T + 10 * MINUTE, id: 8 },
    { type: 'chooseMode', now: T + 12 * MINUTE, mode: 'shortBreak' },
  );
  expect(given.last).toMatchObject({
    id: 7,
    mode: 'focus',
    startedAt: T,
    endedAt: T + 12 * MINUTE,
    actualMs: 5 * MINUTE,
    isCompleted: false,
    taskId: 42,
  });
  expect(given).toMatchObject({ mode: 'shortBreak', run: null, sessions: 0 });
});

it('a run that is interrupted while paused ends at the pause', () => {
  const given = after(
    started,
    { type: 'pause', now: T + 3 * MINUTE },
    { type: 'reset', now: T + 600 * MINUTE },
  );
  expect(given.last?.endedAt).toBe(T + 3 * MINUTE);
});

it('a break belongs to no task', () => {
  const done = after(
    { ...FRESH_TIMER, mode: 'shortBreak', taskId: 42 },
    { type: 'start', now: T, id: 7 },
    { type: 'complete', now: T + 5 * MINUTE },
  );
  expect(done.last?.taskId).toBeNull();
  expect(done.taskId).toBe(42);
});

it('settings changed during a run do not change the run', () => {
  const changed = { ...DEFAULT_SETTINGS, focusDuration: 50 };
  expect(leftMs(started, T + MINUTE, changed)).toBe(24 * MINUTE);
  expect(leftMs(FRESH_TIMER, T, changed)).toBe(50 * MINUTE);
});

it('the progress bar shows the remaining percentage', () => {
  expect(leftPercent(FRESH_TIMER, T, DEFAULT_SETTINGS)).toBe(100);
  expect(leftPercent(started, T + 5 * MINUTE, DEFAULT_SETTINGS)).toBe(80);
  expect(leftPercent(started, T + 30 * MINUTE, DEFAULT_SETTINGS)).toBe(0);
});

it('a clock that is set back does not lengthen the run', () => {
  expect(leftMs(started, T - 600 * MINUTE)).toBe(25 * MINUTE);
  const settled = after(started, {
    type: 'clockSetBack',
    now: T - 5 * MINUTE,
    leftMs: 20 * MINUTE,
  });
  expect(leftMs(settled, T - 5 * MINUTE)).toBe(20 * MINUTE);
  const twice = after(settled, { type: 'clockSetBack', now: T - 5 * MINUTE, leftMs: 20 * MINUTE });
  expect(twice).toEqual(settled);
  const done = after(settled, { type: 'complete', now: T + 15 * MINUTE });
  expect(done.last).toMatchObject({
    startedAt: T - 10 * MINUTE,
    endedAt: T + 15 * MINUTE,
    actualMs: 25 * MINUTE,
  });
});

it('the count of sessions starts again after six hours without a run', () => {
  const done = after(started, { type: 'complete', now: T + 25 * MINUTE });
  const [soon, nextDay] = [T + 6 * 60 * MINUTE, T + 24 * 60 * MINUTE];
  expect(sessionsAt(done, soon)).toBe(1);
  expect(sessionsAt(done, nextDay)).toBe(0);
  expect(after(done, { type: 'start', now: soon, id: 8 }).sessions).toBe(1);
  expect(after(done, { type: 'start', now: nextDay, id: 8 }).sessions).toBe(0);
});

it('a run that ended here stays ended, even if another tab writes it late', () => {
  const done = after(started, { type: 'complete', now: T + 25 * MINUTE });
  const late = after(started, { type: 'pause', now: T + 24 * MINUTE });
  expect(merged(done, late, 0).timer).toMatchObject({ run: null, last: done.last });
  expect(merged(started, late, 0).timer.run).toEqual(late.run);
});

it.each([
  [25 * MINUTE, '25:00'],
  [25 * MINUTE - 1, '25:00'],
  [25 * MINUTE - 1000, '24:59'],
  [59_999, '01:00'],
  [1, '00:01'],
  [0, '00:00'],
  [180 * MINUTE, '180:00'],
])('%d ms are shown as %s', (ms, text) => {
  expect(clockText(ms)).toBe(text);
});

it.each([
  [0, 'focus', 0],
  [3, 'focus', 3],
  [4, 'longBreak', 4],
  [4, 'focus', 0],
  [5, 'focus', 1],
  [0, 'longBreak', 0],
] as const)('after %d sessions, in %s, %d of 4 are done', (sessions, mode, done) => {
  expect(sessionsInCycle(sessions, mode, 4)).toBe(done);
});

describe('a session without an end', () => {
  const open = after(
    FRESH_TIMER,
    { type: 'chooseEnd', hasNoEnd: true },
    { type: 'start', now: T, id: 7 },
  );

  it('counts up, without its pauses', () => {
    expect(shownMs(open, T, DEFAULT_SETTINGS)).toBe(0);
    expect(shownMs(open, T + 95 * MINUTE, DEFAULT_SETTINGS)).toBe(95 * MINUTE);
    const resumed = after(
      open,
      { type: 'pause', now: T + 10 * MINUTE },
      { type: 'start', now: T + 40 * MINUTE, id: 8 },
    );
    expect(shownMs(resumed, T + 41 * MINUTE, DEFAULT_SETTINGS)).toBe(11 * MINUTE);
  });

  it('is as long as planned when it is stopped', () => {
    const { last } = after(open, { type: 'reset', now: T + 95 * MINUTE });
    expect(last).toMatchObject({ actualMs: 95 * MINUTE, plannedMs: 95 * MINUTE });
  });

  it('counts up from zero when it continues after it was recorded', () => {
    const stopped = after(open, { type: 'reset', now: T + 95 * MINUTE });
    const now = T + 96 * MINUTE;
    const continued = after(stopped, { type: 'restore', now, id: 8, before: open });
    expect(hasNoEnd(continued)).toBe(true);
    expect(shownMs(continued, now + MINUTE, DEFAULT_SETTINGS)).toBe(MINUTE);
  });

  it('is ended after a day', () => {
    const done = after(open, { type: 'complete', now: T + 30 * 60 * MINUTE });
    expect(done.last).toMatchObject({ actualMs: 24 * 60 * MINUTE, isCompleted: true });
  });

  it('is chosen for focus only', () => {
    const inBreak = after(
      FRESH_TIMER,
      { type: 'chooseEnd', hasNoEnd: true },
      { type: 'chooseMode', now: T, mode: 'shortBreak' },
    );
    expect(leftMs(inBreak, T)).toBe(5 * MINUTE);
  });

  it('keeps the later choice when two devices differ', () => {
    const chosen = { ...FRESH_TIMER, hasNoEnd: true, changedAt: 2 };
    const other = { ...FRESH_TIMER, changedAt: 1 };
    expect(merged(chosen, other, 0).timer.hasNoEnd).toBe(true);
    expect(merged(other, chosen, 0).timer.hasNoEnd).toBe(true);
  });
});

describe('ten more minutes', () => {
  const completed = after(
    started,
    { type: 'chooseTask', taskId: 42 },
    { type: 'complete', now: T + 25 * MINUTE },
  );
  const extended = after(completed, { type: 'extend', now: T + 27 * MINUTE, id: 8 });

  it('are a run of their own with the same task', () => {
    const done = after(extended, { type: 'complete', now: T + 37 * MINUTE });
    expect(done.last).toMatchObject({
      id: 8,
      startedAt: T + 27 * MINUTE,
      actualMs: EXTENSION_MS,
      taskId: 42,
    });
  });

  it('don’t count as another session on the way to the long break', () => {
    const done = after(extended, { type: 'complete', now: T + 37 * MINUTE });
    expect(done).toMatchObject({ sessions: 1, mode: 'shortBreak' });
    expect(finishedFocus(done, T + 37 * MINUTE)).toBe(done.last);
  });

  it('don’t follow a break, an interrupted session or a run that has begun', () => {
    const extend: TimerAction = { type: 'extend', now: T + 30 * MINUTE, id: 9 };
    const interrupted = after(started, { type: 'reset', now: T + 5 * MINUTE });
    const inBreak = after(completed, { type: 'start', now: T + 26 * MINUTE, id: 8 });
    for (const timer of [interrupted, inBreak, FRESH_TIMER])
      expect(after(timer, extend)).toBe(timer);
  });
});

describe('a task that is done', () => {
  const working = after(started, { type: 'chooseTask', taskId: 42 });

  it('ends the session, which was not interrupted', () => {
    const done = after(working, { type: 'done', now: T + 18 * MINUTE, taskId: 42 });
    expect(done).toMatchObject({ run: null, taskId: null, mode: 'focus', sessions: 0 });
    expect(done.last).toMatchObject({
      taskId: 42,
      actualMs: 18 * MINUTE,
      plannedMs: 18 * MINUTE,
      isCompleted: false,
    });
  });

  it('leaves a session with another task alone', () => {
    expect(after(working, { type: 'done', now: T + MINUTE, taskId: 43 })).toBe(working);
  });

  it('comes back with the session when that is undone', () => {
    const done = after(working, { type: 'done', now: T + 18 * MINUTE, taskId: 42 });
    const again = after(done, { type: 'restore', now: T + 19 * MINUTE, id: 8, before: working });
    expect(again.taskId).toBe(42);
    expect(leftMs(again, T + 19 * MINUTE)).toBe(7 * MINUTE);
  });
});

it('the timer asks whether the work is finished until the person chooses what follows', () => {
  const end = T + 25 * MINUTE;
  const completed = after(started, { type: 'complete', now: end });
  expect(finishedFocus(completed, end + MINUTE)).toBe(completed.last);
  expect(finishedFocus(completed, end + 31 * MINUTE)).toBeUndefined();
  const chosen = after(completed, { type: 'chooseMode', now: end, mode: 'focus' });
  expect(finishedFocus(chosen, end)).toBeUndefined();
  const inBreak = after(completed, { type: 'start', now: end, id: 8 });
  expect(finishedFocus(inBreak, end)).toBeUndefined();
});
