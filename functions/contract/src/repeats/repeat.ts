import * as z from 'zod/mini';
import { DAY_MS } from '../time/units';
import '../messages';

const whole = (error: string, max: number) =>
  z.int(error).check(z.minimum(1, error), z.maximum(max, error));

/** A weekday from 1 for Monday to 7 for Sunday. */
export const Weekday = whole('A weekday is a number from 1 (Monday) to 7 (Sunday)', 7);

/** Longest interval of a rule, in units of the rule. */
export const REPEAT_INTERVAL_MAX = 365;

/**
 * How a task or an event repeats: every `interval` days, weeks, months or years. Weeks begin on Monday.
 * - If `from` is `schedule`, the rule follows the calendar. A weekly rule names its weekdays. A monthly or yearly rule
 *   names its day of the month, and shorter months use their last day. Instead of the day it may name one weekday and
 *   `nth`: the first to the fourth, or the last one of the month (-1).
 * - If `from` is `completion`, the rule counts from the day on which the task was done. If the rule names weekdays or a
 *   day of the month, the next such day counts.
 */
export const Repeat = z
  .object({
    every: z.enum(['day', 'week', 'month', 'year']),
    interval: whole(
      `Repeat every 1 to ${REPEAT_INTERVAL_MAX} days, weeks, months or years.`,
      REPEAT_INTERVAL_MAX,
    ),
    weekdays: z.optional(z.array(Weekday).check(z.maxLength(7))),
    day: z.optional(whole('The day of the month is a number from 1 to 31.', 31)),
    nth: z.optional(z.literal([1, 2, 3, 4, -1])),
    from: z.enum(['schedule', 'completion']),
  })
  .check(
    z.refine(
      ({ every, weekdays, from }) => every !== 'week' || from !== 'schedule' || weekdays?.length,
      'Choose at least one weekday.',
    ),
    z.refine(
      ({ every, day, nth, from }) =>
        (every !== 'month' && every !== 'year') || from !== 'schedule' || day || nth,
      'Choose the day of the month.',
    ),
    z.refine(
      ({ every, weekdays, nth }) => every === 'week' || weekdays === undefined || nth !== undefined,
      'Only a weekly rule has weekdays.',
    ),
    z.refine(
      ({ every, weekdays, day, nth, from }) =>
        nth === undefined ||
        ((every === 'month' || every === 'year') &&
          from === 'schedule' &&
          weekdays?.length === 1 &&
          day === undefined),
      'Such a weekday of the month needs one weekday, and months or years on schedule.',
    ),
    z.refine(
      ({ every, day }) => every === 'month' || every === 'year' || day === undefined,
      'Only a monthly or yearly rule has a day of the month.',
    ),
    z.refine(
      ({ weekdays = [] }) => new Set(weekdays).size === weekdays.length,
      'Each weekday can be chosen once.',
    ),
  );
export type Repeat = z.infer<typeof Repeat>;

/* Days are counted from 1970 and months from the year 0, so that time zones and clock changes don't matter. */

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';

const numberOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** Returns the day with this number, or undefined before the year 0 and after the year 9999. */
function dayOfNumber(number: number): string | undefined {
  return number >= numberOf(FIRST_DAY) && number <= numberOf(LAST_DAY)
    ? new Date(number * DAY_MS).toISOString().slice(0, 10)
    : undefined;
}

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const dateOf = (day: string): number => Number(day.slice(8));

/** Returns the number of a day of a month, or of the last day if the month is shorter. */
function dayOfMonth(month: number, date: number): number {
  const first = (index: number) => {
    const year = String(Math.floor(index / 12)).padStart(4, '0');
    return numberOf(`${year}-${String((index % 12) + 1).padStart(2, '0')}-01`);
  };
  const isLast = month === monthOf(LAST_DAY);
  const last = isLast ? numberOf(LAST_DAY) : first(month + 1) - 1;
  return Math.min(first(month) + date - 1, last);
}

/** Returns the number of the first to fourth weekday of a month, or of the last one if `nth` is -1. */
function nthWeekday(month: number, weekday: number, nth: number): number {
  if (nth > 0) return onWeekday(dayOfMonth(month, 1), [weekday]) + (nth - 1) * 7;
  return onWeekday(dayOfMonth(month, 31) - 6, [weekday]);
}

/** Returns 1 for Monday to 7 for Sunday. 1970 began on a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** Returns the first day on or after `day` that is one of these weekdays, or `day` itself if the list is empty. */
function onWeekday(day: number, weekdays: readonly number[]): number {
  for (let later = 0; later < 7; later++)
    if (weekdays.includes(weekdayOf(day + later))) return day + later;
  return day;
}

/**
 * Returns the day on which a repeating task is due next (product §4), or undefined after the year 9999. `seriesDay` is
 * the day that the task was for, and `doneOn` the day on which it was done or skipped. On schedule, the next day is
 * after both days, so it is never in the past. After completion, the next day is at least one interval after `doneOn`.
 */
