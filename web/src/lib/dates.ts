const long = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });

/** A day as weekday, month, day (product §1): "Friday, November 20". */
export const longDate = (date: Date): string => long.format(date);

/** The same with its year, where that isn't the present one: "Thursday, November 20, 2025". */
export const longDateOf = (date: Date, now: Date): string =>
  date.getFullYear() === now.getFullYear()
    ? longDate(date)
    : `${longDate(date)}, ${date.getFullYear()}`;

/** The greeting for an hour of the day (product §1, §9): the boundaries are 12:00 and 18:00. */
export function greeting(date: Date): string {
  const hour = date.getHours();
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

/** A day as short month, day, year (product §2): "Nov 20, 2026". */
export const shortDate = (date: Date): string => short.format(date);
