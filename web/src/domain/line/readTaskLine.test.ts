import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { LONG_RUNS, roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { hostileTexts } from '../../../test/hostileTexts';
import { READ, READ_IN_PART, TEXT } from '../../../test/taskLines';
import type { LocalDay } from '../../lib/time/dates';
import { dateSettings } from '../../lib/time/dateSettings';
import { readTaskLine } from './readTaskLine';
import { keyOfReading, type LineContext, type TaskLine } from './taskLine';

const CATEGORIES = ['Work', 'Personal', 'Errands', 'Deep work'].map((name, index) => ({
  id: index + 1,
  name,
}));

const context = (now: Date, more: Partial<LineContext> = {}): LineContext => ({
  now,
  isDayFirst: () => true,
  categories: CATEGORIES,
  day: null,
  asText: new Set(),
  chosenDays: new Map(),
  ...more,
});

const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'UTC',
  'America/St_Johns',
  'America/Santiago',
  'America/Los_Angeles',
  'Pacific/Niue',
];

const clock = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
const shortDay = (day: LocalDay) =>
  day.replace(/^2026-(.*)/, '$1').replace(/^(\d{4})-(.*)/, '$1 $2');

/** Returns the title and fields of a line in the format of the table. */
function summary(line: TaskLine): string {
  const { repeat, time } = line;
  const candidates = line.readings.flatMap((reading) =>
    'candidates' in reading
      ? (reading.candidates ?? []).filter((day) => day !== line.plannedDay && day !== line.deadline)
      : [],
  );
  const other = candidates.map((day) => ` or ${shortDay(day)}`).join('');
  const parts = [
    line.plannedDay && `day ${shortDay(line.plannedDay)}`,
    time && `at ${clock(time.from)}${time.to === null ? '' : `-${clock(time.to)}`}`,
    line.deadline && `due ${shortDay(line.deadline)}`,
    other.trim(),
    line.estimateMinutes && `${line.estimateMinutes}m`,
    repeat &&
      [
        `every ${repeat.interval} ${repeat.every}`,
        repeat.weekdays?.join(),
        repeat.day,
        repeat.from === 'completion' && 'after',
      ]
        .filter(Boolean)
        .join(' '),
    line.categoryId && `#${CATEGORIES.find(({ id }) => id === line.categoryId)?.name}`,
    line.isPriority && '!',
  ].filter(Boolean);
  return parts.length > 0 ? `${line.title} · ${parts.join(' ')}` : line.title;
}

const evening = () => new Date(2026, 10, 24, 21, 30);
const read = (line: string, more?: Partial<LineContext>) =>
  summary(readTaskLine(line, context(evening(), more)));

const UNDERSTOOD = [...READ, ...READ_IN_PART];
const table = [...UNDERSTOOD, ...TEXT.map((line) => [line, line] as const)];

/** Reads the whole table. */
const readings = () => Object.fromEntries(table.map(([line]) => [line, read(line)]));

afterEach(() => {
  delete process.env.TZ;
});

test('300 titles are read as people mean them', () => {
  expect(table.length).toBeGreaterThanOrEqual(300);
  expect(readings()).toEqual(Object.fromEntries(table));
});

/** Uses one zone for each offset from UTC, and all zones in a long run. */
test('in the evening, lines are read the same in every zone', () => {
  const offsets = new Set<number>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    process.env.TZ = zone;
    const offset = evening().getTimezoneOffset();
    if (!LONG_RUNS && offsets.has(offset)) continue;
    offsets.add(offset);
    const lines = UNDERSTOOD.filter((_, index) => index % 8 === 0);
    expect
      .soft(Object.fromEntries(lines.map(([line]) => [line, read(line)])), zone)
      .toEqual(Object.fromEntries(lines));
  }
  expect(offsets.size).toBeGreaterThan(30);
});

test('the whole table is read the same in zones at both ends of the world', () => {
  for (const zone of ZONES) {
    process.env.TZ = zone;
    expect.soft(readings(), zone).toEqual(Object.fromEntries(table));
  }
});

test('no line is read as a day that has passed, at any time of the day', () => {
  for (const zone of ['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland'])
    for (const minutes of LONG_RUNS ? [0, 1, 480, 719, 720, 1050, 1439] : [0, 720, 1439]) {
      process.env.TZ = zone;
      const now = new Date(2026, 10, 24, 0, minutes);
      for (const [line] of table) {
        const { plannedDay, deadline } = readTaskLine(line, context(now));
        for (const day of [plannedDay, deadline]) expect(day ?? '9999', line).toSatisfy(isNotPast);
      }
    }
});

const isNotPast = (day: string) => day >= '2026-11-24';

