import { focusSession } from '@daymark/contract/test/records';
import { describe, expect, it } from 'vitest';
import { pausedSeconds, sessionProblem, startAfter, takenBy, timesOf } from './sessionEdit';

const MINUTE = 60_000;
const at = (time: string) => new Date(`2026-11-20T${time}:00`).getTime();
const NOW = at('12:00');
const span = (from: string, to: string) => ({ from: at(from), to: at(to) });
const taken = (from: string, to: string, mode: 'focus' | 'shortBreak' = 'focus') => ({
  ...span(from, to),
  mode,
});

describe('the times of a session', () => {
  it.each([
    ['after the start', '09:00', '09:25', undefined],
    ['up to now', '11:00', '12:00', undefined],
    ['right after another one', '10:25', '10:50', undefined],
    ['right before another one', '09:30', '10:00', undefined],
    ['at the start', '09:00', '09:00', ['end', 'A session must end after it starts.']],
    ['before the start', '09:00', '08:59', ['end', 'A session must end after it starts.']],
    ['in the future', '11:00', '12:01', ['end', 'A session can’t end in the future.']],
    ['wholly in the future', '12:30', '12:40', ['start', 'A session can’t start in the future.']],
    [
      'around another one',
      '09:30',
      '11:00',
      ['end', 'This overlaps the focus session from 10:00 AM to 10:25 AM.'],
    ],
    [
      'within another one',
      '10:05',
      '10:10',
      ['start', 'This overlaps the focus session from 10:00 AM to 10:25 AM.'],
    ],
    [
      'over a break',
      '08:20',
      '08:40',
      ['end', 'This overlaps the short break from 8:30 AM to 8:35 AM.'],
    ],
  ] as const)('%s: from %s to %s', (_, from, to, problem) => {
    const others = [taken('10:00', '10:25'), taken('08:30', '08:35', 'shortBreak')];
    const found = sessionProblem(span(from, to), others, NOW);
    expect(found && [found.field, found.message]).toEqual(problem);
  });

  it('are at most a day apart', () => {
    const longer = { from: NOW - 25 * 60 * MINUTE, to: NOW };
    expect(sessionProblem(longer, [], NOW)?.message).toBe('A session lasts at most a day.');
  });

  it('don’t overlap the run under way, from its start to now or to its pause', () => {
    const run = { startedAt: at('11:00'), at: at('11:20'), isRunning: false } as never;
    expect(takenBy([], { mode: 'focus', run }, NOW)).toEqual([
      { mode: 'focus', ...span('11:00', '11:20'), isUnderWay: true },
    ]);
    expect(
      sessionProblem(span('10:50', '11:10'), takenBy([], { mode: 'focus', run }, NOW), NOW),
    ).toEqual({
      field: 'end',
      message: 'This overlaps the focus session that began at 11:00 AM and isn’t over.',
    });
  });

  it('may overlap the session itself', () => {
    const own = focusSession(1);
    expect(takenBy([own], { mode: 'focus', run: null }, NOW, own.id)).toEqual([]);
  });
});

it('a start in the minute in which another session ended is that end', () => {
  const end = at('10:25') + 40_000;
  const others = [{ mode: 'focus' as const, from: at('10:00'), to: end }];
  expect(startAfter(at('10:25'), others)).toBe(end);
  expect(startAfter(at('10:26'), others)).toBe(at('10:26'));
  expect(startAfter(at('10:24'), others)).toBe(at('10:24'));
});

describe('a changed session', () => {
  const before = focusSession(1, {
    start: new Date(at('09:00')).toISOString(),
    end: new Date(at('09:30')).toISOString(),
    actualSeconds: 20 * 60,
  });

  it('keeps its pauses and its planned length', () => {
    expect(pausedSeconds(before)).toBe(600);
    expect(timesOf(span('09:00', '09:45'), before)).toMatchObject({
      actualSeconds: 35 * 60,
      plannedSeconds: 1500,
    });
  });

  it('has at least a minute of work', () => {
    expect(timesOf(span('09:00', '09:05'), before).actualSeconds).toBe(60);
  });

  it('has no planned end afterwards if it had none', () => {
    const open = { ...before, plannedSeconds: before.actualSeconds };
    expect(timesOf(span('09:00', '09:45'), open).plannedSeconds).toBe(35 * 60);
  });
});

it('an added session is all work', () => {
  expect(timesOf(span('09:00', '09:45'))).toMatchObject({
    actualSeconds: 2700,
    plannedSeconds: 2700,
  });
});
