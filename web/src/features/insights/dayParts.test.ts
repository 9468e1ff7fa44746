import type { FocusSession } from '@daymark/contract/focusSession';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { dayParts, longestGapMinutes, meetingMinutes } from './dayParts';
import { daySpan, partsByDay, sessionSpan } from './insightDays';

const MINUTE = 60_000;
const MODES = ['focus', 'shortBreak', 'longBreak'] as const;
const NEVER = new Date('2027-06-01T00:00:00Z');

/** A day without a time change, and one with 23 and one with 25 hours. */
const DAYS = { '2026-11-20': 24, '2026-03-08': 23, '2026-11-01': 25 } as const;

const session = (
  mode: FocusSession['mode'],
  from: number,
  minutes: number,
  paused = 0,
): FocusSession => ({
  id: 1,
  mode,
  start: new Date(from).toISOString(),
  end: new Date(from + (minutes + paused) * MINUTE).toISOString(),
  plannedSeconds: 1500,
  actualSeconds: minutes * 60,
  completed: true,
  taskId: null,
  note: null,
  userId: 1,
});
const event = (from: number, minutes: number) => ({
  start: new Date(from).toISOString(),
  end: new Date(from + minutes * MINUTE).toISOString(),
});

/** Anything that may lie on a day or reach into it. */
const anywhere = fc.integer({ min: -600, max: 26 * 60 });
const someSessions = fc.array(
  fc.tuple(fc.constantFrom(...MODES), anywhere, fc.integer({ min: 0, max: 300 }), fc.nat(90)),
  { maxLength: 20 },
);
const someEvents = fc.array(fc.tuple(anywhere, fc.integer({ min: -60, max: 2000 })), {
  maxLength: 20,
});
const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Kolkata');

it('the parts of a day always sum to it, whatever overlaps what, on days of 23 and 25 hours too', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(DAYS)),
      zones,
      someSessions,
      someEvents,
      fc.integer({ min: -120, max: 30 * 60 }),
      (day, zone, sessions, events, nowAt) => {
        vi.stubEnv('TZ', zone);
        const { from, to } = daySpan(day);
        const now = from + nowAt * MINUTE;
        const parts = dayParts(
          day,
          sessions.map(([mode, at, minutes, paused]) =>
            session(mode, from + at * MINUTE, minutes, paused),
          ),
          events.map(([at, minutes]) => event(from + at * MINUTE, minutes)),
          new Date(now),
        );
        const { focused, inMeetings, onBreaks, unaccounted, all } = parts;
        expect(focused + inMeetings + onBreaks + unaccounted).toBe(all);
        for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0);
        expect(all).toBe(Math.max(0, Math.min(to, now) - from));
      },
    ),
  );
});

it('overlapping records count once, in any order', () => {
  const { from } = daySpan('2026-11-20');
  fc.assert(
    fc.property(someSessions, someEvents, (sessions, events) => {
      const runs = sessions.map(([mode, at, minutes]) =>
        session(mode, from + at * MINUTE, minutes),
      );
      const meetings = events.map(([at, minutes]) => event(from + at * MINUTE, minutes));
      const once = dayParts('2026-11-20', runs, meetings, NEVER);
      const twice = dayParts(
        '2026-11-20',
        [...runs, ...runs].toReversed(),
        [...meetings, ...meetings].toReversed(),
        NEVER,
      );
      expect(twice).toEqual(once);
    }),
  );
});

it.each(Object.entries(DAYS))('%s has %d hours in New York', (day, hours) => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(dayParts(day, [], [], NEVER)).toMatchObject({ all: hours * 60 * MINUTE });
});

it('focus during a meeting counts as focus, a break as a break, and the rest as the meeting', () => {
  const { from } = daySpan('2026-11-20');
  const nine = from + 9 * 60 * MINUTE;
  const parts = dayParts(
    '2026-11-20',
    [session('focus', nine, 25), session('shortBreak', nine + 25 * MINUTE, 5)],
    [event(nine, 60), event(nine + 30 * MINUTE, 60), event(from - 60 * MINUTE, 3 * 24 * 60)],
    NEVER,
  );
  expect(parts).toMatchObject({
    focused: 25 * MINUTE,
    onBreaks: 5 * MINUTE,
    inMeetings: 60 * MINUTE,
  });
});

it('a paused session counts with its actual time; a session across midnight is split', () => {
  const { from } = daySpan('2026-11-20');
  expect(sessionSpan(session('focus', from, 25, 60))).toEqual({ from, to: from + 25 * MINUTE });
  const late = sessionSpan(session('focus', from - 10 * MINUTE, 25));
  expect(partsByDay(late).map(({ day, part }) => [day, (part.to - part.from) / MINUTE])).toEqual([
    ['2026-11-19', 10],
    ['2026-11-20', 15],
  ]);
});

it('overlapping meetings count once, and the longest gap is between meetings', () => {
  const { from } = daySpan('2026-11-20');
  const at = (hour: number) => from + hour * 60 * MINUTE;
  const events = [event(at(9), 60), event(at(9.5), 60), event(at(14), 30)];
  expect(meetingMinutes('2026-11-20', events)).toBe(120);
  expect(longestGapMinutes(events, { from: at(8), to: at(18) })).toBe(210);
  expect(longestGapMinutes([], { from: at(8), to: at(18) })).toBe(600);
  expect(longestGapMinutes([event(at(7), 660)], { from: at(8), to: at(18) })).toBe(0);
});
