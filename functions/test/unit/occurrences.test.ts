import type { Event } from '@daymark/contract/event';
import type { EventRepeat } from '@daymark/contract/repeats/eventRepeat';
import {
  expandEvents,
  lastDayOfSeries,
  nextOfEach,
  occurrenceId,
  occurrenceOn,
  seriesDays,
} from '@daymark/contract/repeats/occurrences';
import { dayAfter, firstDay, type Repeat } from '@daymark/contract/repeats/repeat';
import { rruleOf } from '@daymark/contract/repeats/rrule';
import { clockOfDay, namedZone, timeOfDay } from '@daymark/contract/time/zone';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { event as anyEvent } from '@daymark/contract/test/records';
import * as fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { describe, expect, test } from 'vitest';

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Auckland',
];

const weekly = (weekdays: number[], interval = 1): Repeat => ({
  every: 'week',
  interval,
  weekdays,
  from: 'schedule',
});
const repeat = (rule: Repeat, fields: Partial<EventRepeat> = {}): EventRepeat => ({
  rule,
  timeZone: 'Europe/Berlin',
  until: null,
  count: null,
  ...fields,
});
const standup = (fields: Partial<Event> = {}) =>
  anyEvent(7, {
    title: 'Standup',
    start: '2026-03-25T09:15:00+01:00',
    end: '2026-03-25T09:30:00+01:00',
    repeat: repeat(weekly([1, 2, 3, 4, 5])),
    ...fields,
  });
const startsOf = (events: readonly Event[]) => events.map(({ start }) => start);

