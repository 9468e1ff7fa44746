import { namedZone } from '@daymark/contract/time/zone';
import { expect, test } from 'vitest';
import { datesOf, eventsOf, GOOD_DATES, namedIn } from '../../../../test/calendarFile';
import {
  byTime,
  generateCalendar,
  RANGE,
  type GeneratedCalendar,
} from '../../../../test/generatedCalendar';
import { otherDates, type OtherDates } from '../../../../test/otherCalendarReader';
import { readAsFile } from '../../../../test/readFixture';
import { readTime } from './calendarValues';

const BERLIN = namedZone('Europe/Berlin');
const FILES = 5_000;
/** How many files each test reads. */
const A_TEST = 250;

interface Case {
  made: GeneratedCalendar;
  own: GeneratedCalendar['dates'];
  other: OtherDates;
}

const has =
  (kind: string) =>
  ({ made }: Case) =>
    made.kinds.includes(kind);
const ruleHas =
  (part: RegExp) =>
  ({ made }: Case) =>
    part.test(made.rule);
const isRefused = ({ other }: Case) => other === 'refused';
const both =
  (...rules: ((one: Case) => boolean)[]) =>
  (one: Case) =>
    rules.every((rule) => rule(one));

const hasTwice = ({ other }: Case) =>
  Array.isArray(other) && new Set(other.map(([start]) => start)).size < other.length;

const APART = 'a start that its rule doesn’t have';

/** The ways in which ical.js differs from the reader. Each difference concerns one feature of a file. */
const DIFFERENCES: [name: string, rule: (one: Case) => boolean][] = [
  ['refuses an odd line', both(isRefused, has('a harmless odd line'))],
  ['refuses a start that can’t be read', both(isRefused, has('a start that can’t be read'))],
  ['refuses an odd length', both(isRefused, has('an odd length'))],
  [
    'refuses an exception that can’t be read',
    both(isRefused, has('an exception that can’t be read')),
  ],
  ['refuses a rule that can’t be followed', both(isRefused, has('a rule that can’t be followed'))],
  ['looks for the dates of a rule for ever', ({ other }) => other === 'endless'],
  ['moves a start to a day that exists', has('a start that can’t be read')],
  ['moves an exception to a day that exists', has('an exception that can’t be read')],
  ['follows only parts of a rule', has('a rule that can’t be followed')],
  ['has no date for a rule without dates', has('a rule without a date')],
  ['leaves out a start that its rule doesn’t have', has(APART)],
  ['reads weeks of the year wrongly', ruleHas(/BYWEEKNO/)],
  ['loses the exceptions after one that it doesn’t have', has('a leftover exception')],
  ['loses the exceptions after one that it has twice', has('an exception twice')],
  ['hides no change of a date that the series doesn’t have', has('a change of no date')],
  ['takes another form of a moment for another one', has('another form of a moment')],
  ['takes another form of a day for another one', has('another form of a day')],
  ['ends a rule at the beginning of its last day', has('an end that is a day')],
  ['reads a length that is none', has('an odd length')],
  ['hides a change of a date that is an exception', has('a changed date that is an exception')],
  ['has one date twice', hasTwice],
];

/** Whether the start is the only date of a rule, in which case nothing is reported. */
const isOnlyStart = ({ kinds, rule }: GeneratedCalendar): boolean =>
  kinds.includes('a rule without a date') && /COUNT=1$/.test(rule);

/** Returns the moment of a generated file's DTSTART. */
function startOf({ text }: GeneratedCalendar): number {
  const value = /UID:class\r\n(?:SUMMARY.*\r\n)?DTSTART[^\r]*:([\dTZ]+)\r/.exec(text)?.[1] ?? '';
  const clockMs = readTime(value)?.clockMs ?? NaN;
  return value.endsWith('Z') ? clockMs : BERLIN.momentOf(clockMs);
}

/**
 * Returns the expected dates of a file, including its start, which is a date even if it doesn't match the rule. The
 * start counts toward COUNT, so the last date of the rule may be missing.
 */
function datesWithStart(made: GeneratedCalendar, own: GeneratedCalendar['dates']) {
  const isApart = made.kinds.includes(APART) && !made.kinds.includes('a start that can’t be read');
  if (!isApart) return made.dates;
  const startMs = startOf(made);
  const start = own.find(([ms]) => ms === startMs);
  const isInRange = startMs >= RANGE.fromMs;
  const lost = made.rule.includes('COUNT')
    ? made.dates.filter((date) => !own.some((one) => byTime(one, date) === 0))
    : [];
  if ((isInRange && !start) || lost.length > 1) return made.dates;
  const kept = made.dates.filter((date) => !lost.includes(date));
  return start && !kept.some((date) => byTime(date, start) === 0)
    ? [...kept, start].sort(byTime)
    : kept;
}

/** The kinds of faults that are reported for a series, too. A series may have no event in the range. */
const NAMED_IN_SERIES = ['an odd length', 'an exception that can’t be read'];

const isInRange = ([startMs, endMs]: [number, number]): boolean =>
  Math.max(endMs, startMs + 1) > RANGE.fromMs && startMs < RANGE.toMs;

const counts = new Map<string, number>();

test.each(Array.from({ length: FILES / A_TEST }, (_, index) => index * A_TEST))(
  'generated calendars from number %i on are read as intended and differ from ical.js only as allowed',
  (from) => {
    for (let seed = from; seed < from + A_TEST; seed++) {
      const made = generateCalendar(seed);
      const read = readAsFile(made.text);
      const hasSeries = read.records.events.some(({ repeat }) => repeat);
      const own = eventsOf(read)
        .filter(({ title }) => title === 'Class')
        .map(({ start, end }): [number, number] => [Date.parse(start), Date.parse(end)])
        .filter((date) => !hasSeries || isInRange(date))
        .sort(byTime);
      const isNamed = namedIn(read, 'Class').length > 0;
      const mustBeNamed = hasSeries
        ? made.kinds.some((kind) => NAMED_IN_SERIES.includes(kind))
        : made.isNamed && !isOnlyStart(made);
      expect({ seed, own, isNamed }).toEqual({
        seed,
        own: datesWithStart(made, own).filter((date) => !hasSeries || isInRange(date)),
        isNamed: isNamed || mustBeNamed,
      });
      expect(datesOf(read).Fine).toEqual(GOOD_DATES);
      const one = { made, own, other: otherDates(made.text) };
      if (JSON.stringify(one.other) === JSON.stringify(own)) continue;
      const difference = DIFFERENCES.find(([, rule]) => rule(one))?.[0] ?? 'is not explained';
      expect({ ...one, seed, difference }).not.toMatchObject({ difference: 'is not explained' });
      counts.set(difference, (counts.get(difference) ?? 0) + 1);
    }
  },
);

test('each allowed difference from ical.js occurs', () => {
  expect(DIFFERENCES.map(([name]) => name).filter((name) => !counts.has(name))).toEqual([]);
});