test('3/4 is read in the order of the locale', () => {
  expect(read('Dentist 3/4')).toBe('Dentist · day 2027 04-03');
  expect(read('Dentist 3/4', { isDayFirst: () => false })).toBe('Dentist · day 2027 03-04');
  expect(read('Dentist on 25/12')).toBe('Dentist · day 12-25');
});

test('either of the two days of “next friday” can be chosen', () => {
  const { readings: found } = readTaskLine('Call Noor next friday', context(evening()));
  expect(found).toMatchObject([{ day: '2026-12-04', candidates: ['2026-11-27', '2026-12-04'] }]);
  const chosenDays = new Map([['next friday', '2026-11-27']]);
  expect(read('Call Noor next friday', { chosenDays })).toBe('Call Noor · day 11-27 or 12-04');
});

test('a reading that is taken back stays text', () => {
  const asText = new Set(['fri 3pm']);
  expect(read('Call Noor fri 3pm 30m', { asText })).toBe('Call Noor fri 3pm · 30m');
  const estimate = new Set(['30m']);
  expect(read('Call Noor tomorrow 30m', { asText: estimate })).toBe('Call Noor 30m · day 11-25');
  expect(read('Call Noor Fri  3pm', { asText })).toBe('Call Noor Fri  3pm');
  for (const [line] of READ) {
    const keys = new Set<string>();
    const found = () => readTaskLine(line, context(evening(), { asText: keys })).readings;
    for (let [first] = found(); first; [first] = found()) keys.add(keyOfReading(first));
    expect(read(line, { asText: keys })).toBe(line);
  }
});

test('a time alone is for the day of the list', () => {
  expect(read('Call Noor 3pm', { day: '2026-11-30' })).toBe('Call Noor · day 11-30 at 15:00');
  expect(read('Call Noor 3pm', { day: '2026-11-24' })).toBe('Call Noor · day 11-25 at 15:00');
  expect(read('Call Noor 11pm', { day: '2026-11-24' })).toBe('Call Noor · day 11-24 at 23:00');
});

const RUNS = roundsOf('TASK_LINE_RUNS', 300, 5_000);

const TITLES = [
  'Follow up',
  'Feed the cat',
  'Pay invoice #12',
  'Walk 10 km',
  'Read “Friday”',
  'Sit in the sun',
];

const DAYS: readonly (readonly [words: string, understood: string])[] = [
  ['tomorrow', 'day 11-25'],
  ['thu', 'day 11-26'],
  ['saturday', 'day 11-28'],
  ['on friday', 'day 11-27'],
  ['24.12.', 'day 12-24'],
  ['on 24.12.26', 'day 12-24'],
  ['12 Dec', 'day 12-12'],
  ['on jan 5', 'day 2027 01-05'],
  ['2026-12-31', 'day 12-31'],
  ['in 3 days', 'day 11-27'],
  ['the day after tomorrow', 'day 11-26'],
];

const RULES: readonly (readonly [words: string, first: string, rule: string])[] = [
  ['every saturday', 'day 11-28', ' every 1 week 6'],
  ['every 2 weeks on mon and thu', 'day 11-26', ' every 2 week 1,4'],
  ['every month on the 3rd', 'day 12-03', ' every 1 month 3'],
  ['every month on the last day', 'day 11-30', ' every 1 month 31'],
];

/** How a clock time is read next to each part of the day. Other tests have times that fall on the next day. */
const CLOCKS: readonly (readonly [words: string, Partial<Record<string, string>>])[] = [
  ['at 8', { '': '8:00', morning: '8:00', afternoon: '20:00', evening: '20:00', night: '20:00' }],
  ['at 5', { '': '17:00', morning: '5:00', afternoon: '17:00', evening: '17:00', night: '17:00' }],
  ['@ 6:30', { '': '18:30', morning: '6:30', evening: '18:30', night: '18:30' }],
  ['at 10.15', { '': '10:15', morning: '10:15', evening: '22:15', night: '22:15' }],
  ['9pm', { '': '21:00', evening: '21:00', night: '21:00' }],
  ['at 18:05', { '': '18:05', evening: '18:05' }],
  ['at noon', { '': '12:00' }],
  ['from 9 to 11', { '': '9:00-11:00', morning: '9:00-11:00', evening: '21:00-23:00' }],
  ['10-11:30', { '': '10:00-11:30', morning: '10:00-11:30', evening: '22:00-23:30' }],
  ['2-4pm', { '': '14:00-16:00', afternoon: '14:00-16:00' }],
];

/**
 * Returns the orders in which a day, a part of the day and a clock time can be said. "evening" alone must follow the
 * day.
 */
