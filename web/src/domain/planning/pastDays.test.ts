import { event, focusSession } from '@daymark/contract/test/records';
import { afterEach, expect, it, vi } from 'vitest';
import { addDays, localInstant, timeOnDay, type LocalDay } from '../../lib/time/dates';
import { pastDays, type PastRecords } from './pastDays';
import type { WorkingHours } from './freeTime';

const FRIDAY = '2026-11-20';
const THURSDAY = '2026-11-19';
const WEEK: WorkingHours = Array.from({ length: 7 }, (_, index) =>
  index < 5 ? { start: '09:00', end: '17:00' } : null,
);

const at = (day: LocalDay, hours: number) => localInstant(timeOnDay(day, hours * 60));
const focus = (day: LocalDay, hours: number, minutes: number) =>
  focusSession(1, {
    start: at(day, hours),
    end: at(day, hours + minutes / 60),
    actualSeconds: minutes * 60,
  });
const meeting = (day: LocalDay, from: number, to: number, taskId: number | null = null) =>
  event(1, { start: at(day, from), end: at(day, to), taskId });
const past = (records: Partial<PastRecords>, most = 60) =>
  pastDays({ sessions: [], events: [], hours: WEEK, ...records }, FRIDAY, most);

afterEach(() => vi.unstubAllEnvs());

it('a past day has its focus and its free time', () => {
  const sessions = [focus(THURSDAY, 9, 50), focus('2026-11-18', 20, 25)];
  const events = [
    meeting(THURSDAY, 10, 12),
    meeting(THURSDAY, 11, 13),
    meeting(THURSDAY, 14, 15, 7),
  ];
  expect(past({ sessions, events })).toEqual([
    { day: THURSDAY, focused: 50, free: 300 },
    { day: '2026-11-18', focused: 25, free: 480 },
  ]);
  expect(past({ sessions, events }, 1)).toHaveLength(1);
});

it('today, days off and weekdays without working hours don’t count', () => {
  const days = [FRIDAY, THURSDAY, '2026-11-18'];
  const sessions = days.map((day) => focus(day, 10, 25));
  const holiday = event(1, { days: { start: THURSDAY, end: FRIDAY }, dayOff: true });
  expect(past({ sessions, events: [holiday] }).map(({ day }) => day)).toEqual(['2026-11-18']);
});

it('breaks don’t count as focus', () => {
  const rest = focusSession(1, { ...focus(THURSDAY, 9, 15), mode: 'shortBreak' });
  expect(past({ sessions: [rest] })).toEqual([]);
});

it('days without focus are in the history from the first day with focus on', () => {
  const found = past({ sessions: [focus('2026-11-17', 9, 15), focus(THURSDAY, 9, 15)] });
  expect(found.map(({ focused }) => focused)).toEqual([15, 0, 15]);
  expect(past({ sessions: [focus('2026-11-17', 9, 15), focus(THURSDAY, 9, 15)] }, 1)).toHaveLength(
    1,
  );
});

it('sessions that overlap count once', () => {
  const sessions = [focus(THURSDAY, 9, 60), focus(THURSDAY, 9.5, 60)];
  expect(past({ sessions })[0]?.focused).toBe(90);
});

it('a session across midnight is divided', () => {
  const sessions = [focus('2026-11-18', 23, 120)];
  expect(past({ sessions }).map(({ focused }) => focused)).toEqual([60, 60]);
});

it('focus of more than half a year ago doesn’t count', () => {
  expect(past({ sessions: [focus(addDays(FRIDAY, -190), 9, 60)] })).toEqual([]);
});

it.each([
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
])('in %s, all focus of a day with a clock change counts on that day', (zone, ...days) => {
  vi.stubEnv('TZ', zone);
  for (const day of days) {
    const sessions = [focus(day, 0, 60), focus(day, 12, 60)];
    const hours = WEEK.map(() => ({ start: '00:00', end: '24:00' }));
    const found = pastDays({ sessions, events: [], hours }, addDays(day, 1), 60);
    expect(found).toEqual([{ day, focused: 120, free: day.slice(5, 7) === '03' ? 1380 : 1500 }]);
  }
});
