import { event } from '@daymark/contract/test/records';
import { afterEach, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { addDays, localInstant, timeOnDay, timeText } from '../../lib/time/dates';
import { eventSpan } from '../events/eventSpan';
import { coveredMs, type TimeSpan } from '../../lib/time/timeSpans';
import { blockMinutes, fillFreeTime, inFillOrder, unplacedReason } from './fillFreeTime';
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

const GAPS = [
  { from: at(9), to: at(10) },
  { from: at(11), to: at(13) },
];

it('each task goes whole into the first gap that is long enough, in the order of the list', () => {
  const filling = fillFreeTime(
    [
      { id: 1, minutes: 90 },
      { id: 2, minutes: 45 },
      { id: 3, minutes: 15 },
      { id: 4, minutes: 30 },
      { id: 5, minutes: 60 },
    ],
    GAPS,
  );
  expect(times(filling)).toEqual([
    '1 11:00 AM 12:30 PM',
    '2 9:00 AM 9:45 AM',
    '3 9:45 AM 10:00 AM',
    '4 12:30 PM 1:00 PM',
  ]);
  expect(filling.unplaced).toEqual([{ id: 5, minutes: 60, placed: 0 }]);
});

it('priorities get time first, then the nearest deadlines', () => {
  const wanted = [
    { id: 1, minutes: 60 },
    { id: 2, minutes: 60, deadline: '2026-11-25' },
    { id: 3, minutes: 60, deadline: FRIDAY },
    { id: 4, minutes: 60, isPriority: true },
  ];
  const filling = fillFreeTime(wanted, GAPS);
  expect(times(filling)).toEqual([
    '4 9:00 AM 10:00 AM',
    '3 11:00 AM 12:00 PM',
    '2 12:00 PM 1:00 PM',
  ]);
  expect(filling.unplaced.map(({ id }) => id)).toEqual([1]);
});

it('a task keeps its usual time of day if that time is free', () => {
  const wanted = [
    { id: 1, minutes: 30, usualStart: at(12) },
    { id: 2, minutes: 30, usualStart: at(12) },
    { id: 3, minutes: 30, usualStart: at(10) },
  ];
  expect(times(fillFreeTime(wanted, GAPS))).toEqual([
    '1 12:00 PM 12:30 PM',
    '2 9:00 AM 9:30 AM',
    '3 9:30 AM 10:00 AM',
  ]);
});

it('a task that no gap holds whole is split into parts of at least 30 minutes', () => {
  expect(times(fillFreeTime([{ id: 1, minutes: 180 }], GAPS))).toEqual([
    '1 9:00 AM 10:00 AM',
    '1 11:00 AM 1:00 PM',
  ]);
  // A part of 60 minutes would leave 15.
  const short = [GAPS[0]!, { from: at(11), to: at(12) }];
  expect(times(fillFreeTime([{ id: 1, minutes: 75 }], short))).toEqual([
    '1 9:00 AM 9:45 AM',
    '1 11:00 AM 11:30 AM',
  ]);
});

it('a task that does not wholly fit has a reason', () => {
  const { unplaced } = fillFreeTime([{ id: 1, minutes: 120 }], GAPS.slice(0, 1));
  expect(unplaced.map((one) => unplacedReason(one, 'ahead'))).toEqual([
    '1h fit. The rest has no room.',
  ]);
  const none = { id: 1, minutes: 60, placed: 0 };
  expect(unplacedReason(none, 'ahead')).toBe('No free time of 30 minutes is left.');
  expect(unplacedReason({ ...none, minutes: 15 }, 'ahead')).toBe(
    'No free time of 15 minutes is left.',
  );
  expect(unplacedReason(none, 'over')).toBe('The day is over.');
  expect(unplacedReason(none, 'none')).toBe('A day off.');
});

it('a block begins at the next quarter of an hour', () => {
  const gaps = [{ from: at(10) + 7.5 * MINUTE, to: at(11) }];
  expect(times(fillFreeTime([{ id: 1, minutes: 45 }], gaps))).toEqual(['1 10:15 AM 11:00 AM']);
});

/* Random days in several zones, on which clocks may change, with events and blocks across midnight. */
const clock = fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15);
const clockText = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
const workingTime = fc
  .tuple(clock, clock)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => {
    const [start, end] = [Math.min(a, b), Math.max(a, b)];
    const noon = Math.floor((start + end) / 30) * 15;
    const lunch = { start: clockText(noon), end: clockText(Math.min(noon + 60, end)) };
    return {
      start: clockText(start),
      end: clockText(end),
      ...(end - start >= 60 && { break: lunch }),
    };
  });
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
  drawnTasks: fc.array(
    fc.record({
      estimate: fc.option(fc.integer({ min: 1, max: 300 })),
      isPriority: fc.boolean(),
      deadline: fc.option(fc.constantFrom('2026-01-01', '2026-06-01', '2026-12-01')),
      usual: fc.option(fc.integer({ min: 0, max: 1439 })),
    }),
    { maxLength: 15 },
  ),
});

