import { dayAfter, daysFrom, firstDay, nextDay, Repeat } from '@daymark/contract/repeats/repeat';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';

const daily = (interval = 1): Repeat => ({ every: 'day', interval, from: 'schedule' });
const weekly = (weekdays: number[], interval = 1): Repeat => ({
  every: 'week',
  interval,
  weekdays,
  from: 'schedule',
});
const monthly = (day: number, interval = 1): Repeat => ({
  every: 'month',
  interval,
  day,
  from: 'schedule',
});
const yearly = (day: number, interval = 1): Repeat => ({
  every: 'year',
  interval,
  day,
  from: 'schedule',
});
const after = (
  interval: number,
  every: Repeat['every'],
  more: Pick<Repeat, 'weekdays' | 'day'> = {},
): Repeat => ({ every, interval, from: 'completion', ...more });

/** Returns the next `count` days of a series whose tasks are all done on their day. */
function daysOf(rule: Repeat, first: string, count: number): string[] {
  const days: string[] = [];
  let day = nextDay(rule, first, first);
  for (; day !== undefined && days.length < count; day = nextDay(rule, day, day)) days.push(day);
  return days;
}

describe('a series that is done on time', () => {
  test.each<[name: string, rule: Repeat, first: string, days: string[]]>([
    ['every day', daily(), '2026-12-30', ['2026-12-31', '2027-01-01']],
    ['every 3 days, over 29 February', daily(3), '2028-02-27', ['2028-03-01', '2028-03-04']],
    ['every 365 days', daily(365), '2027-03-01', ['2028-02-29', '2029-02-28']],
    ['every weekday', weekly([1, 2, 3, 4, 5]), '2026-11-19', ['2026-11-20', '2026-11-23']],
    ['every week on its own weekday', weekly([5]), '2026-11-20', ['2026-11-27', '2026-12-04']],
    [
      'every week on several weekdays, whatever their order',
      weekly([7, 3, 1]),
      '2026-11-18',
      ['2026-11-22', '2026-11-23', '2026-11-25', '2026-11-29'],
    ],
    [
      'every 2 weeks on Monday and Thursday: both days in one week, none in the next',
      weekly([1, 4], 2),
      '2026-11-23',
      ['2026-11-26', '2026-12-07', '2026-12-10', '2026-12-21'],
    ],
    [
      'every 2 weeks on Sunday: it ends its week',
      weekly([7], 2),
      '2026-11-22',
      ['2026-12-06', '2026-12-20'],
    ],
    [
      'every 3 weeks over the end of a year with 53 weeks',
      weekly([1, 7], 3),
      '2026-12-21',
      ['2026-12-27', '2027-01-11', '2027-01-17'],
    ],
    [
      'the 31st is the last day of a shorter month, and the 31st again after it',
      monthly(31),
      '2027-01-31',
      ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'],
    ],
    [
      'the 31st in a leap year',
      monthly(31),
      '2028-01-31',
      ['2028-02-29', '2028-03-31', '2028-04-30'],
    ],
    [
      'the 30th',
      monthly(30),
      '2026-12-30',
      ['2027-01-30', '2027-02-28', '2027-03-30', '2027-04-30'],
    ],
    [
      'the 29th, in an ordinary year and in a leap year',
      monthly(29, 12),
      '2026-02-28',
      ['2027-02-28', '2028-02-29', '2029-02-28'],
    ],
    ['the 1st', monthly(1), '2026-11-01', ['2026-12-01', '2027-01-01']],
    ['every 3 months', monthly(31, 3), '2026-11-30', ['2027-02-28', '2027-05-31', '2027-08-31']],
    [
      'every year on 29 February',
      yearly(29),
      '2028-02-29',
      ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
    [
      '2100 is not a leap year',
      yearly(29, 4),
      '2092-02-29',
      ['2096-02-29', '2100-02-28', '2104-02-29'],
    ],
    ['2000 was a leap year', yearly(31), '1999-02-28', ['2000-02-29', '2001-02-28']],
    ['every 2 years', yearly(20, 2), '2026-11-20', ['2028-11-20', '2030-11-20']],
    ['every 365 years', yearly(20, 365), '2026-11-20', ['2391-11-20', '2756-11-20']],
    [
      'the 31st after completion stays the 31st',
      after(1, 'month', { day: 31 }),
      '2027-01-31',
      ['2027-02-28', '2027-03-31', '2027-04-30'],
    ],
  ])('%s', (_, rule, first, days) => {
    expect(Repeat.safeParse(rule).success).toBe(true);
    expect(daysOf(rule, first, days.length)).toEqual(days);
  });
});

describe('the next day of a task that is for one day and done on another', () => {
  test.each<[name: string, rule: Repeat, seriesDay: string, doneOn: string, next: string]>([
    ['daily, early', daily(), '2026-11-20', '2026-11-18', '2026-11-21'],
    ['daily, on time', daily(), '2026-11-20', '2026-11-20', '2026-11-21'],
    ['daily, a day late', daily(), '2026-11-20', '2026-11-21', '2026-11-22'],
    ['daily, years late', daily(), '2016-02-29', '2026-11-20', '2026-11-21'],
    ['every 3 days, early', daily(3), '2026-11-20', '2026-11-01', '2026-11-23'],
    ['every 3 days, late: it keeps its days', daily(3), '2026-11-20', '2026-11-24', '2026-11-26'],
    ['every 3 days, late on a day of it', daily(3), '2026-11-20', '2026-11-23', '2026-11-26'],
    ['weekly, early', weekly([1]), '2026-11-23', '2026-11-16', '2026-11-30'],
    ['weekly, done on Sunday', weekly([1]), '2026-11-16', '2026-11-22', '2026-11-23'],
    ['weekly, done on Monday', weekly([1]), '2026-11-16', '2026-11-23', '2026-11-30'],
    ['weekly, years late', weekly([1]), '2020-11-23', '2026-11-20', '2026-11-23'],
    [
      'every 2 weeks, in the week between',
      weekly([1, 4], 2),
      '2026-11-23',
      '2026-12-01',
      '2026-12-07',
    ],
    [
      'every 2 weeks, late on a day of it',
      weekly([1, 4], 2),
      '2026-11-23',
      '2026-12-07',
      '2026-12-10',
    ],
    [
      'every 2 weeks, years late',
      weekly([1, 4], 2),
      '2020-11-23',
      '2026-11-20',
      // 314 weeks later.
      '2026-11-30',
    ],
    [
      'weekly, moved to another weekday: the rule counts',
      weekly([1], 2),
      '2026-11-27',
      '2026-11-27',
      '2026-12-07',
    ],
    ['monthly, early', monthly(31), '2027-01-31', '2027-01-02', '2027-02-28'],
    ['monthly, a day late', monthly(31), '2027-01-31', '2027-02-01', '2027-02-28'],
    ['monthly, late on a day of it', monthly(31), '2027-01-31', '2027-02-28', '2027-03-31'],
    ['monthly, years late', monthly(31), '2016-01-31', '2027-02-27', '2027-02-28'],
    ['every 5 months, late', monthly(31, 5), '2026-11-30', '2027-05-01', '2027-09-30'],
    ['yearly, early', yearly(29), '2028-02-29', '2028-01-01', '2029-02-28'],
    ['yearly, late', yearly(29), '2028-02-29', '2029-02-28', '2030-02-28'],
    ['yearly, years late', yearly(29), '2000-02-29', '2028-02-28', '2028-02-29'],
    ['after completion, early', after(3, 'day'), '2026-11-20', '2026-11-10', '2026-11-13'],
    ['after completion, on time', after(3, 'day'), '2026-11-20', '2026-11-20', '2026-11-23'],
    ['after completion, late', after(3, 'day'), '2026-11-20', '2026-12-30', '2027-01-02'],
    ['after completion, years late', after(3, 'day'), '2016-11-20', '2026-11-20', '2026-11-23'],
    ['1 week after', after(1, 'week'), '2026-11-20', '2026-11-22', '2026-11-29'],
    [
      '1 week after, on the day that it is',
      after(1, 'week', { weekdays: [5] }),
      '2026-11-20',
      '2026-11-20',
      '2026-11-27',
    ],
    [
      '1 week after, on a later day',
      after(1, 'week', { weekdays: [4, 1] }),
      '2026-11-20',
      '2026-11-20',
      '2026-11-30',
    ],
    [
      '2 weeks after, with no weekday chosen',
      after(2, 'week', { weekdays: [] }),
      '2026-11-20',
      '2026-11-20',
      '2026-12-04',
    ],
    ['1 month after the 31st', after(1, 'month'), '2027-01-31', '2027-01-31', '2027-02-28'],
    ['1 month after the 28th', after(1, 'month'), '2027-02-28', '2027-02-28', '2027-03-28'],
    [
      '1 month after, on a day later in that month',
      after(1, 'month', { day: 15 }),
      '2026-11-10',
      '2026-11-10',
      '2026-12-15',
    ],
    [
      '1 month after, on a day of the month after it',
      after(1, 'month', { day: 15 }),
      '2026-11-20',
      '2026-11-20',
      '2027-01-15',
    ],
    [
      '1 month after, on the 31st',
      after(1, 'month', { day: 31 }),
      '2027-01-30',
      '2027-01-30',
      '2027-02-28',
    ],
    ['1 year after 29 February', after(1, 'year'), '2028-02-29', '2028-02-29', '2029-02-28'],
    [
      '1 year after, on the 1st',
      after(1, 'year', { day: 1 }),
      '2026-12-02',
      '2026-12-02',
      '2028-01-01',
    ],
  ])('%s', (_, rule, seriesDay, doneOn, next) => {
    expect(Repeat.safeParse(rule).success).toBe(true);
    expect(nextDay(rule, seriesDay, doneOn)).toBe(next);
  });

  test.each<[rule: Repeat, seriesDay: string, next: string | undefined]>([
    [daily(), '9999-12-30', '9999-12-31'],
    [daily(), '9999-12-31', undefined],
    [daily(3), '9999-12-29', undefined],
    [weekly([5]), '9999-12-24', '9999-12-31'],
    [weekly([6]), '9999-12-25', undefined],
    [weekly([1, 5]), '9999-12-31', undefined],
    [monthly(31), '9999-11-30', '9999-12-31'],
    [monthly(15), '9999-12-15', undefined],
    [monthly(31, 2), '9999-11-30', undefined],
    [yearly(31), '9998-12-31', '9999-12-31'],
    [yearly(1), '9999-01-01', undefined],
    [after(1, 'day'), '9999-12-31', undefined],
    [after(1, 'week', { weekdays: [5] }), '9999-12-24', '9999-12-31'],
    [after(1, 'week', { weekdays: [6] }), '9999-12-24', undefined],
    [after(1, 'month'), '9999-11-30', '9999-12-30'],
    [after(1, 'month', { day: 31 }), '9999-11-30', '9999-12-31'],
    [after(1, 'month', { day: 15 }), '9999-11-20', undefined],
    [after(1, 'month'), '9999-12-01', undefined],
    [after(1, 'year'), '9999-01-01', undefined],
  ])('is at most the last day of the year 9999: %j after %s', (rule, seriesDay, next) => {
    expect(nextDay(rule, seriesDay, seriesDay)).toBe(next);
  });

  test('exists in the years 0 to 99', () => {
    expect(nextDay(monthly(31), '0000-01-31', '0000-01-31')).toBe('0000-02-29');
    expect(nextDay(yearly(29), '0096-02-29', '0099-03-01')).toBe('0100-02-28');
  });
});

describe('the first day of a rule', () => {
  test.each<[name: string, rule: Repeat, from: string, first: string]>([
    ['daily: the day itself', daily(3), '2026-11-20', '2026-11-20'],
    ['weekly, on a day of it', weekly([1, 5]), '2026-11-20', '2026-11-20'],
    ['weekly, before a day of it', weekly([1, 5]), '2026-11-21', '2026-11-23'],
    ['every 2 weeks: the next weekday', weekly([4], 2), '2026-11-20', '2026-11-26'],
    ['monthly, later in the month', monthly(31), '2026-11-20', '2026-11-30'],
    ['monthly, on the last day', monthly(31), '2027-02-28', '2027-02-28'],
    ['monthly, in the next month', monthly(15), '2026-12-20', '2027-01-15'],
    ['yearly', yearly(29), '2027-02-10', '2027-02-28'],
    ['after completion: the day itself', after(1, 'month'), '2026-11-20', '2026-11-20'],
    [
      'after completion on a weekday',
      after(1, 'week', { weekdays: [1] }),
      '2026-11-20',
      '2026-11-23',
    ],
    ['at the end of time: the day itself', weekly([1]), '9999-12-31', '9999-12-31'],
    ['at the end of time, monthly', monthly(15), '9999-12-20', '9999-12-20'],
  ])('%s', (_, rule, from, first) => {
    expect(firstDay(rule, from)).toBe(first);
  });
});

describe('days', () => {
  test.each([
    ['2026-11-20', 0, '2026-11-20'],
    ['2028-02-28', 2, '2028-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['9999-12-31', 0, '9999-12-31'],
  ])('%s plus %d days is %s', (day, days, later) => {
    expect(dayAfter(day, days)).toBe(later);
    expect(daysFrom(day, later)).toBe(days);
  });

  test('exist only in the years 0 to 9999', () => {
    expect(dayAfter('9999-12-31', 1)).toBeUndefined();
    expect(dayAfter('0000-01-01', -1)).toBeUndefined();
  });
});

/*
 * The reference implementation walks from day to day with its own calendar. The reference is slow but simple enough to
 * trust.
 */

interface Walked {
  year: number;
  month: number;
  date: number;
  weekday: number;
  isMonthEnd: boolean;
  /** Number of days, Mondays (`weeks`) and firsts of a month (`months`) since the first day. */
  days: number;
  weeks: number;
  months: number;
}

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const lengthOf = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** Returns the first day on or after `from` that is wanted. */
function walk(from: string, isWanted: (day: Walked) => boolean): string | undefined {
  const [year = 0, month = 0, date = 0] = from.split('-').map(Number);
  const weekday = new Date(`${from}T12:00:00Z`).getUTCDay() || 7;
  const isMonthEnd = date === lengthOf(year, month);
  const day: Walked = { year, month, date, weekday, isMonthEnd, days: 0, weeks: 0, months: 0 };
  while (day.year <= 9999) {
    if (isWanted(day)) {
      const text = (number: number, digits: number) => String(number).padStart(digits, '0');
      return `${text(day.year, 4)}-${text(day.month, 2)}-${text(day.date, 2)}`;
    }
    day.days++;
    day.weekday = day.weekday === 7 ? 1 : day.weekday + 1;
    if (day.weekday === 1) day.weeks++;
    if (!day.isMonthEnd) day.date++;
    else {
      day.date = 1;
      day.months++;
      day.month = day.month === 12 ? 1 : day.month + 1;
      if (day.month === 1) day.year++;
    }
    day.isMonthEnd = day.date === lengthOf(day.year, day.month);
  }
  return undefined;
}

/** Whether the day has this date, or is the last day of a month that is too short for it. */
const isDate = (day: Walked, date: number) =>
  day.date === date || (day.isMonthEnd && day.date < date);

/** Whether the day is one of the rule's weekdays and its day of the month, if the rule has them. */
const isNamed = (day: Walked, { weekdays = [], day: date }: Repeat) =>
  (weekdays.length === 0 || weekdays.includes(day.weekday)) &&
  (date === undefined || isDate(day, date));

function slowNextDay(rule: Repeat, seriesDay: string, doneOn: string): string | undefined {
  const { every, interval } = rule;
  const months = every === 'year' ? interval * 12 : interval;
  if (rule.from === 'completion') {
    const date = Number(doneOn.slice(8));
    let isDue = false;
    return walk(doneOn, (day) => {
      isDue ||=
        every === 'day' || every === 'week'
          ? day.days === (every === 'day' ? interval : interval * 7)
          : day.months === months && isDate(day, date);
      return isDue && isNamed(day, rule);
    });
  }
  let isLater = false;
  const last = doneOn > seriesDay ? doneOn : seriesDay;
  const [year, month, date] = last.split('-').map(Number);
  return walk(seriesDay, (day) => {
    const wasLater = isLater;
    isLater ||= day.year === year && day.month === month && day.date === date;
    if (!wasLater) return false;
    const passed = every === 'day' ? day.days : every === 'week' ? day.weeks : day.months;
    return passed % (every === 'year' ? months : interval) === 0 && isNamed(day, rule);
  });
}

const EPOCH = '1970-01-01';
const days = (from: string, to: string) =>
  fc
    .integer({ min: daysFrom(EPOCH, from), max: daysFrom(EPOCH, to) })
    .map((number) => dayAfter(EPOCH, number)!);
const anyDay = fc.oneof(
  { weight: 8, arbitrary: days('2000-01-01', '2060-12-31') },
  { weight: 1, arbitrary: days('0000-01-01', '9999-12-31') },
  { weight: 1, arbitrary: days('9990-01-01', '9999-12-31') },
);
const interval = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 365 }) },
);
const someWeekdays = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 });
const date = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 28, max: 31 }));
const anyRule: fc.Arbitrary<Repeat> = fc
  .record({
    every: fc.constantFrom('day', 'week', 'month', 'year'),
    interval,
    from: fc.constantFrom('schedule', 'completion'),
    weekdays: someWeekdays,
    day: date,
    isFree: fc.boolean(),
  })
  .map(({ every, interval, from, weekdays, day, isFree }) => ({
    every,
    interval,
    from,
    ...(every === 'week' && !(isFree && from === 'completion') && { weekdays }),
    ...((every === 'month' || every === 'year') && !(isFree && from === 'completion') && { day }),
  }));
