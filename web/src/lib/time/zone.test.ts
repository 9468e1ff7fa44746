import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { DAY_MS } from '@daymark/contract/time/units';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import {
  addDays,
  addMonths,
  browserDate,
  clockHour,
  dayName,
  daysLater,
  fullDate,
  greeting,
  isLocalDay,
  localDay,
  localInstant,
  longDate,
  minutesAfterMidnight,
  monthName,
  startOfDay,
  startOfWeek,
  timeOnDay,
  timeText,
  weekdayDateOf,
} from './dates';
import { dateSettings } from './dateSettings';

const choose = (timeZone: string | null) => dateSettings.set({ ...DEFAULT_DATES, timeZone });
afterEach(() => choose(null));

/**
 * Zones whose clocks change by an hour, by half an hour, at midnight, by a whole day, twice around Ramadan, or never.
 */
const ZONES = [
  'Europe/Berlin',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Pacific/Apia',
  'America/St_Johns',
  'Asia/Kolkata',
];
const NOW = new Date('2026-11-20T12:00:00Z');

/** Returns the results of many functions of dates.ts for a moment and its day. */
const resultsOf = (moment: Date, minutes: number, days: number) => {
  const day = localDay(moment);
  return [
    day,
    localInstant(moment),
    minutesAfterMidnight(moment),
    clockHour(moment),
    timeText(moment),
    fullDate(moment),
    monthName(moment),
    weekdayDateOf(moment, NOW),
    longDate(moment),
    greeting(moment),
    dayName(day, localDay(NOW)),
    timeOnDay(day, minutes).getTime(),
    startOfDay(day).getTime(),
    addDays(day, days),
    addMonths(day, days),
    startOfWeek(day),
    daysLater(moment, days).getTime(),
  ];
};

it.each(ZONES)('with %s chosen, everything is as in a browser in that zone', (zone) => {
  vi.stubEnv('TZ', zone);
  const moments = fc.date({
    min: new Date('1995-01-01T00:00:00Z'),
    max: new Date('2045-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const minutes = fc.integer({ min: 0, max: 24 * 60 });
  const days = fc.integer({ min: -70, max: 70 });
  fc.assert(
    fc.property(moments, minutes, days, (moment, minute, later) => {
      choose(null);
      const own = resultsOf(moment, minute, later);
      choose(zone);
      expect(resultsOf(moment, minute, later)).toEqual(own);
    }),
    { numRuns: 150 },
  );
});

it.each(ZONES)(
  'with %s chosen, days with clock changes are as in a browser in that zone',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const offset = (at: number) => new Date(at).getTimezoneOffset();
    // Apia skipped December 30 in 2011. The clocks of St. John's changed at 0:01 until 2011.
    for (let at = Date.UTC(2011, 0, 1); at < Date.UTC(2012, 0, 5); at += DAY_MS) {
      if (offset(at) === offset(at + DAY_MS)) continue;
      for (let moment = at - DAY_MS / 2; moment < at + 1.5 * DAY_MS; moment += DAY_MS / 48) {
        const minutes = (moment % DAY_MS) / 60_000 + 1;
        choose(null);
        const own = resultsOf(new Date(moment), minutes, 1);
        choose(zone);
        expect(resultsOf(new Date(moment), minutes, 1)).toEqual(own);
      }
    }
  },
);

it('a chosen zone counts, not the browser’s', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  choose('America/Los_Angeles');
  const moment = new Date('2026-11-20T07:30:00+01:00');
  expect(localDay(moment)).toBe('2026-11-19');
  expect(timeText(moment)).toBe('10:30 PM');
  expect(longDate(moment)).toBe('Thursday, November 19');
  expect(greeting(moment)).toBe('Good evening');
  expect(localInstant(moment)).toBe('2026-11-19T22:30:00-08:00');
  expect(localInstant(timeOnDay('2026-11-20', 540))).toBe('2026-11-20T09:00:00-08:00');
  // `browserDate` serves a library that only knows the browser's zone.
  expect(browserDate(moment).getDate()).toBe(19);
});

it('days have 23 or 25 hours when the clocks of the chosen zone change', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  choose('America/Los_Angeles');
  const hours = (day: string) =>
    (startOfDay(addDays(day, 1)).getTime() - startOfDay(day).getTime()) / 3_600_000;
  expect(['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'].map(hours)).toEqual([
    23, 24, 24, 25,
  ]);
  // 2:30 is skipped. 1:30 comes twice, and the first one counts.
  expect(localInstant(timeOnDay('2026-03-08', 150))).toBe('2026-03-08T03:30:00-07:00');
  expect(localInstant(timeOnDay('2026-11-01', 90))).toBe('2026-11-01T01:30:00-07:00');
});

it('a day that the chosen zone skips does not exist', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  choose('Pacific/Apia');
  expect(addDays('2011-12-29', 1)).toBe('2011-12-31');
  expect(isLocalDay('2011-12-30')).toBe(false);
});

it('a zone that this browser does not know is not chosen', () => {
  choose('Mars/Olympus_Mons');
  expect(dateSettings.get().timeZone).toBeNull();
});
