import type { FocusSession } from '@daymark/contract/focusSession';
import { event as anyEvent, focusSession } from '@daymark/contract/test/records';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { dayParts, longestGapMinutes, eventMinutes } from './dayParts';
import { daySpan, partsByDay, sessionSpan } from './insightDays';
import type { WorkingHours } from '../planning/freeTime';
import type { CalendarEvent } from '../shownRecords';

const MINUTE = 60_000;
const MODES = ['focus', 'shortBreak', 'longBreak'] as const;
const NEVER = new Date('2027-06-01T00:00:00Z');

/** A day without a clock change, a day of 23 hours and a day of 25, with their hours in New York. */
const DAYS = { '2026-11-20': 24, '2026-03-08': 23, '2026-11-01': 25 } as const;

const session = (mode: FocusSession['mode'], from: number, minutes: number, paused = 0) =>
  focusSession(1, {
    mode,
    start: new Date(from).toISOString(),
    end: new Date(from + (minutes + paused) * MINUTE).toISOString(),
    actualSeconds: minutes * 60,
  });
const event = (from: number, minutes: number, taskId: number | null = null) =>
  anyEvent(1, {
    start: new Date(from).toISOString(),
    end: new Date(from + minutes * MINUTE).toISOString(),
    taskId,
  });
const external = (from: number, minutes: number, isBusy: boolean): CalendarEvent => ({
  id: 'google',
  isExternal: true,
  title: 'Event',
  start: new Date(from).toISOString(),
  end: new Date(from + minutes * MINUTE).toISOString(),
  isAllDay: false,
  isBusy,
  color: '#3B82F6',
  calendar: 'Work',
  location: null,
  link: null,
});

/** A start in minutes after midnight, perhaps on the day before or after. */
const anywhere = fc.integer({ min: -600, max: 26 * 60 });
const someSessions = fc.array(
  fc.tuple(fc.constantFrom(...MODES), anywhere, fc.integer({ min: 0, max: 300 }), fc.nat(90)),
  { maxLength: 20 },
);
const someEvents = fc.array(fc.tuple(anywhere, fc.integer({ min: -60, max: 2000 })), {
  maxLength: 20,
});
const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Kolkata');

it('the parts of a day always sum to its whole, whatever overlaps', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(DAYS)),
      zones,
      someSessions,
      someEvents,
      fc.integer({ min: -120, max: 30 * 60 }),
      fc.option(fc.tuple(fc.nat(20), fc.nat(10)), { nil: undefined }),
      (day, zone, sessions, events, nowAt, hours) => {
        vi.stubEnv('TZ', zone);
        const { from, to } = daySpan(day);
        const now = from + nowAt * MINUTE;
        const working = hours && {
          from: from + hours[0] * 60 * MINUTE,
          to: from + (hours[0] + hours[1]) * 60 * MINUTE,
        };
        const parts = dayParts(
          day,
          {
            sessions: sessions.map(([mode, at, minutes, paused]) =>
              session(mode, from + at * MINUTE, minutes, paused),
            ),
            events: events.map(([at, minutes]) => event(from + at * MINUTE, minutes)),
            working: working ? [working] : [],
          },
          new Date(now),
        );
        const { focused, inEvents, onBreaks, other, all } = parts;
        expect(focused + inEvents + onBreaks + other).toBe(all);
        for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0);
        expect(all).toBeLessThanOrEqual(Math.max(0, Math.min(to, now) - from));
        expect(other).toBeLessThanOrEqual(working ? working.to - working.from : 0);
      },
    ),
  );
});

it('overlapping records count once, in any order', () => {
  const { from } = daySpan('2026-11-20');
  const working = { from: from + 9 * 60 * MINUTE, to: from + 17 * 60 * MINUTE };
  fc.assert(
    fc.property(someSessions, someEvents, (runs, times) => {
      const sessions = runs.map(([mode, at, minutes]) =>
        session(mode, from + at * MINUTE, minutes),
      );
      const events = times.map(([at, minutes]) => event(from + at * MINUTE, minutes));
      const once = dayParts('2026-11-20', { sessions, events, working: [working] }, NEVER);
      const twice = dayParts(
        '2026-11-20',
        {
          sessions: [...sessions, ...sessions].toReversed(),
          events: [...events, ...events].toReversed(),
          working: [working],
        },
        NEVER,
      );
      expect(twice).toEqual(once);
    }),
  );
});

