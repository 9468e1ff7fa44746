import { event } from '@daymark/contract/test/records';
import { afterEach, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { addDays, localInstant, timeOnDay, timeText } from '../../lib/time/dates';
import { eventSpan } from '../events/eventSpan';
import type { TimeSpan } from '../../lib/time/timeSpans';
import { blockMinutes, fillFreeTime } from './fillFreeTime';
import { isBusy, openGaps, workingSpan } from './freeTime';
import type { CalendarEvent } from '../shownRecords';

const DAYS = 1000;
const MINUTE = 60_000;
const FRIDAY = '2026-11-20';
const at = (hours: number) => timeOnDay(FRIDAY, hours * 60).getTime();
const times = ({ spans }: ReturnType<typeof fillFreeTime>) =>
  [...spans].map(([id, { from, to }]) =>
    [id, timeText(new Date(from)), timeText(new Date(to))].join(' '),
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

it('each task goes whole into the first gap that is long enough, in the order of the list', () => {
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
    '4 9:45 AM 10:00 AM',
    '5 12:30 PM 1:00 PM',
  ]);
  expect(filling.unplaced).toEqual([3]);
});

it('a block begins at the next quarter of an hour', () => {
  const gaps = [{ from: at(10) + 7.5 * MINUTE, to: at(11) }];
  expect(times(fillFreeTime([{ id: 1, minutes: 45 }], gaps))).toEqual(['1 10:15 AM 11:00 AM']);
  expect(fillFreeTime([{ id: 1, minutes: 60 }], gaps).unplaced).toEqual([1]);
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

      const listed = [...spans.keys(), ...unplaced].sort((a, b) => a - b);
      expect(listed).toEqual(wanted.map(({ id }) => id));
      placed += spans.size;
      refused += unplaced.length;

      const work = workingSpan(day, hours);
      const taken = events.filter((event) => isBusy(event) || 'taskId' in event).map(eventSpan);
      const all = [...spans.values()];
      for (const [id, { from, to }] of spans) {
        expect(to - from).toBe(wanted[id]!.minutes * MINUTE);
        expect(from).toBeGreaterThanOrEqual(now.getTime());
        expect(new Date(from).getMinutes() % 15).toBe(0);
        expect(from).toBeGreaterThanOrEqual(work!.from);
        expect(to).toBeLessThanOrEqual(work!.to);
        for (const span of [...taken, ...all.filter((other) => other !== spans.get(id))])
          expect(Math.min(span.to, to) - Math.max(span.from, from)).toBeLessThanOrEqual(0);
      }

      // An unplaced task fits nowhere, at no quarter of the day's working hours.
      const isFree = (span: TimeSpan) =>
        [...taken, ...all].every(
          (other) => Math.min(other.to, span.to) <= Math.max(other.from, span.from),
        );
      const quarters = 15 * MINUTE;
      for (const id of unplaced) {
        const length = wanted[id]!.minutes * MINUTE;
        const first = Math.max(work?.from ?? 0, now.getTime());
        let from = Math.ceil(first / quarters) * quarters;
        for (; work && from + length <= work.to; from += quarters)
          expect(isFree({ from, to: from + length })).toBe(false);
      }
    }),
    { numRuns: DAYS },
  );
  // The random days are neither all full nor all empty.
  expect(placed).toBeGreaterThan(DAYS / 2);
  expect(refused).toBeGreaterThan(DAYS / 2);
});