export function nextDay(rule: Repeat, seriesDay: string, doneOn: string): string | undefined {
  return rule.from === 'schedule'
    ? nextScheduled(rule, seriesDay, doneOn > seriesDay ? doneOn : seriesDay)
    : afterCompletion(rule, doneOn);
}

/** Returns the first day on `from` or later that matches a rule. */
export function firstDay(rule: Repeat, from: string): string {
  const first = numberOf(from);
  if (rule.nth !== undefined) return onNth(rule.weekdays?.[0] ?? 1, rule.nth, from) ?? from;
  if (rule.weekdays?.length) return dayOfNumber(onWeekday(first, rule.weekdays)) ?? from;
  if (rule.day === undefined) return from;
  return onDate(rule.day, from) ?? from;
}

function nextScheduled(rule: Repeat, seriesDay: string, after: string): string | undefined {
  const { every, interval } = rule;
  switch (every) {
    case 'day': {
      const first = numberOf(seriesDay);
      const times = Math.floor((numberOf(after) - first) / interval) + 1;
      return dayOfNumber(first + times * interval);
    }
    case 'week': {
      const weekdays = rule.weekdays ?? [];
      const monday = (day: number) => day - weekdayOf(day) + 1;
      const firstWeek = monday(numberOf(seriesDay));
      const weeks = interval * 7;
      const next = numberOf(after) + 1;
      const week = firstWeek + Math.floor((monday(next) - firstWeek) / weeks) * weeks;
      const sameWeek = onWeekday(Math.max(next, week), weekdays);
      return dayOfNumber(sameWeek < week + 7 ? sameWeek : onWeekday(week + weeks, weekdays));
    }
    default: {
      const months = every === 'month' ? interval : interval * 12;
      const firstMonth = monthOf(seriesDay);
      const { nth, weekdays: [weekday = 1] = [], day: date = dateOf(seriesDay) } = rule;
      const passed = Math.floor((monthOf(after) - firstMonth) / months);
      for (let month = firstMonth + passed * months; month <= monthOf(LAST_DAY); month += months) {
        const day = nth === undefined ? dayOfMonth(month, date) : nthWeekday(month, weekday, nth);
        if (day > numberOf(after)) return dayOfNumber(day);
      }
      return undefined;
    }
  }
}

function afterCompletion(rule: Repeat, doneOn: string): string | undefined {
  const { every, interval } = rule;
  if (every === 'day') return dayOfNumber(numberOf(doneOn) + interval);
  if (every === 'week')
    return dayOfNumber(onWeekday(numberOf(doneOn) + interval * 7, rule.weekdays ?? []));
  const month = monthOf(doneOn) + (every === 'month' ? interval : interval * 12);
  if (month > monthOf(LAST_DAY)) return undefined;
  const earliest = dayOfNumber(dayOfMonth(month, dateOf(doneOn)));
  return rule.day === undefined || earliest === undefined ? earliest : onDate(rule.day, earliest);
}

/** Returns the first day on `from` or later that is day `date` of its month, or the last day of a shorter month. */
function onDate(date: number, from: string): string | undefined {
  const month = monthOf(from);
  const sameMonth = dayOfMonth(month, date);
  if (sameMonth >= numberOf(from)) return dayOfNumber(sameMonth);
  return month < monthOf(LAST_DAY) ? dayOfNumber(dayOfMonth(month + 1, date)) : undefined;
}

/** Returns the first day on `from` or later that is such a weekday of its month. */
function onNth(weekday: number, nth: number, from: string): string | undefined {
  const month = monthOf(from);
  const sameMonth = nthWeekday(month, weekday, nth);
  if (sameMonth >= numberOf(from)) return dayOfNumber(sameMonth);
  return month < monthOf(LAST_DAY) ? dayOfNumber(nthWeekday(month + 1, weekday, nth)) : undefined;
}

/**
 * Returns which of its month's weekdays a day is, as `nth` of a rule. A fourth weekday may also be the last one, which
 * `prefersLast` chooses.
 */
export function nthOf(day: string, prefersLast = false): NonNullable<Repeat['nth']> {
  const nth = Math.ceil(dateOf(day) / 7);
  if (nth === 1 || nth === 2 || nth === 3) return nth;
  return nth === 5 || (prefersLast && isLastWeek(day)) ? -1 : 4;
}

/** Returns whether a day is the last such weekday of its month. */
export const isLastWeek = (day: string): boolean =>
  numberOf(day) > dayOfMonth(monthOf(day), 31) - 7;

/** Returns the number of days from one day to another, which is negative if `to` is earlier. */
export const daysFrom = (from: string, to: string): number => numberOf(to) - numberOf(from);

/** Returns the day `days` days later, or undefined before the year 0 and after the year 9999. */
export const dayAfter = (day: string, days: number): string | undefined =>
  dayOfNumber(numberOf(day) + days);
