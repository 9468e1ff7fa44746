import { addDays, firstWeekday, startOfWeek, type LocalDay } from '../../../lib/time/dates';

/** The weekday headers of product §2. */
const WEEKDAYS = [
  { short: 'Su', long: 'Sunday' },
  { short: 'Mo', long: 'Monday' },
  { short: 'Tu', long: 'Tuesday' },
  { short: 'We', long: 'Wednesday' },
  { short: 'Th', long: 'Thursday' },
  { short: 'Fr', long: 'Friday' },
  { short: 'Sa', long: 'Saturday' },
] as const;

/** The headers in the order of the person's week. */
export const weekdayHeaders = (): readonly (typeof WEEKDAYS)[number][] =>
  WEEKDAYS.map((_, index) => WEEKDAYS[(index + firstWeekday()) % 7] ?? WEEKDAYS[0]);

/** The seven days of a day's week. */
export function weekOf(day: LocalDay): LocalDay[] {
  const first = startOfWeek(day);
  return WEEKDAYS.map((_, index) => addDays(first, index));
}

/** The six weeks of a day's month view: always six, so that what is below does not jump from month to month. */
export function monthWeeks(day: LocalDay): LocalDay[][] {
  const first = startOfWeek(`${day.slice(0, 7)}-01`);
  return Array.from({ length: 6 }, (_, week) => weekOf(addDays(first, week * 7)));
}

/** Whether two days are of the same month. */
export const sameMonth = (a: LocalDay, b: LocalDay): boolean => a.slice(0, 7) === b.slice(0, 7);