function ordersOf(day: string, part: string, clock: string): string[] {
  if (part === '') return [`${day} ${clock}`, `${day}, ${clock}`, `${clock} ${day}`];
  const within = part === 'night' ? 'at night' : `in the ${part}`;
  return [
    `${day} ${part} ${clock}`,
    `${clock} ${day} ${part}`,
    `${day} ${clock} ${within}`,
    `${day} ${within} ${clock}`,
    `${clock} ${within} ${day}`,
    `${within} ${clock} ${day}`,
    `${clock} ${day} ${within}`,
  ];
}

test('a day, a part of the day and a clock time mean the same in any order', () => {
  const spoken = [...DAYS.map(([words, day]) => [words, day, ''] as const), ...RULES];
  const clocks = CLOCKS.flatMap(([words, times]) =>
    Object.entries(times).map(([part, time]) => ({ words, part, time })),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...TITLES),
      fc.constantFrom(...spoken),
      fc.constantFrom(...clocks),
      (title, [day, understood, rule], { words, part, time }) => {
        const orders = ordersOf(day, part, words).map((phrase) => `${title} ${phrase}`);
        const right = `${title} · ${understood} at ${time}${rule}`;
        expect(Object.fromEntries(orders.map((line) => [line, read(line)]))).toEqual(
          Object.fromEntries(orders.map((line) => [line, right])),
        );
      },
    ),
    { numRuns: RUNS, seed: seedOf('TASK_LINE_SEED') },
  );
});

test('a dotted number after a day stays in the title unless it is the time or the date', () => {
  const days = [
    ...DAYS.map(([words]) => words),
    'friday',
    'next monday',
    'by friday',
    'every friday',
  ];
  const digits = fc.nat({ max: 99 });
  const ends = [
    '',
    ' at 9',
    ' about the lease',
    ' #work',
    ' 30m',
    ' evening',
    ' to Ada',
    ' €',
    '.',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom('Seminar', 'Buy milk', ...TITLES),
      fc.constantFrom(...days),
      fc.tuple(digits, digits, fc.boolean()),
      fc.constantFrom(...ends),
      (title, day, [whole, part, isPadded], rest) => {
        const number = `${whole}.${isPadded ? String(part).padStart(2, '0') : part}`;
        const line = readTaskLine(`${title} ${day} ${number}${rest}`, context(evening()));
        const isClock =
          line.time?.from === whole * 60 + part || line.time?.from === (whole + 12) * 60 + part;
        const dates = [line.plannedDay, line.deadline].map((date) => date?.slice(5));
        const date = [part, whole].map((n) => String(n).padStart(2, '0')).join('-');
        expect(
          line.title.includes(number) || (isClock && part < 60) || dates.includes(date),
          `${title} ${day} ${number}${rest}: ${summary(line)}`,
        ).toBe(true);
      },
    ),
    { numRuns: RUNS * 4, seed: seedOf('TASK_LINE_SEED') },
  );
});

test('a time next to a day is on that day, or it stays text', () => {
  const days = [
    ['friday', '2026-11-27'],
    ['friday evening', '2026-11-27'],
    ['friday the 4th', '2026-12-04'],
    ['next week', '2026-11-30'],
    ...[
      '24.12.',
      '24. 12.',
      '24.12',
      '24-12-2026',
      '2026/12/24',
      'Dec 24',
      'the 24th',
      '24/12',
    ].map((words) => [words, '2026-12-24'] as const),
  ] as const;
  const gaps = [
    ' ',
    ', ',
    ',',
    ' - ',
    ': ',
    ' | ',
    ' um ',
    ' around ',
    ' not ',
    ' or ',
    ' with Ada at ',
    ' sharp ',
  ];
  const times = [
    '9:00',
    'at 9',
    '9am',
    '10-12',
    '9',
    'at 9.30',
    'half past 8',
    'at noon',
    '9:00 10:00',
    '9 h',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...days),
      fc.constantFrom(...gaps),
      fc.constantFrom(...times),
      fc.boolean(),
      ([words, day], gap, time, isTimeLast) => {
        const line = `Call ${isTimeLast ? `${words}${gap}${time}` : `${time}${gap}${words}`}`;
        const task = readTaskLine(line, context(evening()));
        expect(task.plannedDay ?? day, line).toBe(day);
      },
    ),
    { numRuns: RUNS * 2, seed: seedOf('TASK_LINE_SEED') },
  );
});

