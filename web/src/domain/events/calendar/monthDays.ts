import {
  addDays,
  firstWeekday,
  startOfWeek,
  weekdayOf,
  type LocalDay,
} from '../../../lib/time/dates';
import type { WorkingHours } from '../../planning/freeTime';

/** The weekday headers, Sunday first. */
const WEEKDAYS = [
  { short: 'Su', long: 'Sunday' },
  { short: 'Mo', long: 'Monday' },
  { short: 'Tu', long: 'Tuesday' },
  { short: 'We', long: 'Wednesday' },
  { short: 'Th', long: 'Thursday' },
  { short: 'Fr', long: 'Friday' },
  { short: 'Sa', long: 'Saturday' },
] as const;

/** Returns the weekday headers, from the person's first day of the week on (product §2). */
export const weekdayHeaders = (): readonly (typeof WEEKDAYS)[number][] =>
  WEEKDAYS.map((_, index) => WEEKDAYS[(index + firstWeekday()) % 7] ?? WEEKDAYS[0]);

/** Returns the seven days of the week that a day is in. */
export function weekOf(day: LocalDay): LocalDay[] {
  const first = startOfWeek(day);
  return WEEKDAYS.map((_, index) => addDays(first, index));
}

const WORKWEEK_DAYS = 5;
const SATURDAY = 6;

/**
 * Returns the five working days of the week that a day is in. Returns Monday to Friday if the person doesn't work on
 * exactly five days.
 */
export function workweekOf(day: LocalDay, hours: WorkingHours): LocalDay[] {
  const week = weekOf(day);
  const worked = week.filter((one) => hours[weekdayOf(one) - 1]);
  return worked.length === WORKWEEK_DAYS ? worked : week.filter((one) => weekdayOf(one) < SATURDAY);
}

/**
 * Returns the six weeks of a day's month view. The number of weeks is always six, so that nothing below jumps from
 * month to month.
 */
export function monthWeeks(day: LocalDay): LocalDay[][] {
  const first = startOfWeek(`${day.slice(0, 7)}-01`);
  return Array.from({ length: 6 }, (_, week) => weekOf(addDays(first, week * 7)));
}

/** Whether two days are in the same month. */
export const sameMonth = (a: LocalDay, b: LocalDay): boolean => a.slice(0, 7) === b.slice(0, 7);
