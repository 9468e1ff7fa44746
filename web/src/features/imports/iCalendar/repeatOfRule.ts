import { REPEAT_INTERVAL_MAX, type Repeat } from '@daymark/contract/repeats/repeat';
import { dateOf, dayNumber, dayNumberOf, timeOfClock, type CalendarDate } from './calendarClock';
import { daysInPeriod, type CalendarRule, type StepBudget } from './calendarRule';

const UNITS: Partial<Record<CalendarRule['unit'], Repeat['every']>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

/**
 * Returns the rule of Daymark that has the same days as a rule of RFC 5545 with this start. Returns undefined if there
 * is none, or if the budget is spent. The end of the rule is ignored.
 */
export function repeatOfRule(
  rule: CalendarRule,
  start: { clockMs: number; isDay: boolean },
  budget: StepBudget,
): Repeat | undefined {
  const { interval } = rule;
  const every = UNITS[rule.unit];
  if (!every || interval > REPEAT_INTERVAL_MAX || !hasTimeOf(rule, start)) return undefined;
  const base = { every, interval, from: 'schedule' as const };
  const isOfDates = every === 'month' || every === 'year';
  const filters = [rule.months, rule.weeks, rule.yearDays, rule.monthDays, rule.positions];
  if (isOfDates) return ofDates(rule, start, base, budget);
  if (filters.some((list) => list !== null)) return undefined;
  const weekdays = rule.weekdays?.map(({ weekday }) => weekday + 1).sort((a, b) => a - b);
  if (every === 'day' && !weekdays) return base;
  if (every === 'day' && interval > 1) return undefined;
  const own = dateOf(dayNumberOf(start.clockMs)).weekday;
  // Our weeks begin on Monday. Another first day matters only if the rule has days on both sides of it.
  const sides = [...(weekdays ?? []), own + 1].map((weekday) => weekday <= rule.weekStart);
  if (interval > 1 && new Set(sides).size > 1) return undefined;
  return { ...base, every: 'week', weekdays: weekdays ?? [own + 1] };
}

/** Whether a rule has no other time of day than its start. */
function hasTimeOf(
  { hours, minutes, seconds }: CalendarRule,
  { clockMs, isDay }: { clockMs: number; isDay: boolean },
): boolean {
  const { hour, minute, second } = timeOfClock(clockMs);
  const has = (list: readonly number[] | null, own: number) =>
    list === null || (!isDay && list.length === 1 && list[0] === own);
  return has(hours, hour) && has(minutes, minute) && has(seconds, second);
}

const lengthOfMonth = ({ year, month }: CalendarDate): number =>
  dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);

const oneOfEach = (dates: readonly CalendarDate[], lengthOf: (one: CalendarDate) => number) => [
  ...new Map(dates.map((one) => [`${lengthOf(one)} ${one.weekday}`, one])).values(),
];

/** The first days of all months of 28 years, after which weekdays and leap years repeat. */
const ALL_MONTHS = Array.from({ length: 28 * 12 }, (_, index) =>
  dateOf(dayNumber(2001, 1 + index, 1)),
);
/** A month of each kind: with 28 to 31 days, and each weekday on its first day. */
const MONTHS = oneOfEach(ALL_MONTHS, lengthOfMonth);
/** A year of each kind: leap years or not, and each weekday on January 1. */
const YEARS = oneOfEach(
  ALL_MONTHS.filter(({ month }) => month === 1),
  ({ year }) => dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1),
);

/** Compares the days that a rule has in every kind of month or year with those of our rules. */
function ofDates(
  rule: CalendarRule,
  start: { clockMs: number; isDay: boolean },
  base: Pick<Repeat, 'every' | 'interval' | 'from'>,
  budget: StepBudget,
): Repeat | undefined {
  const { month } = dateOf(dayNumberOf(start.clockMs));
  const periods = base.every === 'month' ? MONTHS : YEARS;
  const dates: CalendarDate[] = [];
  for (const period of periods) {
    const [date, ...others] = daysInPeriod(rule, start, period);
    if (!budget.take(base.every === 'month' || rule.months ? 31 : 366)) return undefined;
    if (!date || others.length > 0) return undefined;
    if (base.every === 'year' && date.month !== month) return undefined;
    dates.push(date);
  }
  const day = Math.max(...dates.map((date) => date.day));
  if (dates.every((date) => date.day === Math.min(day, lengthOfMonth(date))))
    return { ...base, day };
  const weekday = dates[0]?.weekday ?? 0;
  if (dates.some((date) => date.weekday !== weekday)) return undefined;
  const nth = ([1, 2, 3, 4, -1] as const).find((number) =>
    dates.every((date) =>
      number > 0 ? Math.ceil(date.day / 7) === number : date.day > lengthOfMonth(date) - 7,
    ),
  );
  return nth && { ...base, weekdays: [weekday + 1], nth };
}
