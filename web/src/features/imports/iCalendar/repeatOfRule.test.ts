import { seriesDays } from '@daymark/contract/repeats/occurrences';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { DAY_MS } from '@daymark/contract/time/units';
import { clockOfDay } from '@daymark/contract/time/zone';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayTextOf } from './calendarClock';
import { clocksOfRule, parseRule, StepBudget } from './calendarRule';
import { repeatOfRule } from './repeatOfRule';

const repeatOn = (text: string, day: string) =>
  repeatOfRule(parseRule(text)!, { clockMs: clockOfDay(day), isDay: true }, new StepBudget());

// November 10, 2026, is the second Tuesday of its month.
test.each([
  ['FREQ=DAILY;INTERVAL=3', { every: 'day', interval: 3 }],
  ['FREQ=WEEKLY', { every: 'week', weekdays: [2] }],
  ['FREQ=DAILY;BYDAY=SA,MO', { every: 'week', weekdays: [1, 6] }],
  ['FREQ=MONTHLY', { every: 'month', day: 10 }],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', { every: 'month', day: 31 }],
  ['FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1', { every: 'month', day: 30 }],
  ['FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', { every: 'month', day: 31 }],
  ['FREQ=MONTHLY;BYDAY=2TU', { every: 'month', weekdays: [2], nth: 2 }],
  ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2', { every: 'month', weekdays: [2], nth: 2 }],
  [
    'FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=8,9,10,11,12,13,14',
    { every: 'month', weekdays: [2], nth: 2 },
  ],
  ['FREQ=MONTHLY;BYDAY=-1FR', { every: 'month', weekdays: [5], nth: -1 }],
  ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', { every: 'month', weekdays: [5], nth: -1 }],
  ['FREQ=YEARLY', { every: 'year', day: 10 }],
  ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=30', { every: 'year', day: 30 }],
  ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', { every: 'year', weekdays: [4], nth: 4 }],
])('%s is one of our rules', (text, rule) => {
  expect(repeatOn(text, '2026-11-10')).toEqual({ interval: 1, from: 'schedule', ...rule });
});

test.each([
  ['2026-11-10', 'FREQ=MONTHLY;BYMONTHDAY=29'],
  ['2026-10-31', 'FREQ=MONTHLY'],
  ['2024-02-29', 'FREQ=YEARLY'],
  ['2026-11-10', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1'],
  ['2026-11-10', 'FREQ=MONTHLY;BYDAY=5TU'],
  ['2026-11-10', 'FREQ=MONTHLY;BYDAY=1TU,2TU'],
  ['2026-11-10', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  ['2026-11-10', 'FREQ=YEARLY;BYWEEKNO=46;BYDAY=TU'],
  ['2026-11-10', 'FREQ=DAILY;INTERVAL=2;BYDAY=MO'],
  ['2026-11-10', 'FREQ=DAILY;BYMONTH=11'],
  ['2026-11-10', 'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU'],
  ['2026-11-10', 'FREQ=DAILY;BYHOUR=9'],
  ['2026-11-10', 'FREQ=DAILY;INTERVAL=366'],
  ['2026-11-10', 'FREQ=HOURLY'],
])('from %s, %s is not one of our rules', (day, text) => {
  expect(repeatOn(text, day)).toBeUndefined();
});

test('the 31st of a month that always has 31 days is one of our yearly rules', () => {
  expect(repeatOn('FREQ=YEARLY', '2026-03-31')).toMatchObject({ every: 'year', day: 31 });
});

test('a rule is compared only within the budget', () => {
  const rule = parseRule('FREQ=MONTHLY;BYDAY=2TU')!;
  expect(repeatOfRule(rule, { clockMs: 0, isDay: true }, new StepBudget(10))).toBeUndefined();
});

const list = (least: number, most: number, isSigned = false) =>
  fc.uniqueArray(
    fc.integer({ min: isSigned ? -3 : least, max: most }).filter((number) => number !== 0),
    { minLength: 1, maxLength: 8 },
  );
const part = (name: string, values: fc.Arbitrary<(string | number)[]>) =>
  fc.option(
    values.map((all) => `${name}=${all.join()}`),
    { freq: 2 },
  );
const weekdays = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom('', '', '', '1', '2', '4', '-1'),
      fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'),
    )
    .map(([nth, weekday]) => nth + weekday),
  { minLength: 1, maxLength: 3 },
);
const anyRule = fc
  .tuple(
    fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'MONTHLY', 'YEARLY'),
    fc.integer({ min: 1, max: 3 }),
    part('BYDAY', weekdays),
    part('BYMONTHDAY', list(1, 31, true)),
    part('BYMONTH', list(1, 12)),
    part('BYSETPOS', list(1, 4, true)),
    part('WKST', fc.constantFrom(['MO'], ['SU'], ['WE'])),
  )
  .map(([unit, interval, ...parts]) =>
    [`FREQ=${unit}`, `INTERVAL=${interval}`, ...parts.filter((one) => one !== null)].join(';'),
  );

test('an imported rule has the same days as the rule in the file', () => {
  let compared = 0;
  fc.assert(
    fc.property(anyRule, fc.integer({ min: 19_000, max: 22_000 }), (text, number) => {
      const rule = parseRule(text);
      const start = { clockMs: number * DAY_MS, isDay: true };
      const repeat = rule && repeatOfRule(rule, start, new StepBudget());
      if (!repeat) return;
      compared++;
      const untilMs = start.clockMs + 3_000 * DAY_MS;
      const first = dayTextOf(start.clockMs);
      const until = dayTextOf(untilMs);
      const days = new Set(
        [...clocksOfRule(rule, start, start.clockMs, untilMs, new StepBudget())].map(dayTextOf),
      );
      // The start is always a date of its series.
      expect([...seriesDays(first, { rule: repeat, until, count: null })]).toEqual([
        ...new Set([first, ...days]),
      ]);
    }),
    { numRuns: roundsOf('RULES', 3_000, 100_000), seed: seedOf('RULES_SEED') },
  );
  expect(compared).toBeGreaterThan(100);
});
