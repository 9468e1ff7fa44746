const two = (value: number) => String(value).padStart(2, '0');

/** The local calendar day of a moment: "2026-11-20". */
export const dayKey = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The start of a day in the browser's zone; where the clock skips midnight, the day's first moment. */
export function dayDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(2000, month - 1, date);
  start.setFullYear(year, month - 1, date);
  return start;
}

/** Whether it is a day that there is: "2026-02-30" is not. */
export const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && dayKey(dayDate(day)) === day;

/** The day's start as the server wants it: with the local offset of that day. */
export function dayStart(day: string): string {
  const start = dayDate(day);
  const east = -start.getTimezoneOffset();
  const ahead = Math.abs(east);
  const time = `${two(start.getHours())}:${two(start.getMinutes())}:00`;
  return `${day}T${time}${east < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

/** The day that a reflection's id stands for: 20261120. */
export const dayOfId = (id: number): string =>
  String(id)
    .padStart(8, '0')
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
