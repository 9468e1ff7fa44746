import { DAY_MS, HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import {
  dateOf,
  dayNumber,
  dayNumberOf,
  midnightOf,
  timeOfClock,
  type CalendarDate,
} from './calendarClock';
import { readTime, type WrittenTime } from './calendarValues';

/* Repeat rules of RFC 5545, section 3.3.10, on clock times without a zone. */

const UNITS = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
type Unit = (typeof UNITS)[number];

const SHORT_UNIT_MS: Partial<Record<Unit, number>> = {
  HOURLY: HOUR_MS,
  MINUTELY: MINUTE_MS,
  SECONDLY: 1000,
};

export interface CalendarRule {
  unit: Unit;
  interval: number;
  count: number;
  until: WrittenTime | null;
  /** 0 for Monday. */
  weekStart: number;
  months: readonly number[] | null;
  weeks: readonly number[] | null;
  yearDays: readonly number[] | null;
  monthDays: readonly number[] | null;
  /** `nth` is null if every such weekday counts. */
  weekdays: readonly { weekday: number; nth: number | null }[] | null;
  hours: readonly number[] | null;
  minutes: readonly number[] | null;
  seconds: readonly number[] | null;
  positions: readonly number[] | null;
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * The lists of numbers in a rule, each with its smallest and largest number, and whether numbers may count from the
 * end.
 */
const LISTS = {
  BYMONTH: [1, 12, false],
  BYWEEKNO: [1, 53, true],
  BYYEARDAY: [1, 366, true],
  BYMONTHDAY: [1, 31, true],
  BYHOUR: [0, 23, false],
  BYMINUTE: [0, 59, false],
  BYSECOND: [0, 59, false],
  BYSETPOS: [1, 366, true],
} as const;

const PARTS: ReadonlySet<string> = new Set([
  ...Object.keys(LISTS),
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYDAY',
]);

const INTERVAL_MAX = 10_000;
const COUNT_MAX = 1_000_000;

/**
 * Parses a rule. Returns undefined if a part is unknown, invalid or repeated, if two parts contradict each other, or if
 * FREQ is missing.
 */
export function parseRule(text: string): CalendarRule | undefined {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')) {
    if (part.trim() === '') continue;
    const [name = '', value = ''] = part.split('=', 2).map((one) => one.trim());
    if (!PARTS.has(name) || value === '' || parts.has(name)) return undefined;
    parts.set(name, value);
  }
  const numbersOf = (name: keyof typeof LISTS) => numberList(parts.get(name), LISTS[name]);
  const unit = UNITS.find((one) => one === parts.get('FREQ'));
  const rule = {
    unit,
    interval: numberOf(parts.get('INTERVAL') ?? '1', INTERVAL_MAX),
    count: parts.has('COUNT') ? numberOf(parts.get('COUNT'), COUNT_MAX) : Infinity,
    until: parts.has('UNTIL') ? readTime(parts.get('UNTIL') ?? '') : null,
    weekStart: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'),
    months: numbersOf('BYMONTH'),
    weeks: numbersOf('BYWEEKNO'),
    yearDays: numbersOf('BYYEARDAY'),
    monthDays: numbersOf('BYMONTHDAY'),
    weekdays: weekdayList(parts.get('BYDAY')),
    hours: numbersOf('BYHOUR'),
    minutes: numbersOf('BYMINUTE'),
    seconds: numbersOf('BYSECOND'),
    positions: numbersOf('BYSETPOS'),
  };
  const isReadable = Object.values(rule).every((value) => value !== undefined);
  if (!isReadable || rule.weekStart < 0) return undefined;
  return contradictsItself(rule as CalendarRule) ? undefined : (rule as CalendarRule);
}

function numberOf(text: string | undefined, most: number): number | undefined {
  const number = /^\+?\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}

/** Returns the numbers of a list, null if there is no list, or undefined if the list can't be read. */
function numberList(
  text: string | undefined,
  [least, most, isSigned]: readonly [number, number, boolean],
): number[] | null | undefined {
  if (text === undefined) return null;
  const numbers = text
    .split(',')
    .map((one) => (/^[+-]?\d{1,3}$/.test(one.trim()) ? Number(one) : NaN));
  const isListed = (number: number) =>
    Math.abs(number) >= least && Math.abs(number) <= most && (isSigned || number >= 0);
  if (!numbers.every(isListed)) return undefined;
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function weekdayList(text: string | undefined): CalendarRule['weekdays'] | undefined {
  if (text === undefined) return null;
  const list = text.split(',').map((one) => {
    const [, nth, name = ''] = /^([+-]?\d{1,2})?\s*([A-Z]{2})$/.exec(one.trim()) ?? [];
    return { weekday: WEEKDAYS.indexOf(name), nth: nth === undefined ? null : Number(nth) };
  });
  const isDay = ({ weekday, nth }: (typeof list)[number]) =>
    weekday >= 0 && nth !== 0 && Math.abs(nth ?? 1) <= 53;
  if (!list.every(isDay)) return undefined;
  // Remove duplicates, because each step looks at the whole list.
  return [...new Map(list.map((one) => [`${one.weekday} ${one.nth}`, one])).values()];
}

/** Whether a rule combines parts that RFC 5545 forbids together. */
function contradictsItself(rule: CalendarRule): boolean {
  const { unit, weeks, weekdays, positions } = rule;
  const hasNth = weekdays?.some(({ nth }) => nth !== null) ?? false;
  const isOfDays = unit === 'DAILY' || unit === 'WEEKLY' || unit === 'MONTHLY';
  return (
    (hasNth && ((unit !== 'MONTHLY' && unit !== 'YEARLY') || weeks !== null)) ||
    (weeks !== null && unit !== 'YEARLY') ||
    (rule.yearDays !== null && isOfDays) ||
    (rule.monthDays !== null && unit === 'WEEKLY') ||
    (positions !== null && filtersOf(rule).every((list) => list === null))
  );
}

const filtersOf = (rule: CalendarRule): (readonly unknown[] | null)[] => [
  rule.months,
  rule.weeks,
  rule.yearDays,
  rule.monthDays,
  rule.weekdays,
  rule.hours,
  rule.minutes,
  rule.seconds,
];

/** At most this many steps are spent on one rule. */
const STEPS_MAX = 200_000;

/**
 * Limits the cost of rules, in steps. Looking at a day takes one step, and so does each time on a matching day. An
 * hour, minute or second takes several steps.
 */
export class StepBudget {
  #left: number;
  readonly #all: StepBudget | undefined;

  /** `all` is the budget of the whole file. */
  constructor(steps = STEPS_MAX, all?: StepBudget) {
    this.#left = steps;
    this.#all = all;
  }

  get isSpent(): boolean {
    return this.#left < 0 || (this.#all?.isSpent ?? false);
  }

  /** Takes steps from the budget. Returns whether enough steps were left. */
  take(steps: number): boolean {
    this.#left -= steps;
    this.#all?.take(steps);
    return !this.isSpent;
  }
}

/**
 * Yields the clock times of a rule in order, up to `toMs` or until the budget is spent. Times before `fromMs` may be
 * left out. The start is yielded only if it fits the rule.
 */
export function* clocksOfRule(
  rule: CalendarRule,
  start: { clockMs: number; isDay: boolean },
  fromMs: number,
  toMs: number,
  budget: StepBudget,
): Generator<number> {
  const told = withDefaults(rule, start);
  // Charge for the times of a day, because listing them costs time.
  if (!budget.take(timesADay(told))) return;
  let left = rule.count;
  // A rule with COUNT must be counted from its start.
  const countedFromMs = left === Infinity ? fromMs : start.clockMs;
  for (const candidates of periodsOf(told, start, countedFromMs, toMs, budget))
    for (const clock of atPositions(candidates, told.positions)) {
      if (clock < start.clockMs) continue;
      if (clock > toMs || left-- <= 0) return;
      yield clock;
    }
}

/**
 * Returns the days that a monthly or yearly rule has in one month or year, in order. The start fills in the parts that
 * the rule leaves out.
 */
export function daysInPeriod(
  rule: CalendarRule,
  start: { clockMs: number; isDay: boolean },
  first: CalendarDate,
): CalendarDate[] {
  const told = withDefaults(rule, start);
  const days = daysOfPeriod(told, first, 0).filter((day) => fits(day, told));
  return [...atPositions(days, told.positions)].map(dateOf);
}

/** Fills in the parts of a rule that follow from its first date: the day and the time. */
function withDefaults(
  rule: CalendarRule,
  { clockMs, isDay }: { clockMs: number; isDay: boolean },
): CalendarRule {
  const { unit } = rule;
  const date = dateOf(dayNumberOf(clockMs));
  const time = timeOfClock(clockMs);
  const weekday = [{ weekday: date.weekday, nth: null }];
  const hasDay = rule.weekdays ?? rule.monthDays ?? rule.yearDays;
  const isShort = unit in SHORT_UNIT_MS;
  const clock = isDay
    ? { hours: [0], minutes: [0], seconds: [0] }
    : {
        hours: rule.hours ?? (isShort ? null : [time.hour]),
        minutes: rule.minutes ?? (isShort && unit !== 'HOURLY' ? null : [time.minute]),
        seconds: rule.seconds ?? (unit === 'SECONDLY' ? null : [time.second]),
      };
  const told = { ...rule, ...clock };
  if (hasDay) return told;
  if (unit === 'WEEKLY' || (unit === 'YEARLY' && rule.weeks)) return { ...told, weekdays: weekday };
  if (unit === 'MONTHLY') return { ...told, monthDays: [date.day] };
  if (unit === 'YEARLY')
    return { ...told, monthDays: [date.day], months: rule.months ?? [date.month] };
  return told;
}

function* atPositions(
  clocks: readonly number[],
  positions: readonly number[] | null,
): Generator<number> {
  if (!positions) yield* clocks;
  else {
    const at = positions.map((position) =>
      position > 0 ? position - 1 : clocks.length + position,
    );
    for (const position of [...new Set(at)].sort((a, b) => a - b)) {
      const clock = clocks[position];
      if (clock !== undefined) yield clock;
    }
  }
}

/**
 * Yields the candidates of each period of a rule, in order. A period is a year, month, week, day, hour, minute or
 * second.
 */
function* periodsOf(
  rule: CalendarRule,
  start: { clockMs: number },
  fromMs: number,
  toMs: number,
  budget: StepBudget,
): Generator<number[]> {
  const unitMs = SHORT_UNIT_MS[rule.unit];
  if (unitMs !== undefined) {
    yield* shortPeriodsOf(rule, unitMs, start, fromMs, toMs, budget);
    return;
  }
  const times = timesOf(rule);
  const first = dateOf(dayNumberOf(start.clockMs));
  const from = dateOf(dayNumberOf(Math.max(fromMs, start.clockMs)));
  for (let index = firstIndex(rule, first, from); ; index++) {
    const days = daysOfPeriod(rule, first, index * rule.interval);
    if (!budget.take(days.length)) return;
    const [firstDay = 0] = days;
    if (firstDay * DAY_MS > toMs) return;
    const matching = days.filter((day) => fits(day, rule));
    if (!budget.take(matching.length * times.length)) return;
    yield matching.flatMap((day) => times.map((time) => day * DAY_MS + time));
  }
}

/** Returns the index of a period shortly before a date, to start from. */
function firstIndex(
  { unit, interval, weekStart }: CalendarRule,
  first: ReturnType<typeof dateOf>,
  from: ReturnType<typeof dateOf>,
): number {
  const years = from.year - first.year;
  const days =
    dayNumber(from.year, from.month, from.day) - dayNumber(first.year, first.month, first.day);
  const units = {
    YEARLY: years,
    MONTHLY: years * 12 + from.month - first.month,
    WEEKLY: Math.floor((days + ((first.weekday - weekStart + 7) % 7)) / 7),
    DAILY: days,
  }[unit as 'DAILY'];
  return Math.max(0, Math.floor(units / interval) - 1);
}

/** Returns the days of a period, at least one. The period is `units` units after the rule's first period. */
function daysOfPeriod(
  { unit, weekStart, months }: CalendarRule,
  first: ReturnType<typeof dateOf>,
  units: number,
): number[] {
  const { year, month, day } = first;
  if (unit === 'YEARLY') {
    const inYear = months ?? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    return inYear.flatMap((one) => daysOfMonth(year + units, one));
  }
  if (unit === 'MONTHLY') {
    const at = month - 1 + units;
    return daysOfMonth(year + Math.floor(at / 12), (at % 12) + 1);
  }
  const from = dayNumber(year, month, day) + units * (unit === 'WEEKLY' ? 7 : 1);
  if (unit !== 'WEEKLY') return [from];
  const monday = from - ((first.weekday - weekStart + 7) % 7);
  return Array.from({ length: 7 }, (_, index) => monday + index);
}

function daysOfMonth(year: number, month: number): number[] {
  const from = dayNumber(year, month, 1);
  return Array.from({ length: dayNumber(year, month + 1, 1) - from }, (_, index) => from + index);
}

function fits(number: number, rule: CalendarRule): boolean {
  const date = dateOf(number);
  const { year, month, day, weekday } = date;
  if (rule.months && !rule.months.includes(month)) return false;
  if (rule.monthDays) {
    const fromEnd = day - 1 - (dayNumber(year, month + 1, 1) - dayNumber(year, month, 1));
    if (!rule.monthDays.includes(day) && !rule.monthDays.includes(fromEnd)) return false;
  }
  if (rule.weekdays && !rule.weekdays.some((one) => isWeekday(one, number, date, rule)))
    return false;
  if (rule.yearDays) {
    const yearDay = number - dayNumber(year, 1, 1) + 1;
    const fromEnd = number - dayNumber(year + 1, 1, 1);
    if (!rule.yearDays.includes(yearDay) && !rule.yearDays.includes(fromEnd)) return false;
  }
  return !rule.weeks || isInWeeks(number, weekday, rule.weeks, rule.weekStart);
}

/**
 * Whether a day is a weekday of the rule. An nth weekday counts within the month, or within the year in a yearly rule
 * without months.
 */
function isWeekday(
  { weekday, nth }: { weekday: number; nth: number | null },
  number: number,
  date: ReturnType<typeof dateOf>,
  { unit, months }: CalendarRule,
): boolean {
  if (date.weekday !== weekday) return false;
  if (nth === null) return true;
  const isOfYear = unit === 'YEARLY' && !months;
  const from = isOfYear ? dayNumber(date.year, 1, 1) : dayNumber(date.year, date.month, 1);
  const to = isOfYear ? dayNumber(date.year + 1, 1, 1) : dayNumber(date.year, date.month + 1, 1);
  return nth > 0
    ? Math.floor((number - from) / 7) + 1 === nth
    : Math.floor((to - 1 - number) / 7) + 1 === -nth;
}

/** Whether a day is in one of the weeks. Week 1 is the first week that has at least four days in the year. */
function isInWeeks(
  number: number,
  weekday: number,
  weeks: readonly number[],
  weekStart: number,
): boolean {
  const monday = number - ((weekday - weekStart + 7) % 7);
  const { year } = dateOf(monday + 3);
  const firstWeek = (one: number) => {
    const fourth = dayNumber(one, 1, 4);
    return fourth - ((dateOf(fourth).weekday - weekStart + 7) % 7);
  };
  const week = (monday - firstWeek(year)) / 7 + 1;
  const fromEnd = (monday - firstWeek(year + 1)) / 7;
  return weeks.includes(week) || weeks.includes(fromEnd);
}

const timesADay = ({ hours, minutes, seconds }: CalendarRule): number =>
  (hours?.length ?? 1) * (minutes?.length ?? 1) * (seconds?.length ?? 1);

/** Returns the times of a day, in ms. */
const timesOf = ({ hours, minutes, seconds }: CalendarRule): number[] =>
  (hours ?? []).flatMap((hour) =>
    (minutes ?? []).flatMap((minute) =>
      (seconds ?? []).map((second) => ((hour * 60 + minute) * 60 + second) * 1000),
    ),
  );

/**
 * How many steps an hour, minute or second costs, besides one step for each time in it. Checking an hour, minute or
 * second takes longer than checking a day.
 */
const SHORT_STEPS = 4;

/** Yields the candidates of each hour, minute or second. A day that doesn't fit the rule is skipped as a whole. */
function* shortPeriodsOf(
  rule: CalendarRule,
  unitMs: number,
  start: { clockMs: number },
  fromMs: number,
  toMs: number,
  budget: StepBudget,
): Generator<number[]> {
  const stepMs = unitMs * rule.interval;
  const base = Math.floor(start.clockMs / unitMs) * unitMs;
  const within = timesWithin(rule, unitMs);
  const after = (ms: number) => base + Math.max(0, Math.ceil((ms - base) / stepMs)) * stepMs;
  for (let at = after(fromMs - stepMs); at <= toMs;) {
    if (!budget.take(SHORT_STEPS + within.length)) return;
    const time = timeOfClock(at);
    if (!fits(dayNumberOf(at), rule)) at = after(midnightOf(at) + DAY_MS);
    else {
      const isListed =
        (!rule.hours || rule.hours.includes(time.hour)) &&
        (unitMs === HOUR_MS || !rule.minutes || rule.minutes.includes(time.minute)) &&
        (unitMs !== 1000 || !rule.seconds || rule.seconds.includes(time.second));
      if (isListed) yield within.map((ms) => at + ms);
      at += stepMs;
    }
  }
}

/** Returns where a rule's times are within an hour, a minute or a second, in ms. */
function timesWithin({ minutes, seconds }: CalendarRule, unitMs: number): number[] {
  if (unitMs === 1000) return [0];
  const inMinute = (seconds ?? []).map((second) => second * 1000);
  if (unitMs === MINUTE_MS) return inMinute;
  return (minutes ?? []).flatMap((minute) => inMinute.map((ms) => minute * MINUTE_MS + ms));
}
