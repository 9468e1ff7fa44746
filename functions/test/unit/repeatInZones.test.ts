import { dayAfter, firstDay, nextDay, type Repeat } from '@daymark/contract/repeats/repeat';
import { roundsOf } from '@daymark/contract/test/longRuns';
import { describe, expect, test } from 'vitest';
import { HASH_OF_100_000, hashOfRepeats } from '@daymark/contract/test/seededRepeats';

/** Runs a function in another time zone than the machine's. */
function inZone<T>(zone: string, run: () => T): T {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    return run();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

/** Zones with days on which their clocks change. Samoa also skipped a whole day. */
const ZONES: [zone: string, ...days: string[]][] = [
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-10-04'],
  ['America/St_Johns', '2010-03-14', '2010-11-07'],
  ['Pacific/Apia', '2011-12-30', '2020-09-27', '2021-04-04'],
];

const RULES: Repeat[] = [
  { every: 'day', interval: 1, from: 'schedule' },
  { every: 'day', interval: 2, from: 'schedule' },
  { every: 'week', interval: 1, weekdays: [7], from: 'schedule' },
  { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5, 6, 7], from: 'schedule' },
  { every: 'week', interval: 2, weekdays: [5, 6, 7], from: 'schedule' },
  { every: 'month', interval: 1, day: 5, from: 'schedule' },
  { every: 'month', interval: 1, day: 31, from: 'schedule' },
  { every: 'year', interval: 1, day: 29, from: 'schedule' },
  { every: 'day', interval: 1, from: 'completion' },
  { every: 'week', interval: 1, weekdays: [7], from: 'completion' },
  { every: 'month', interval: 1, from: 'completion' },
  { every: 'year', interval: 1, day: 31, from: 'completion' },
];

const ROUNDS = roundsOf('REPEATS', 10_000, 100_000);

describe.each(ZONES)('in %s', (zone, ...changes) => {
  test('days on which the clocks change are like any other', () => {
    const results = () =>
      changes.flatMap((change) =>
        [-400, -31, -7, -2, -1, 0, 1].flatMap((earlier) => {
          const seriesDay = dayAfter(change, earlier) ?? '';
          return RULES.flatMap((rule) => [
            firstDay(rule, seriesDay),
            nextDay(rule, seriesDay, seriesDay),
            nextDay(rule, seriesDay, change),
          ]);
        }),
      );
    const inUtc = inZone('UTC', results);
    inZone(zone, () => {
      for (const change of changes) {
        const [year = 0, month = 0, date = 0] = change.split('-').map(Number);
        const midnight = (day: number) => new Date(year, month - 1, day).getTime();
        expect(midnight(date + 1) - midnight(date)).not.toBe(86_400_000);
      }
      expect(results()).toEqual(inUtc);
    });
  });

  test('random rules and days give the same results as in UTC', () => {
    const results = () => hashOfRepeats(ROUNDS, 1);
    expect(inZone(zone, results)).toBe(inZone('UTC', results));
  });
});

test('100,000 random rules and days give the stored result in UTC', () => {
  expect(inZone('UTC', () => hashOfRepeats(100_000, 1))).toBe(HASH_OF_100_000);
});
