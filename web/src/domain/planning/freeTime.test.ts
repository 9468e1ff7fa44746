import { event } from '@daymark/contract/test/records';
import { afterEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { addDays, localInstant, timeOnDay, timeText } from '../../lib/time/dates';
import { expandEvents } from '@daymark/contract/repeats/occurrences';
import { freeMinutes, isWorkingDay, openGaps, workingSpan, type WorkingHours } from './freeTime';
import type { ExternalEvent, ShownEvent } from '../shownRecords';

const FRIDAY = '2026-11-20';
const NINE_TO_FIVE: WorkingHours = Array.from({ length: 7 }, () => ({
  start: '09:00',
  end: '17:00',
}));
const WITH_LUNCH: WorkingHours = NINE_TO_FIVE.map((time) => ({
  ...time!,
  break: { start: '12:00', end: '13:00' },
}));
const EARLY = new Date(2026, 0, 1);

const own = (start: Date, end: Date, taskId: number | null = null) =>
  event(1, { start: localInstant(start), end: localInstant(end), taskId });
const google = (start: Date, end: Date, isBusy: boolean): ExternalEvent => ({
  id: 'a',
  isExternal: true,
  title: 'Holiday',
  start: localInstant(start),
  end: localInstant(end),
  isAllDay: true,
  isBusy,
  color: '',
  calendar: '',
  location: null,
  link: null,
});
const at = (hours: number, day = FRIDAY) => timeOnDay(day, hours * 60);
const free = (
  events: readonly (ShownEvent | ExternalEvent)[],
  { day = FRIDAY, hours = NINE_TO_FIVE, now = EARLY } = {},
) => freeMinutes({ day, hours, events, now });

afterEach(() => vi.unstubAllEnvs());

describe('the free time of a day', () => {
  it('is its working hours, and nothing on a day off', () => {
    expect(free([])).toBe(480);
    const week: WorkingHours = [
      { start: '08:00', end: '09:00' },
      { start: '08:00', end: '10:00' },
      null,
      { start: '08:00', end: '12:00' },
      { start: '08:00', end: '13:00' },
      { start: '08:00', end: '14:00' },
      { start: '00:00', end: '24:00' },
    ];
    // 2026-11-16 is a Monday.
    const days = [0, 1, 2, 3, 4, 5, 6].map((index) => addDays('2026-11-16', index));
    expect(days.map((day) => free([], { day, hours: week }))).toEqual([
      60, 120, 0, 240, 300, 360, 1440,
    ]);
  });

  it('leaves out the lunch break', () => {
    expect(free([], { hours: WITH_LUNCH })).toBe(420);
    expect(free([], { hours: WITH_LUNCH, now: at(12.5) })).toBe(240);
    expect(free([own(at(11.5), at(13.5))], { hours: WITH_LUNCH })).toBe(360);
  });

  it('leaves out the person’s events, with overlaps counted once', () => {
    expect(free([own(at(10), at(12))])).toBe(360);
    expect(free([own(at(10), at(12)), own(at(11), at(13))])).toBe(300);
    expect(free([own(at(10), at(10))])).toBe(480);
    expect(free([own(at(12), at(10))])).toBe(480);
  });

  it('leaves out one of the person’s events only if it is busy', () => {
    const days = { start: FRIDAY, end: addDays(FRIDAY, 1) };
    const allDay = { ...own(at(0), at(24)), days };
    expect(free([allDay])).toBe(480);
    expect(free([{ ...allDay, busy: true }])).toBe(0);
    expect(free([{ ...own(at(10), at(12)), busy: false }])).toBe(480);
    expect(free([{ ...own(at(10), at(12), 7), busy: true }])).toBe(480);
  });

  it('includes time blocks, because they are planned work', () => {
    expect(free([own(at(10), at(12), 7)])).toBe(480);
  });

  it('leaves out only the part of an event that is within the working hours', () => {
    expect(free([own(at(20, addDays(FRIDAY, -1)), at(10))])).toBe(420);
    expect(free([own(at(16), at(10, addDays(FRIDAY, 1)))])).toBe(420);
    expect(free([own(at(6), at(8))])).toBe(480);
  });

  it('leaves out Google’s busy events, including all-day ones', () => {
    expect(free([google(at(0), at(24), true)])).toBe(0);
    expect(free([google(at(0), at(24), false)])).toBe(480);
  });

  it('leaves out what has passed', () => {
    expect(free([], { now: at(12) })).toBe(300);
    expect(free([own(at(11), at(13))], { now: at(12) })).toBe(240);
    expect(free([], { now: at(18) })).toBe(0);
  });

  it.each([
    ['America/New_York', '2026-03-08', '01:00', '04:00', 120],
    ['America/New_York', '2026-03-08', '02:00', '03:00', 0],
    ['America/New_York', '2026-11-01', '00:00', '04:00', 300],
    ['America/New_York', '2026-11-01', '00:00', '24:00', 1500],
    ['America/New_York', '2026-03-08', '00:00', '24:00', 1380],
    ['America/New_York', '2026-03-08', '02:45', '03:00', 0],
    ['Africa/Cairo', '2026-04-24', '00:00', '02:00', 60],
  ])(
    'in %s on %s, when the clocks change, %s to %s are %i minutes',
    (zone, day, start, end, minutes) => {
      vi.stubEnv('TZ', zone);
      const hours = Array.from({ length: 7 }, () => ({ start, end }));
      expect(free([], { day, hours })).toBe(minutes);
    },
  );
});

describe('a day off', () => {
  const days = (start: string, end: string) => ({ start, end });
  const holiday = event(1, { dayOff: true, days: days(FRIDAY, '2026-11-23') });

  it('has no free time, even if its event counts as free', () => {
    expect(free([{ ...holiday, busy: false }])).toBe(0);
    expect(workingSpan(FRIDAY, NINE_TO_FIVE, [holiday])).toBeUndefined();
  });

  it('ends before the day after its event’s last day', () => {
    const worked = ['2026-11-19', FRIDAY, '2026-11-22', '2026-11-23'].map((day) =>
      isWorkingDay(day, NINE_TO_FIVE, [holiday]),
    );
    expect(worked).toEqual([true, false, false, true]);
  });

  it('is not made by an event with times or by Google', () => {
    const timed = { ...own(at(0), at(24)), dayOff: true, busy: false };
    expect(free([timed, google(at(0), at(24), false)])).toBe(480);
  });

  it('comes again with its event', () => {
    const yearly = event(1, {
      dayOff: true,
      days: days('2024-12-25', '2024-12-27'),
      repeat: {
        rule: { every: 'year', interval: 1, day: 25, from: 'schedule' },
        timeZone: 'Europe/Berlin',
        until: null,
        count: null,
      },
    });
    const events = expandEvents([yearly], { from: '2026-12-01', to: '2026-12-31' });
    const isOff = (day: string) => !isWorkingDay(day, NINE_TO_FIVE, events);
    expect(['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'].map(isOff)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each([
    'America/New_York',
    'Europe/Berlin',
    'Africa/Cairo',
    'Asia/Kolkata',
    'Pacific/Apia',
    'America/Los_Angeles',
  ])('is the same day in %s, when the clocks change too', (zone) => {
    vi.stubEnv('TZ', zone);
    for (const day of ['2026-03-08', '2026-03-29', '2026-04-24', '2026-10-25', '2026-11-01']) {
      const off = event(1, { dayOff: true, days: days(day, addDays(day, 1)) });
      const worked = [-1, 0, 1].map((later) =>
        isWorkingDay(addDays(day, later), NINE_TO_FIVE, [off]),
      );
      expect(worked).toEqual([true, false, true]);
    }
  });
});

it('blocks are not put over other blocks', () => {
  const work = {
    day: FRIDAY,
    hours: NINE_TO_FIVE,
    events: [
      own(at(9), at(10)),
      own(at(11), at(12), 7),
      { ...own(at(13), at(14)), busy: false },
      google(at(0), at(24), false),
    ],
    now: EARLY,
  };
  const gaps = openGaps(work).map(({ from, to }) =>
    [from, to].map((moment) => timeText(new Date(moment))).join(' to '),
  );
  expect(gaps).toEqual(['10:00 AM to 11:00 AM', '12:00 PM to 5:00 PM']);
});

it('blocks are not put into the lunch break', () => {
  const gaps = openGaps({ day: FRIDAY, hours: WITH_LUNCH, events: [], now: EARLY });
  expect(gaps.map(({ from, to }) => [from, to])).toEqual([
    [at(9).getTime(), at(12).getTime()],
    [at(13).getTime(), at(17).getTime()],
  ]);
});

it('free time is never negative, and never more than the working hours', () => {
  const moment = fc.integer({ min: -600, max: 40 * 60 });
  const event = fc.tuple(moment, fc.integer({ min: -60, max: 2000 }), fc.boolean());
  fc.assert(
    fc.property(
      fc.constantFrom('2026-03-08', '2026-11-01', FRIDAY),
      fc.array(event, { maxLength: 12 }),
      moment,
      (day, drawn, nowAt) => {
        vi.stubEnv('TZ', 'America/New_York');
        const time = (minutes: number) => new Date(timeOnDay(day, 0).getTime() + minutes * 60_000);
        const events = drawn.map(([from, length, isBlock]) =>
          own(time(from), time(from + length), isBlock ? 7 : null),
        );
        const work = { day, hours: NINE_TO_FIVE, now: time(nowAt) };
        const span = workingSpan(day, NINE_TO_FIVE, [])!;
        const all = freeMinutes({ ...work, events });
        expect(all).toBeGreaterThanOrEqual(0);
        expect(all).toBeLessThanOrEqual((span.to - span.from) / 60_000);
        expect(all).toBeLessThanOrEqual(freeMinutes({ ...work, events: events.slice(1) }));
      },
    ),
  );
});
