import { addDays, startOfWeek, type LocalDay } from '../../lib/dates';

/** The days that are offered by name, besides any other. */
export const namedDays = (today: LocalDay): { value: LocalDay; label: string }[] => [
  { value: today, label: 'Today' },
  { value: addDays(today, 1), label: 'Tomorrow' },
  { value: nextMonday(today), label: 'Next week' },
];

/** The Monday after today. On a Sunday that is tomorrow. */
function nextMonday(today: LocalDay): LocalDay {
  const monday = addDays(startOfWeek(today), 1);
  return monday > today ? monday : addDays(monday, 7);
}
