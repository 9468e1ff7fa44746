import type { FocusSession } from '@daymark/contract/focusSession';
import { focusSession } from '@daymark/contract/test/records';
import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { localInstant } from '../../lib/time/dates';
import { focusByDay, focusByHour } from './focusSums';
import { daysWithin } from './insightDays';
import { sessionOutcomes } from './sessionOutcomes';
import { focusDays, streakOf } from './streaks';

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'));

const MINUTE = 60_000;
let ids = 1;
function session(start: string, minutes: number, more: Partial<FocusSession> = {}): FocusSession {
  const from = new Date(start);
  return focusSession(ids++, {
    start: localInstant(from),
    end: localInstant(new Date(from.getTime() + minutes * MINUTE)),
    actualSeconds: minutes * 60,
    ...more,
  });
}
const WEEK = daysWithin('2026-11-14', '2026-11-20');

it('the days of a range include both ends', () => {
  expect(WEEK).toEqual(['14', '15', '16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`));
  expect(daysWithin('2026-10-31', '2026-11-02')).toEqual([
    '2026-10-31',
    '2026-11-01',
    '2026-11-02',
  ]);
  expect(daysWithin('2026-11-02', '2026-11-01')).toEqual([]);
});

it('focus sessions are split at midnight and at the full hour', () => {
  const sessions = [
    session('2026-11-20T09:50:00-05:00', 25),
    session('2026-11-19T23:50:00-05:00', 25),
    session('2026-11-19T10:00:00-05:00', 50, { mode: 'longBreak' }),
    session('2026-11-01T10:00:00-05:00', 50),
  ];
  expect(focusByDay(sessions, WEEK).slice(-2)).toEqual([
    { day: '2026-11-19', minutes: 10 },
    { day: '2026-11-20', minutes: 40 },
  ]);
  const hours = focusByHour(sessions, WEEK);
  expect([hours[0], hours[9], hours[10], hours[23]]).toEqual([15, 10, 15, 10]);
});

it('the sums by hour and by day are equal', () => {
  const at = fc.integer({ min: Date.parse('2026-10-25'), max: Date.parse('2026-11-10') });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(at, fc.integer({ min: 1, max: 300 }), fc.option(fc.nat(3))), {
        maxLength: 30,
      }),
      (runs) => {
        const sessions = runs.map(([from, minutes, taskId]) =>
          session(new Date(from).toISOString(), minutes, { taskId }),
        );
        const days = daysWithin('2026-10-23', '2026-11-05');
        const sum = (minutes: number[]) => minutes.reduce((all, one) => all + one, 0);
        const byDay = sum(focusByDay(sessions, days).map(({ minutes }) => minutes));
        expect(sum(focusByHour(sessions, days))).toBeCloseTo(byDay, 6);
      },
    ),
  );
});

it('the outcomes count sessions and sum their planned and actual time', () => {
  const sessions = [
    session('2026-11-20T09:00:00-05:00', 25),
    session('2026-11-20T10:00:00-05:00', 5, { completed: false }),
  ];
  const outcomes = { begun: 2, completed: 1, plannedMinutes: 50, actualMinutes: 30 };
  expect(sessionOutcomes(sessions, WEEK)).toEqual(outcomes);
});

const everyDay = () => true;

it('a day off neither breaks a streak nor counts', () => {
  // A weekend, and a Friday that is a holiday.
  const isWorkingDay = (day: string) =>
    !['2026-11-14', '2026-11-15', '2026-11-20', '2026-11-21', '2026-11-22'].includes(day);
  const days = new Set(['2026-11-13', '2026-11-16', '2026-11-18', '2026-11-19']);
  expect(streakOf(days, '2026-11-22', isWorkingDay)).toEqual({ current: 2, longest: 2 });
  expect(streakOf(days, '2026-11-23', isWorkingDay)).toEqual({ current: 2, longest: 2 });
  expect(streakOf(days, '2026-11-24', isWorkingDay)).toEqual({ current: 0, longest: 2 });
  const withSaturday = new Set([...days, '2026-11-21']);
  expect(streakOf(withSaturday, '2026-11-23', isWorkingDay).current).toBe(3);
});

it('a streak ends only after a whole day without a session', () => {
  const days = new Set(['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-18', '2026-11-19']);
  expect(streakOf(days, '2026-11-19', everyDay)).toEqual({ current: 2, longest: 3 });
  expect(streakOf(days, '2026-11-20', everyDay)).toEqual({ current: 2, longest: 3 });
  expect(streakOf(days, '2026-11-21', everyDay)).toEqual({ current: 0, longest: 3 });
  expect(streakOf(new Set(), '2026-11-21', everyDay)).toEqual({ current: 0, longest: 0 });
  const runs = [
    session('2026-11-19T23:50:00-05:00', 25),
    session('2026-11-18T10:00:00-05:00', 5, { completed: false }),
  ];
  expect([...focusDays(runs)]).toEqual(['2026-11-20']);
});