describe('a series of events', () => {
  test('keeps its clock time when the clocks change', () => {
    const week = { from: '2026-03-26', to: '2026-03-31' };
    expect(startsOf(expandEvents([standup()], week))).toEqual([
      '2026-03-25T09:15:00+01:00',
      '2026-03-26T09:15:00+01:00',
      '2026-03-27T09:15:00+01:00',
      '2026-03-30T09:15:00+02:00',
      '2026-03-31T09:15:00+02:00',
      '2026-04-01T09:15:00+02:00',
    ]);
  });

  test('begins on its own day even if the rule does not name that day', () => {
    const days = seriesDays('2026-03-25', repeat(weekly([5]), { count: 3 }));
    expect([...days]).toEqual(['2026-03-25', '2026-03-27', '2026-04-03']);
  });

  test.each<[string, Partial<EventRepeat>, string | undefined]>([
    ['never', {}, undefined],
    ['on a day', { until: '2026-04-05' }, '2026-04-03'],
    ['before it begins, with its own day only', { until: '2026-01-01' }, '2026-03-25'],
    ['after 4 times', { count: 4 }, '2026-03-30'],
    ['after once', { count: 1 }, '2026-03-25'],
  ])('ends %s', (_when, end, last) => {
    const series = standup({ repeat: repeat(weekly([1, 2, 3, 4, 5]), end) });
    expect(lastDayOfSeries(series, series.repeat!)).toBe(last);
  });

  test('on the second Tuesday, the last Friday, and the 31st of each month', () => {
    const first = (rule: Repeat, count: number) => [
      ...seriesDays(firstDay(rule, '2026-01-01'), repeat(rule, { count })),
    ];
    const monthly: Repeat = { every: 'month', interval: 1, from: 'schedule' };
    expect(first({ ...monthly, weekdays: [2], nth: 2 }, 3)).toEqual([
      '2026-01-13',
      '2026-02-10',
      '2026-03-10',
    ]);
    expect(first({ ...monthly, weekdays: [5], nth: -1 }, 3)).toEqual([
      '2026-01-30',
      '2026-02-27',
      '2026-03-27',
    ]);
    expect(first({ ...monthly, day: 31 }, 3)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
  });

  test('a night that the clocks shorten keeps its hours on the clock', () => {
    const night = standup({
      start: '2026-03-27T22:00:00+01:00',
      end: '2026-03-28T06:00:00+01:00',
      repeat: repeat({ every: 'day', interval: 1, from: 'schedule' }),
    });
    const { start, end } = occurrenceOn(night, night.repeat!, '2026-03-28');
    expect([start, end]).toEqual(['2026-03-28T22:00:00+01:00', '2026-03-29T06:00:00+02:00']);
  });

  test('an event in the hour that the clocks skip keeps its length', () => {
    const early = standup({
      start: '2026-03-28T02:30:00+01:00',
      end: '2026-03-28T03:00:00+01:00',
      repeat: repeat({ every: 'day', interval: 1, from: 'schedule' }),
    });
    const { start, end } = occurrenceOn(early, early.repeat!, '2026-03-29');
    expect([start, end]).toEqual(['2026-03-29T03:30:00+02:00', '2026-03-29T04:00:00+02:00']);
  });

  test('an all-day series has the same days in every zone', () => {
    const trip = standup({
      days: { start: '2026-03-27', end: '2026-03-29' },
      repeat: repeat(weekly([5])),
    });
    const found = expandEvents([trip], { from: '2026-04-04', to: '2026-04-04' });
    expect(found.map(({ days }) => days)).toContainEqual({
      start: '2026-04-03',
      end: '2026-04-05',
    });
  });
});

describe('an exception', () => {
  const range = { from: '2026-03-26', to: '2026-03-26' };
  const exception = (fields: Partial<Event>) =>
    anyEvent(occurrenceId(7, '2026-03-26'), {
      seriesId: 7,
      seriesDay: '2026-03-26',
      start: '2026-03-26T11:00:00+01:00',
      end: '2026-03-26T11:15:00+01:00',
      ...fields,
    });

  test('takes the place of its occurrence', () => {
    expect(startsOf(expandEvents([standup(), exception({})], range))).toEqual([
      '2026-03-25T09:15:00+01:00',
      '2026-03-27T09:15:00+01:00',
      '2026-03-26T11:00:00+01:00',
    ]);
  });

  test('that is canceled leaves its day empty', () => {
    expect(expandEvents([standup(), exception({ canceled: true })], range)).toHaveLength(2);
  });

  test('stays an event when its series is gone, unless it is canceled', () => {
    expect(expandEvents([exception({})], range)).toEqual([exception({})]);
    expect(expandEvents([exception({ canceled: true })], range)).toEqual([]);
  });
});

test.each<[string, string, Partial<EventRepeat>, string]>([
  ['the next one', '2026-03-26T09:16:00+01:00', {}, '2026-03-27T09:15:00+01:00'],
  ['one that begins now', '2026-03-26T09:15:00+01:00', {}, '2026-03-26T09:15:00+01:00'],
  ['the first one', '2020-01-01T00:00:00+01:00', {}, '2026-03-25T09:15:00+01:00'],
  ['the last one', '2027-01-01T00:00:00+01:00', { count: 3 }, '2026-03-27T09:15:00+01:00'],
])('a list with each series once has %s', (_which, at, end, start) => {
  const series = standup({ repeat: repeat(weekly([1, 2, 3, 4, 5]), end) });
  expect(startsOf(nextOfEach([series], Date.parse(at)))).toEqual([start]);
});

test('a time block never repeats', () => {
  const block = standup({ taskId: 3 });
  expect(expandEvents([block], { from: '2026-03-26', to: '2026-03-26' })).toEqual([block]);
});

/** A random series that begins on a day of its rule, and the numbers of its occurrences that are exceptions. */
const anySeries = fc
  .record({
    every: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
    interval: fc.integer({ min: 1, max: 5 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    // ical.js ignores BYSETPOS beside BYMONTHDAY, which days 29 and 30 need.
    day: fc.oneof(fc.integer({ min: 1, max: 28 }), fc.constant(31)),
    nth: fc.option(fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, -1 as const)),
    from: fc.integer({ min: 0, max: 1500 }).map((days) => dayAfter('2024-01-01', days) ?? ''),
    minutes: fc.integer({ min: 0, max: 95 }).map((quarters) => quarters * 15),
    length: fc.integer({ min: 1, max: 12 }).map((quarters) => quarters * 15),
    timeZone: fc.constantFrom(...ZONES),
    end: fc.constantFrom('never', 'until', 'count'),
    number: fc.integer({ min: 1, max: 40 }),
    canceled: fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 4 }),
    moved: fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 4 }),
  })
  .map((typed) => {
    const { every, interval, day } = typed;
    const rule: Repeat = { every, interval, from: 'schedule' };
    if (every === 'week') rule.weekdays = typed.weekdays;
    else if (every !== 'day' && typed.nth !== null) {
      rule.weekdays = typed.weekdays.slice(0, 1);
      rule.nth = typed.nth;
    } else if (every !== 'day') rule.day = day;
    const first = firstDay(rule, typed.from);
    const zone = namedZone(typed.timeZone);
    const start = zone.momentOf(clockOfDay(first, typed.minutes));
    const series = anyEvent(7, {
      start: zone.instantOf(start),
      end: zone.instantOf(start + typed.length * MINUTE_MS),
      repeat: {
        rule,
        timeZone: typed.timeZone,
        until: typed.end === 'until' ? (dayAfter(first, typed.number * 9) ?? null) : null,
        count: typed.end === 'count' ? typed.number : null,
      },
    });
    const days = [...take(seriesDays(first, series.repeat!), 21)];
    const exceptions = [
      ...typed.canceled.map((index) => ({ index, canceled: true })),
      ...typed.moved
        .filter((index) => !typed.canceled.includes(index))
        .map((index) => ({ index, canceled: false })),
    ].flatMap(({ index, canceled }) => {
      const day = days[index];
      if (day === undefined) return [];
      const { start: from, end: to } = occurrenceOn(series, series.repeat!, day);
      const later = (instant: string) =>
        canceled
          ? instant
          : zone.instantOf(zone.momentOf(zone.clockAt(Date.parse(instant)) + 90 * MINUTE_MS));
      return anyEvent(occurrenceId(7, day), {
        seriesId: 7,
        seriesDay: day,
        start: later(from),
        end: later(to),
        canceled: canceled || null,
      });
    });
    return { series, exceptions };
  });

