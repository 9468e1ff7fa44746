import type { Event } from '@daymark/contract/event';
import {
  firstDayOfSeries,
  occurrenceId,
  occurrenceOn,
  seriesDays,
} from '@daymark/contract/repeats/occurrences';
import { dayAfter, firstDay, type Repeat } from '@daymark/contract/repeats/repeat';
import { DAY_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { clockOfDay, namedZone } from '@daymark/contract/time/zone';
import * as fc from 'fast-check';
import { event } from '@daymark/contract/test/records';

/** Zones whose clocks change in either hemisphere, by an hour or half an hour, and one whose clocks don't. */
export const SERIES_ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Auckland',
];

export interface SeriesWithExceptions {
  series: Event;
  exceptions: Event[];
}

/** At most this many days of a random series can be exceptions. */
const EXCEPTION_DAYS = 20;

/** Returns random series with exceptions. `dates` are the days of the month that rules name. */
export const anySeries = (dates: fc.Arbitrary<number>): fc.Arbitrary<SeriesWithExceptions> =>
  fc
    .record({
      every: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
      interval: fc.integer({ min: 1, max: 5 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      date: dates,
      nth: fc.option(fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, -1 as const)),
      from: fc.integer({ min: 0, max: 1500 }).map((days) => dayAfter('2024-01-01', days) ?? ''),
      isOnRule: fc.boolean(),
      isAllDay: fc.boolean(),
      minutes: fc.integer({ min: 0, max: 95 }).map((quarters) => quarters * 15),
      length: fc.integer({ min: 1, max: 100 }).map((quarters) => quarters * 15),
      timeZone: fc.constantFrom(...SERIES_ZONES),
      end: fc.constantFrom('never', 'until', 'count'),
      number: fc.integer({ min: 1, max: 40 }),
      canceled: fc.uniqueArray(fc.nat(EXCEPTION_DAYS - 1), { maxLength: 4 }),
      moved: fc.uniqueArray(fc.nat(EXCEPTION_DAYS - 1), { maxLength: 4 }),
      place: fc.option(fc.constantFrom('Room 5, second floor', 'https://example.com/room?a=1')),
    })
    .map(({ every, interval, nth, timeZone, ...typed }) => {
      const rule: Repeat = { every, interval, from: 'schedule' };
      if (every === 'week') rule.weekdays = typed.weekdays.toSorted((a, b) => a - b);
      else if (every !== 'day' && nth !== null) {
        rule.weekdays = typed.weekdays.slice(0, 1);
        rule.nth = nth;
      } else if (every !== 'day') rule.day = typed.date;
      const first = typed.isOnRule ? firstDay(rule, typed.from) : typed.from;
      const zone = namedZone(timeZone);
      const start = zone.momentOf(clockOfDay(first, typed.isAllDay ? 0 : typed.minutes));
      const dayCount = Math.ceil((typed.length * MINUTE_MS) / DAY_MS);
      const days = { start: first, end: dayAfter(first, dayCount) ?? '' };
      const series = event(7, {
        title: 'Class',
        place: typed.place,
        start: zone.instantOf(start),
        end: zone.instantOf(
          typed.isAllDay ? zone.momentOf(clockOfDay(days.end)) : start + typed.length * MINUTE_MS,
        ),
        days: typed.isAllDay ? days : null,
        repeat: {
          rule,
          timeZone,
          until: typed.end === 'until' ? (dayAfter(first, typed.number * 9) ?? null) : null,
          count: typed.end === 'count' ? typed.number : null,
        },
      });
      return { series, exceptions: exceptionsOf(series, typed.canceled, typed.moved) };
    });

function exceptionsOf(series: Event, canceled: number[], moved: number[]): Event[] {
  const { repeat } = series;
  if (!repeat) return [];
  const zone = namedZone(repeat.timeZone);
  const later = (instant: string) =>
    zone.instantOf(zone.momentOf(zone.clockAt(Date.parse(instant)) + 90 * MINUTE_MS));
  const indexes = [...new Set([...canceled, ...moved])];
  return [...firstDays(series)].flatMap((day, index) => {
    if (!indexes.includes(index)) return [];
    const { start, end, days } = occurrenceOn(series, repeat, day);
    const exception = { seriesId: series.id, seriesDay: day, title: `Class on ${day}` };
    const times = days ? { start, end, days } : { start: later(start), end: later(end) };
    return event(occurrenceId(series.id, day), {
      ...exception,
      ...(canceled.includes(index) ? { start, end, days, canceled: true } : times),
    });
  });
}

function* firstDays(series: Event): Generator<string> {
  if (!series.repeat) return;
  let left = EXCEPTION_DAYS;
  for (const day of seriesDays(firstDayOfSeries(series, series.repeat), series.repeat)) {
    if (left-- <= 0) return;
    yield day;
  }
}
