import { event } from '@daymark/contract/test/records';
import { afterEach, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { addDays, localInstant, timeOnDay, timeText } from '../../lib/time/dates';
import { eventSpan } from '../events/eventSpan';
import { blockMinutes, fillFreeTime, unplacedText } from './fillFreeTime';
import { isBusy, openGaps, workingSpans } from './freeTime';
import type { CalendarEvent } from '../shownRecords';

const DAYS = 1000;
const MINUTE = 60_000;
const FRIDAY = '2026-11-20';
const at = (hours: number) => timeOnDay(FRIDAY, hours * 60).getTime();
const times = ({ spans }: ReturnType<typeof fillFreeTime>) =>
  [...spans].flatMap(([id, parts]) =>
    parts.map(({ from, to }) => [id, timeText(new Date(from)), timeText(new Date(to))].join(' ')),
  );

afterEach(() => vi.unstubAllEnvs());

it.each([
  [null, 30],
  [0, 30],
  [1, 15],
  [15, 15],
  [16, 30],
  [20, 30],
  [62, 75],
  [60, 60],
  [100, 105],
  [1440, 1440],
])('a block for %s remaining minutes is %i minutes long', (remaining, length) => {
  expect(blockMinutes(remaining)).toBe(length);
});

it('a task goes whole into the first gap that is long enough, in the order of the list', () => {
  const gaps = [
    { from: at(9), to: at(10) },
    { from: at(11), to: at(13) },
  ];
  const filling = fillFreeTime(
    [
      { id: 1, minutes: 90 },
      { id: 2, minutes: 45 },
      { id: 3, minutes: 60 },
      { id: 4, minutes: 15 },
      { id: 5, minutes: 30 },
    ],
    gaps,
  );
  expect(times(filling)).toEqual([
    '1 11:00 AM 12:30 PM',
    '2 9:00 AM 9:45 AM',
    '3 12:30 PM 1:00 PM',
    '4 9:45 AM 10:00 AM',
  ]);
  expect(filling.unplaced.map(unplacedText)).toEqual([
    '30m of 1h fit. No free time is left for the rest.',
    '30m: no free time is left.',
  ]);
});

it('a block begins at the next quarter of an hour', () => {
  const gaps = [{ from: at(10) + 7.5 * MINUTE, to: at(11) }];
  expect(times(fillFreeTime([{ id: 1, minutes: 45 }], gaps))).toEqual(['1 10:15 AM 11:00 AM']);
  expect(fillFreeTime([{ id: 1, minutes: 60 }], gaps).unplaced).toHaveLength(1);
});

it('a task that no gap holds is split into parts of at least 30 minutes', () => {
  const gaps = [
    { from: at(9), to: at(9.75) },
    { from: at(10), to: at(10.25) },
    { from: at(11), to: at(12) },
  ];
  const wanted = (minutes: number) => fillFreeTime([{ id: 1, minutes }], gaps);
  expect(times(wanted(75))).toEqual(['1 9:00 AM 9:45 AM', '1 11:00 AM 11:30 AM']);
  // All of the first gap would leave 15 minutes, which is too short for a part.
  expect(times(wanted(60))).toEqual(['1 11:00 AM 12:00 PM']);
  const tight = [gaps[0]!, { from: at(11), to: at(11.5) }];
  expect(times(fillFreeTime([{ id: 1, minutes: 60 }], tight))).toEqual([
    '1 9:00 AM 9:30 AM',
    '1 11:00 AM 11:30 AM',
  ]);
  const partly = wanted(120);
  expect(times(partly)).toEqual(['1 9:00 AM 9:45 AM', '1 11:00 AM 12:00 PM']);
  expect(partly.unplaced.map(unplacedText)).toEqual([
    '1h 45m of 2h fit. No free time is left for the rest.',
  ]);
  expect(fillFreeTime([{ id: 1, minutes: 15 }], []).unplaced.map(unplacedText)).toEqual([
    '15m: no free time is left.',
  ]);
});

/* Random days in several zones, on which clocks may change, with events and blocks across midnight. */
const clock = fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15);
const clockText = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
const workingTime = fc
  .tuple(clock, clock)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ start: clockText(Math.min(a, b)), end: clockText(Math.max(a, b)) }));