it('on random days, blocks keep to free time and what does not fit is listed', () => {
  let placed = 0;
  let refused = 0;
  fc.assert(
    fc.property(anyDay, ({ zone, day, hours, drawn, nowAt, drawnTasks }) => {
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
      const wanted = drawnTasks.map(({ estimate, usual, ...task }, id) => ({
        ...task,
        id,
        minutes: blockMinutes(estimate),
        ...(usual !== null && { usualStart: start + usual * MINUTE }),
      }));
      const gaps = openGaps({ day, hours, events, now });
      const filling = fillFreeTime(wanted, gaps);
      const { spans, unplaced } = filling;
      expect(fillFreeTime(wanted, gaps)).toEqual(filling);
      placed += spans.size;
      refused += unplaced.length;

      const work = workingSpans(day, hours, events);
      const taken = events.filter((event) => isBusy(event) || 'taskId' in event).map(eventSpan);
      const all = [...spans.values()].flat();
      for (const { id, minutes } of wanted) {
        const parts = spans.get(id) ?? [];
        const length = coveredMs(parts) / MINUTE;
        const missing = unplaced.find((one) => one.id === id);
        expect(missing).toEqual(length < minutes ? { id, minutes, placed: length } : undefined);
        expect(length).toBeLessThanOrEqual(minutes);
        if (missing) expect(unplacedReason(missing, 'ahead')).toMatch(/\.$/);
        for (const part of parts) {
          const { from, to } = part;
          expect(to - from).toBeGreaterThanOrEqual(Math.min(minutes, 30) * MINUTE);
          expect(from).toBeGreaterThanOrEqual(now.getTime());
          expect(new Date(from).getMinutes() % 15).toBe(0);
          expect(work.some((span) => from >= span.from && to <= span.to)).toBe(true);
          for (const span of [...taken, ...all.filter((other) => other !== part)])
            expect(Math.min(span.to, to) - Math.max(span.from, from)).toBeLessThanOrEqual(0);
        }
      }

      // Without the tasks behind it in the order, a task gets the same time.
      const ordered = inFillOrder(wanted);
      for (const [index, { id, isPriority, deadline }] of ordered.entries()) {
        const next = ordered[index + 1];
        if (next) expect(isPriority || !next.isPriority).toBe(true);
        if (next && isPriority === next.isPriority)
          expect((deadline ?? '9') <= (next.deadline ?? '9')).toBe(true);
        const alone = fillFreeTime(ordered.slice(0, index + 1), gaps);
        expect(alone.spans.get(id)).toEqual(spans.get(id));
      }

      // A task that did not wholly fit has no more room, at no quarter of the day's working hours.
      const isFree = (span: TimeSpan) =>
        [...taken, ...all].every(
          (other) => Math.min(other.to, span.to) <= Math.max(other.from, span.from),
        );
      const quarters = 15 * MINUTE;
      for (const { minutes, placed: got } of unplaced) {
        const length = Math.min(Math.max(minutes - got, 0), 30) * MINUTE;
        if (got > 0 && length < 30 * MINUTE) continue;
        for (const span of work) {
          const first = Math.max(span.from, now.getTime());
          let from = Math.ceil(first / quarters) * quarters;
          for (; from + length <= span.to; from += quarters)
            expect(isFree({ from, to: from + length })).toBe(false);
        }
      }
    }),
    { numRuns: DAYS },
  );
  // The random days are neither all full nor all empty.
  expect(placed).toBeGreaterThan(DAYS / 2);
  expect(refused).toBeGreaterThan(DAYS / 2);
});