it.each(Object.entries(DAYS))(
  'on %s, working hours can last all day: %d hours in New York',
  (day, hours) => {
    vi.stubEnv('TZ', 'America/New_York');
    const parts = dayParts(day, { sessions: [], events: [], working: [daySpan(day)] }, NEVER);
    expect(parts).toMatchObject({ other: hours * 60 * MINUTE, all: hours * 60 * MINUTE });
  },
);

it('focus and breaks during an event don’t count as time in the event', () => {
  const { from } = daySpan('2026-11-20');
  const nine = from + 9 * 60 * MINUTE;
  const parts = dayParts(
    '2026-11-20',
    {
      sessions: [session('focus', nine, 25), session('shortBreak', nine + 25 * MINUTE, 5)],
      events: [
        event(nine, 60),
        event(nine + 30 * MINUTE, 60),
        event(from - 60 * MINUTE, 3 * 24 * 60),
      ],
      working: [],
    },
    NEVER,
  );
  expect(parts).toMatchObject({
    focused: 25 * MINUTE,
    onBreaks: 5 * MINUTE,
    inEvents: 60 * MINUTE,
    other: 0,
  });
});

it('other time is what is left of the working hours', () => {
  const { from } = daySpan('2026-11-20');
  const at = (hour: number) => from + hour * 60 * MINUTE;
  const records = {
    sessions: [session('focus', at(10), 60), session('focus', at(20), 30)],
    events: [event(at(12), 60), event(at(19), 45)],
    working: [{ from: at(9), to: at(17) }],
  };
  const hour = 60 * MINUTE;
  expect(dayParts('2026-11-20', records, NEVER)).toEqual({
    focused: 1.5 * hour,
    onBreaks: 0,
    inEvents: 1.75 * hour,
    other: 6 * hour,
    all: 9.25 * hour,
  });
  expect(dayParts('2026-11-20', records, new Date(at(11)))).toMatchObject({
    focused: hour,
    other: hour,
    all: 2 * hour,
  });
});

it('time blocks and free events don’t count as time in events', () => {
  const { from } = daySpan('2026-11-20');
  const events = [
    event(from + 600 * MINUTE, 60, 7),
    external(from + 700 * MINUTE, 60, false),
    external(from + 800 * MINUTE, 30, true),
  ];
  expect(eventMinutes('2026-11-20', events)).toBe(30);
});

it('a focus session across midnight is split between its days', () => {
  const { from } = daySpan('2026-11-20');
  expect(sessionSpan(session('focus', from, 25, 60))).toEqual({ from, to: from + 25 * MINUTE });
  const late = sessionSpan(session('focus', from - 10 * MINUTE, 25));
  expect(partsByDay(late).map(({ day, part }) => [day, (part.to - part.from) / MINUTE])).toEqual([
    ['2026-11-19', 10],
    ['2026-11-20', 15],
  ]);
});

it('overlapping events count once', () => {
  const { from } = daySpan('2026-11-20');
  const at = (hour: number) => from + hour * 60 * MINUTE;
  const events = [event(at(9), 60), event(at(9.5), 60), event(at(14), 30)];
  expect(eventMinutes('2026-11-20', events)).toBe(120);
});

/** Someone who works from 8:00 to 18:00 on Tuesdays and from 7:00 to 12:00 on Wednesdays. */
const TWO_DAYS: WorkingHours = Array.from({ length: 7 }, (_, index) => {
  if (index === 1) return { start: '08:00', end: '18:00' };
  return index === 2 ? { start: '07:00', end: '12:00' } : null;
});

it.each([
  ['a working day', '2026-11-17'],
  ['a day off', '2026-11-20'],
])('on %s, the longest gap is within the earliest and the latest working hour', (_, day) => {
  const at = (hour: number) => daySpan(day).from + hour * 60 * MINUTE;
  const gap = (...events: CalendarEvent[]) => longestGapMinutes(day, events, TWO_DAYS);
  expect(gap()).toBe(660);
  expect(gap(event(at(9), 60), event(at(9.5), 60), event(at(14), 30))).toBe(210);
  expect(gap(event(at(6), 720))).toBe(0);
});

it('without working hours, the longest gap is between 8:00 and 18:00', () => {
  const none = TWO_DAYS.map(() => null);
  expect(longestGapMinutes('2026-11-20', [], none)).toBe(600);
});
