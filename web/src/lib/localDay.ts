/**
 * Calendar days as people see them, written `2026-11-20`, in the browser's own zone. A local day has 24 hours except
 * where the clocks change: never count in 86,400,000 ms.
 */
export type DayKey = string;

const MINUTE_MS = 60_000;

/** The local day of a moment. */
export function dayKey(date: Date): DayKey {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0'));
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

/** Whether a text is a day that there is: "2026-02-30" is none. */
export const isDayKey = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && dayKey(timeOnDay(text, 0)) === text;

/**
 * The moment at which the clock shows these minutes after midnight on a day. A time that the clocks skip is as much
 * later as they skip; of a time that comes twice, the first.
 */
export function timeOnDay(day: DayKey, minutes: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(2000, 0, 1);
  // The constructor would take the years 0–99 for those of the 20th century.
  moment.setFullYear(year, month - 1, date);
  moment.setHours(0, minutes, 0, 0);
  return moment;
}

/** A day's first moment. */
export const startOfDay = (day: DayKey): Date => timeOnDay(day, 0);

/** The day so many days later. Noon is there on every day, whatever the clocks do. */
export function addDays(day: DayKey, days: number): DayKey {
  const noon = timeOnDay(day, 12 * 60);
  noon.setDate(noon.getDate() + days);
  return dayKey(noon);
}

/** The same day of the month so many months later, or that month's last. */
export function addMonths(day: DayKey, months: number): DayKey {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = timeOnDay(`${String(year).padStart(4, '0')}-01-01`, 0);
  last.setMonth(month + months, 0);
  last.setDate(Math.min(date, last.getDate()));
  return dayKey(last);
}

/** 0 for Sunday to 6 for Saturday. */
const weekday = (day: DayKey): number => timeOnDay(day, 12 * 60).getDay();

/** The Sunday on or before a day. */
export const startOfWeek = (day: DayKey): DayKey => addDays(day, -weekday(day));

/** How many whole days `to` lies after `from`. */
export const daysBetween = (from: DayKey, to: DayKey): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / (24 * 60 * MINUTE_MS));

/** What the clock shows, in minutes after midnight. */
export const clockMinutes = (date: Date): number => date.getHours() * 60 + date.getMinutes();

/** A moment as it is sent: the local clock and its offset, "2026-11-20T09:00:00-08:00". */
export function localInstant(date: Date): string {
  // Before there were zones, offsets had seconds, which ISO 8601 can't say.
  const offset = -Math.round(date.getTimezoneOffset());
  const clock = new Date(date.getTime() + offset * MINUTE_MS).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const text = [hours, minutes].map((n) => String(n).padStart(2, '0')).join(':');
  return `${clock.replace(/\.000$/, '')}${offset < 0 ? '-' : '+'}${text}`;
}