function* take<T>(values: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const value of values) {
    if (left-- <= 0) return;
    yield value;
  }
}

/** Returns the moments at which the events begin, as ical.js computes them from the RRULE, EXDATEs and RECURRENCE-IDs. */
function startsByICal(series: Event, exceptions: readonly Event[], untilMs: number): number[] {
  const { timeZone } = series.repeat!;
  const zone = namedZone(timeZone);
  const at = (name: string, clockMs: number) =>
    `${name};TZID=${timeZone}:${new Date(clockMs).toISOString().replace(/[-:]|\.\d+Z/g, '')}`;
  const times = ({ start, end }: Event) => [
    at('DTSTART', zone.clockAt(Date.parse(start))),
    at('DTEND', zone.clockAt(Date.parse(end))),
  ];
  const timeOfSeries = timeOfDay(zone.clockAt(Date.parse(series.start)));
  const planned = ({ seriesDay }: Event) => clockOfDay(seriesDay!) + timeOfSeries;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    tzlib_get_ical_block(timeZone)[0] ?? '',
    'BEGIN:VEVENT',
    'UID:series',
    ...times(series),
    `RRULE:${rruleOf(series.repeat!, zone.dayAt(Date.parse(series.start)), false)}`,
    ...exceptions
      .filter(({ canceled }) => canceled)
      .map((exception) => at('EXDATE', planned(exception))),
    'END:VEVENT',
    ...exceptions
      .filter(({ canceled }) => !canceled)
      .flatMap((exception) => [
        'BEGIN:VEVENT',
        'UID:series',
        at('RECURRENCE-ID', planned(exception)),
        ...times(exception),
        'END:VEVENT',
      ]),
    'END:VCALENDAR',
  ];
  const calendar = new ICAL.Component(ICAL.parse(lines.join('\r\n')) as unknown[]);
  ICAL.TimezoneService.reset();
  ICAL.TimezoneService.register(calendar.getFirstSubcomponent('vtimezone')!);
  const [master, ...changed] = calendar
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));
  changed.forEach((exception) => master!.relateException(exception));
  const found: number[] = [];
  const iterator = master!.iterator();
  for (;;) {
    const next = iterator.next() as ICAL.Time | undefined;
    if (!next) break;
    const { startDate, recurrenceId } = master!.getOccurrenceDetails(next);
    if (momentOf(recurrenceId, zone) > untilMs) break;
    found.push(momentOf(startDate, zone));
  }
  return found.filter((ms) => ms <= untilMs).sort((a, b) => a - b);
}

/** ical.js computes clock times. The zone of this machine's time zone database makes moments of them. */
const momentOf = (time: ICAL.Time, zone: ReturnType<typeof namedZone>) =>
  zone.momentOf(Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second));

test(
  'any series has the events that ical.js finds for its RRULE, EXDATE and RECURRENCE-ID',
  {
    timeout: 3_600_000,
  },
  () => {
    fc.assert(
      fc.property(anySeries, ({ series, exceptions }) => {
        const first = series.start.slice(0, 10);
        const last = dayAfter(first, 500) ?? '';
        const untilMs = Date.parse(`${last}T12:00:00Z`);
        const found = expandEvents([series, ...exceptions], { from: first, to: last })
          .map(({ start }) => Date.parse(start))
          .filter((ms) => ms <= untilMs)
          .sort((a, b) => a - b);
        expect(found).toEqual(startsByICal(series, exceptions, untilMs));
      }),
      { numRuns: roundsOf('OCCURRENCE_RUNS', 300, 10_000), seed: seedOf('OCCURRENCE_SEED') },
    );
  },
);

test.each([29, 30])('every month on day %i has the days that node-ical finds', (day) => {
  const start = `2024-01-${day}T09:00:00`;
  const monthly: Repeat = { every: 'month', interval: 1, day, from: 'schedule' };
  const end = { ...repeat(monthly), count: 40 };
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:series',
    `DTSTART:${start.replace(/[-:]/g, '')}Z`,
    `RRULE:${rruleOf(end, start.slice(0, 10), false)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const [found] = Object.values(nodeIcal.sync.parseICS(lines.join('\r\n'))).filter(
    (entry): entry is VEvent => entry?.type === 'VEVENT',
  );
  const days = found!.rrule!.all().map((date) => date.toISOString().slice(0, 10));
  expect([...seriesDays(start.slice(0, 10), end)]).toEqual(days);
});
