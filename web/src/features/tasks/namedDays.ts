import { addDays, weekdayOf, type LocalDay } from '../../lib/dates';

/** The days that are offered by name, besides any other. */
export const namedDays = (today: LocalDay): { value: LocalDay; label: string }[] => [
  { value: today, label: 'Today' },
  { value: addDays(today, 1), label: 'Tomorrow' },
  { value: nextMonday(today), label: 'Next week' },
];

/** The Monday after today. On a Sunday that is tomorrow. */
const nextMonday = (today: LocalDay): LocalDay => addDays(today, 8 - weekdayOf(today));