test('a repeat with a limit that no rule can express stays text', () => {
  const rules = [
    'every day',
    'every weekday',
    'each monday',
    'every 2 weeks',
    'every month',
    'every other friday',
  ];
  const times = ['', ' at 9', ' in the evening at 8', ' 10-12', ' 7am'];
  const limits = [
    ' except sundays',
    ', except on tuesday',
    ' but not on the 3rd',
    ' but friday',
    ' without holidays',
    ' excluding weekends',
    ' until Dec 20',
    ' till march',
    ' until further notice',
    ' through june',
    ' up to dec 24',
    ' ending next friday',
    ' for 3 weeks',
    ' for a month',
    ' for the next two months',
    ' for 10 times',
    ' in december',
    ' in summer',
    ' starting in june',
    ' on the last friday',
    ' on the second tuesday',
    ' on the first of june',
    ' unless it rains',
    ' (not on fridays)',
    ', mondays off',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...TITLES),
      fc.constantFrom(...rules),
      fc.constantFrom(...times),
      fc.constantFrom(...limits),
      fc.boolean(),
      (title, rule, time, limit, isTimeLast) => {
        const phrase = isTimeLast ? `${rule}${limit}${time}` : `${rule}${time}${limit}`;
        expect(read(`${title} ${phrase}`)).toBe(`${title} ${phrase}`);
      },
    ),
    { numRuns: RUNS, seed: seedOf('TASK_LINE_SEED') },
  );
});

test('a repeat after a limit or an ordinal stays text', () => {
  const rules = [
    'every day',
    'every week',
    'every other month',
    'every month',
    'monthly',
    'every year',
  ];
  const limits = [
    'last friday',
    'on the second tuesday',
    'first sunday of june',
    'last day',
    '1st monday',
    'for 3 weeks',
    'for a month',
    'no sundays',
    'but not mondays',
    'except on fridays',
    'sundays excluded',
    'weekends only',
    'during december',
    'in june',
    'up to Dec 20',
    'until dec 20',
    'by friday',
    'before Dec 20',
    'on the 1st and 15th',
    'from monday to friday',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...TITLES),
      fc.constantFrom(...limits),
      fc.constantFrom(...rules),
      fc.constantFrom('', ' at 9', ' 7am', ' 10-12'),
      fc.boolean(),
      (title, limit, rule, time, isTimeLast) => {
        const line = `${title} ${limit}${isTimeLast ? '' : time} ${rule}${isTimeLast ? time : ''}`;
        expect(read(line)).toBe(line);
      },
    ),
    { numRuns: RUNS, seed: seedOf('TASK_LINE_SEED') },
  );
});

const LINE_LENGTH = 100_000;

/** Removes spaces and punctuation, because taking a reading out of a title also removes those around the reading. */
const lettersOf = (text: string) => text.replaceAll(/[\s,;:()–-]/g, '');

test.each(hostileTexts(LINE_LENGTH))(
  'a line of %s is read in its first 500 characters, and no letter of it is lost',
  (_, text) => {
    const { title, readings } = readTaskLine(text, context(evening()));
    expect(Math.max(0, ...readings.map(({ end }) => end))).toBeLessThanOrEqual(500);
    const left = readings.reduceRight(
      (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
      text,
    );
    expect(lettersOf(title)).toBe(lettersOf(left));
    expect(title.endsWith(text.slice(500).trimEnd())).toBe(true);
  },
);

test.each([
  ['mentions', '@user'],
  ['addresses', 'noor@example.org'],
  ['words', 'Call Noor '],
])('words before 1,000 %s are still read', (_, unit) => {
  const line = readTaskLine(`#work tomorrow call ${unit.repeat(1_000)}`, context(evening()));
  expect(line).toMatchObject({ categoryId: 1, plannedDay: '2026-11-25' });
  expect(line.title).toBe(`call ${unit.repeat(1_000)}`.trim());
});

test('a date just before the 500th character of a longer line stays text', () => {
  const line = `${'word '.repeat(98)}tomorrow and then something else`;
  expect(readTaskLine(line, context(evening())).readings).toEqual([]);
});

test('until the day ends after midnight, “today” is the day before', () => {
  dateSettings.set({ ...DEFAULT_DATES, dayEndMinutes: 120 });
  const day = (line: string) => {
    const { plannedDay, time } = readTaskLine(line, context(new Date('2026-11-21T00:30:00')));
    return [plannedDay, time?.from ?? null];
  };
  expect(day('Write today')).toEqual(['2026-11-20', null]);
  expect(day('Write tomorrow')).toEqual(['2026-11-21', null]);
  expect(day('Write at 9am')).toEqual(['2026-11-21', 9 * 60]);
  expect(day('Write tonight at 1')).toEqual(['2026-11-21', 60]);
  expect(day('Write in 20 minutes')).toEqual(['2026-11-21', 50]);
  dateSettings.set(DEFAULT_DATES);
});
