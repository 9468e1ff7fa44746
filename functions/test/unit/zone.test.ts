import { DAY_MS, HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import {
  clockOfDay,
  dayOfClock,
  isTimeZone,
  namedZone,
  ownZone,
} from '@daymark/contract/time/zone';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';

/** Zones that change their clocks by an hour, half an hour or a whole day, at midnight, around Ramadan or never. */
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

/** Returns a function that reads a clock time from Intl. */
function shownClock(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ms) => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour, minute, second } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % 1000) + 1000) % 1000);
  };
}

/** Returns the moments between 2009 and 2027 at which a zone's clocks change. */
function changes(zone: string): { ms: number; before: number; after: number }[] {
  const clockAt = shownClock(zone);
  const offsetAt = (ms: number) => clockAt(ms) - ms;
  const found = [];
  for (let day = Date.UTC(2009, 0, 1); day < Date.UTC(2028, 0, 1); day += DAY_MS) {
    if (offsetAt(day) === offsetAt(day + DAY_MS)) continue;
    for (let ms = day; ms < day + DAY_MS; ms += MINUTE_MS) {
      const [before, after] = [offsetAt(ms), offsetAt(ms + MINUTE_MS)];
      if (before !== after) found.push({ ms: ms + MINUTE_MS, before, after });
    }
  }
  return found;
}

const moments = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) });

afterEach(() => void vi.unstubAllEnvs());

describe.each(ZONES)('in %s', (zone) => {
  const { clockAt, momentOf, instantOf } = namedZone(zone);

  test('the clocks show what Intl shows', () => {
    const shown = shownClock(zone);
    fc.assert(fc.property(moments, (ms) => clockAt(ms) === shown(ms)));
  });

  test('a clock time resolves to the first moment that shows it', () => {
    fc.assert(
      fc.property(moments, (ms) => {
        const first = momentOf(clockAt(ms));
        return first <= ms && clockAt(first) === clockAt(ms);
      }),
    );
  });

  test('an instant is exact to the millisecond', () => {
    fc.assert(fc.property(moments, (ms) => Date.parse(instantOf(ms)) === ms));
  });

  test('at each change, a skipped time moves forward and the first of two equal times counts', () => {
    for (const { ms, before, after } of changes(zone)) {
      for (let away = -2 * HOUR_MS; away <= 2 * HOUR_MS; away += 15 * MINUTE_MS) {
        // A time on the clock from before the change. Close to the change, such a time may be skipped, or be the first
        // of two equal times.
        const clock = ms + before + away;
        const isAfter = away >= 0 && away >= after - before;
        expect(momentOf(clock)).toBe(isAfter ? clock - after : clock - before);
      }
    }
  });

  test('the machine’s own zone is the same as the named one', () => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(moments, (ms) => {
        expect(ownZone.clockAt(ms)).toBe(clockAt(ms));
        expect(ownZone.momentOf(ms)).toBe(momentOf(ms));
        expect(ownZone.instantOf(ms)).toBe(instantOf(ms));
      }),
    );
  });
});

test.each([
  ['Europe/Berlin', '2026-03-29', 150, '2026-03-29T03:30:00+02:00'],
  ['Europe/Berlin', '2026-10-25', 150, '2026-10-25T02:30:00+02:00'],
  ['America/St_Johns', '2010-03-14', 90, '2010-03-14T01:30:00-02:30'],
  ['Australia/Lord_Howe', '2026-10-04', 135, '2026-10-04T02:45:00+11:00'],
  ['Africa/Cairo', '2026-04-24', 0, '2026-04-24T01:00:00+03:00'],
  ['UTC', '2026-11-20', 540, '2026-11-20T09:00:00+00:00'],
])('in %s on %s minute %d after midnight is %s', (name, day, minutes, expected) => {
  const zone = namedZone(name);
  expect(zone.instantOf(zone.momentOf(clockOfDay(day, minutes)))).toBe(expected);
});

it('knows the day and the minutes after midnight', () => {
  const zone = namedZone('America/Los_Angeles');
  const ms = Date.parse('2026-11-20T07:30:59Z');
  expect([zone.dayAt(ms), zone.minutesAt(ms)]).toEqual(['2026-11-19', 23 * 60 + 30]);
  expect(namedZone('Asia/Kolkata').minutesAt(-1)).toBe(5 * 60 + 29);
});

test('the years 1 to 99 are not 1901 to 1999', () => {
  expect(dayOfClock(clockOfDay('0042-03-01') - DAY_MS)).toBe('0042-02-28');
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus_Mons', false],
  ['+01:00', false],
  ['', false],
])('whether “%s” is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
