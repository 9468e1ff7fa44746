import {
  addDays,
  dayOfMonth,
  shortWeekday,
  startOfDay,
  weekdayOf,
  type LocalDay,
} from '../../lib/time/dates';

interface NamedDay {
  value: LocalDay;
  label: string;
  /** The label for menus, where no field beside it shows the date: "Next week · Mon 23". */
  menuLabel: string;
}

/** Returns the days that are offered by name. Any other day can be picked by its date. */
export function namedDays(today: LocalDay): NamedDay[] {
  const monday = nextMonday(today);
  const date = `${shortWeekday(startOfDay(monday))} ${dayOfMonth(monday)}`;
  return [
    { value: today, label: 'Today', menuLabel: 'Today' },
    { value: addDays(today, 1), label: 'Tomorrow', menuLabel: 'Tomorrow' },
    { value: monday, label: 'Next week', menuLabel: `Next week · ${date}` },
  ];
}

/** Returns the Monday after today. On a Sunday, the result is tomorrow. */
const nextMonday = (today: LocalDay): LocalDay => addDays(today, 8 - weekdayOf(today));