/** A rule, the day of a task, and the day on which the task was done, from weeks early to years late. */
const anyCase = fc
  .record({
    rule: anyRule,
    seriesDay: anyDay,
    late: fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: 0, max: 4000 })),
  })
  .map(({ rule, seriesDay, late }) => {
    const doneOn = dayAfter(seriesDay, late);
    return { rule, seriesDay, doneOn: doneOn ?? seriesDay };
  });

describe('for any rule and any day', () => {
  const options = { numRuns: roundsOf('REPEAT_ROUNDS', 2000, 50_000), seed: seedOf('REPEAT_SEED') };

  test('the next day is after the day on which the task was done', () => {
    fc.assert(
      fc.property(anyCase, ({ rule, seriesDay, doneOn }) => {
        expect(Repeat.safeParse(rule).success).toBe(true);
        const next = nextDay(rule, seriesDay, doneOn);
        if (next === undefined) return;
        expect(next > doneOn).toBe(true);
        if (rule.from === 'schedule') expect(next > seriesDay).toBe(true);
      }),
      options,
    );
  });

  test('the next day is the first later day that the rule allows', () => {
    fc.assert(
      fc.property(anyCase, ({ rule, seriesDay, doneOn }) => {
        expect(nextDay(rule, seriesDay, doneOn)).toBe(slowNextDay(rule, seriesDay, doneOn));
      }),
      options,
    );
  });

  test('the first day is the given day, or else the next day that the rule allows', () => {
    fc.assert(
      fc.property(anyRule, anyDay, (rule, from) => {
        expect(firstDay(rule, from)).toBe(walk(from, (day) => isNamed(day, rule)) ?? from);
      }),
      options,
    );
  });

  test('a task that is done late has the same next day as a task that was always done on time', () => {
    fc.assert(
      fc.property(anyCase, ({ rule, seriesDay, doneOn }) => {
        if (rule.from === 'completion' || doneOn <= seriesDay) return;
        let onTime = nextDay(rule, seriesDay, seriesDay);
        while (onTime !== undefined && onTime <= doneOn) onTime = nextDay(rule, onTime, onTime);
        expect(nextDay(rule, seriesDay, doneOn)).toBe(onTime);
      }),
      options,
    );
  });
});