const anyEvent = fc.record({
  from: fc.integer({ min: -900, max: 1600 }),
  minutes: fc.integer({ min: -60, max: 700 }),
  kind: fc.constantFrom('own', 'block', 'google', 'googleFree'),
});
const anyDay = fc.record({
  zone: fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Africa/Cairo'),
  day: fc.oneof(
    fc.constantFrom('2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-04-24'),
    fc.integer({ min: 0, max: 700 }).map((days) => addDays('2026-01-01', days)),
  ),
  hours: fc.array(fc.option(workingTime, { freq: 6 }), { minLength: 7, maxLength: 7 }),
  drawn: fc.array(anyEvent, { maxLength: 10 }),
  nowAt: fc.integer({ min: -600 * MINUTE, max: 1500 * MINUTE }),
  estimates: fc.array(fc.option(fc.integer({ min: 1, max: 300 })), { maxLength: 15 }),
});

it('no block overlaps a busy event, is outside the working hours or is in the past', () => {
  let placed = 0;
  let refused = 0;
  let split = 0;
  fc.assert(
    fc.property(anyDay, ({ zone, day, hours, drawn, nowAt, estimates }) => {
      vi.stubEnv('TZ', zone);
      const start = timeOnDay(day, 0).getTime();
      const now = new Date(start + nowAt);
      const events = drawn.map(({ from, minutes, kind }, id): CalendarEvent => {
        const times = {
          title: kind,
          start: localInstant(new Date(start + from * MINUTE)),
          end: localInstant(new Date(start + (from + minutes) * MINUTE)),
        };
        if (kind === 'own' || kind === 'block')
          return event(id, { ...times, taskId: kind === 'block' ? 1 : null });
        return {
          ...times,
          id: String(id),
          isExternal: true,
          isAllDay: false,
          isBusy: kind === 'google',
          color: '',
          calendar: '',
          location: null,
          link: null,
        };
      });
      const wanted = estimates.map((estimate, id) => ({ id, minutes: blockMinutes(estimate) }));
      const gaps = openGaps({ day, hours, events, now });
      const filling = fillFreeTime(wanted, gaps);
      const { spans, unplaced } = filling;
      expect(fillFreeTime(wanted, gaps)).toEqual(filling);

      const all = [...spans.values()].flat();
      const minutesOf = (id: number) =>
        (spans.get(id) ?? []).reduce((sum, { from, to }) => sum + (to - from) / MINUTE, 0);
      const missingOf = (id: number) => unplaced.find((one) => one.id === id)?.missing ?? 0;
      for (const { id, minutes } of wanted) expect(minutesOf(id) + missingOf(id)).toBe(minutes);
      placed += all.length;
      split += [...spans.values()].filter(({ length }) => length > 1).length;
      refused += unplaced.length;

      const working = workingSpans(day, hours, events);
      const taken = events.filter((event) => isBusy(event) || 'taskId' in event).map(eventSpan);
      for (const [id, parts] of spans)
        for (const part of parts) {
          const { from, to } = part;
          expect(from).toBeGreaterThanOrEqual(now.getTime());
          expect(new Date(from).getMinutes() % 15).toBe(0);
          expect(working.some((work) => from >= work.from && to <= work.to)).toBe(true);
          if (parts.length > 1 || missingOf(id) > 0)
            expect(to - from).toBeGreaterThanOrEqual(30 * MINUTE);
          for (const span of [...taken, ...all.filter((other) => other !== part)])
            expect(Math.min(span.to, to) - Math.max(span.from, from)).toBeLessThanOrEqual(0);
        }

      // At the end, no gap holds all of a task that was not placed at all.
      const quarters = 15 * MINUTE;
      const left = openGaps({ day, hours, events, now }, all);
      for (const { id, missing } of unplaced)
        for (const { from, to } of left)
          if (minutesOf(id) === 0)
            expect(to - Math.ceil(from / quarters) * quarters).toBeLessThan(missing * MINUTE);
    }),
    { numRuns: DAYS },
  );
  // The random days are neither all full nor all empty.
  expect(placed).toBeGreaterThan(DAYS / 2);
  expect(refused).toBeGreaterThan(DAYS / 2);
  expect(split).toBeGreaterThan(DAYS / 50);
});
