import dayjs from 'dayjs';
import { longDate } from './dayText';

/**
 * All arithmetic and formats of dates. Everything is in the browser's time zone of the moment: a person who travels
 * sees the new zone without a reload. A local day has 24 hours except where the clocks change, so days are never
 * counted in steps of 86,400,000 ms.
 *
 * dayjs does the work, except for two things that it gets wrong: see `timeOnDay` and `localInstant`.
 */

/** A calendar day as people see it, written "2026-11-20". */
export type LocalDay = string;

/** A day on which the clocks change nowhere. */
const ORDINARY_DAY: LocalDay = '2000-01-01';
const DAY = 'YYYY-MM-DD';
const NOON_MINUTES = 12 * 60;
const MINUTE_MS = 60_000;

/* Days */

/** The local day of a moment. Lists of ten thousand tasks need it for each task, and dayjs's `format` is slow. */
export const localDay = (date: Date): LocalDay =>
  `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;

const digits = (number: number, length: number) => String(number).padStart(length, '0');

/** Whether a text is a day that exists: "2026-02-30" is not. */
export const isLocalDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && localDay(timeOnDay(text, 0)) === text;

/**
 * The moment at which the clock shows these minutes after midnight. A time that the clocks skip moves forward by as
 * much as they skip; of a time that comes twice, the first.
 *
 * Without dayjs: it reads the years 0–99 as 1900–1999, and it sets hours and minutes one after the other, which is an
 * hour off where the clocks skip the full hour but not the minutes after it (St. John's until 2011, at 0:01).
 */
export function timeOnDay(day: LocalDay, minutes: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(2000, 0, 1);
  moment.setFullYear(year, month - 1, date);
  moment.setHours(0, minutes, 0, 0);
  return moment;
}

/** A day's first moment: 00:00, or later where the clocks skip midnight. */
export const startOfDay = (day: LocalDay): Date => timeOnDay(day, 0);

/** Noon exists on every day, whatever the clocks do at night. */
const noonOf = (day: LocalDay) => dayjs(timeOnDay(day, NOON_MINUTES));

/** The day `days` days later, or earlier if negative. */
export const addDays = (day: LocalDay, days: number): LocalDay =>
  noonOf(day).add(days, 'day').format(DAY);

/** The same day of the month `months` months later, or the last day of that month if it is shorter. */
export const addMonths = (day: LocalDay, months: number): LocalDay =>
  noonOf(day).add(months, 'month').format(DAY);

/** The Sunday on or before a day. */
export const startOfWeek = (day: LocalDay): LocalDay => addDays(day, -noonOf(day).day());

/** The number of days from `from` to `to`; negative if `to` is earlier. */
export const daysBetween = (from: LocalDay, to: LocalDay): number =>
  Math.round(noonOf(to).diff(noonOf(from), 'day', true));

/** The day of the month: 20. */
export const dayOfMonth = (day: LocalDay): number => noonOf(day).date();

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: LocalDay): number => noonOf(day).day() || 7;

/* Moments */

/** The same time of day `days` days later. */
export const daysLater = (date: Date, days: number): Date => dayjs(date).add(days, 'day').toDate();

/** What the clock shows, in minutes after midnight. */
export const minutesAfterMidnight = (date: Date): number =>
  dayjs(date).hour() * 60 + dayjs(date).minute();

/** What the clock shows: the hour, and the milliseconds since that hour began. */
export function clockHour(date: Date): { hour: number; elapsedMs: number } {
  const at = dayjs(date);
  return {
    hour: at.hour(),
    elapsedMs: at.minute() * MINUTE_MS + at.second() * 1000 + at.millisecond(),
  };
}

/**
 * A moment as it is sent to the server: the local clock and its offset, "2026-11-20T09:00:00-08:00".
 *
 * Without dayjs: it rounds offsets to quarters of an hour, and before time zones they were not. They even had seconds,
 * which ISO 8601 cannot express.
 */
export function localInstant(date: Date): string {
  const offsetMinutes = -Math.round(date.getTimezoneOffset());
  const clock = new Date(date.getTime() + offsetMinutes * MINUTE_MS).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.trunc(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const offset = [hours, minutes].map((n) => String(n).padStart(2, '0')).join(':');
  return `${clock.replace(/\.000$/, '')}${offsetMinutes < 0 ? '-' : '+'}${offset}`;
}

/** The IANA name of the browser's time zone: "America/Los_Angeles". */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const dayFirst = new Map<string, boolean>();

/** Whether the browser's language writes the day before the month: 3/4 is the third of April. */
export function isDayFirst(): boolean {
  const { language } = navigator;
  let isFirst = dayFirst.get(language);
  if (isFirst === undefined) {
    const parts = new Intl.DateTimeFormat(language).formatToParts();
    isFirst = parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'day';
    dayFirst.set(language, isFirst);
  }
  return isFirst;
}

/* Formats: English (US), whatever the browser's language */

/** "9:00 AM" */
export const timeText = (date: Date): string => dayjs(date).format('h:mm A');

/** An hour of the clock, 0–23: "9 AM" */
export const hourText = (hour: number): string =>
  dayjs(timeOnDay(ORDINARY_DAY, hour * 60)).format('h A');

/** A time of day, in minutes after midnight: "9:00 AM" */
export const timeOfDayText = (minutes: number): string =>
  timeText(timeOnDay(ORDINARY_DAY, minutes));

/** "Friday" */
export const weekdayName = (date: Date): string => dayjs(date).format('dddd');

/** "Fri" */
export const shortWeekday = (date: Date): string => dayjs(date).format('ddd');

/** "Nov 20" */
export const monthDay = (date: Date): string => dayjs(date).format('MMM D');

/** "November 20" */
export const longMonthDay = (date: Date): string => dayjs(date).format('MMMM D');

/** "Nov 20, 2026" (product §2) */
export const shortDate = (date: Date): string => dayjs(date).format('MMM D, YYYY');

/** "Fri, Nov 20" */
export const weekdayDate = (date: Date): string => dayjs(date).format('ddd, MMM D');

/** "Fri, Nov 20", in another year than this one "Sat, Nov 20, 2027". */
export const weekdayDateOf = (date: Date, now: Date): string =>
  isSameYear(date, now) ? weekdayDate(date) : dayjs(date).format('ddd, MMM D, YYYY');

/** A day as people name it: "Today", "Tomorrow", "Yesterday", otherwise "Fri, Nov 20". */
export function dayName(day: LocalDay, today: LocalDay): string {
  switch (daysBetween(today, day)) {
    case 0:
      return 'Today';
    case 1:
      return 'Tomorrow';
    case -1:
      return 'Yesterday';
    default:
      return weekdayDateOf(startOfDay(day), startOfDay(today));
  }
}

/** The same within a sentence: "today", "Fri, Nov 20". */
export const dayInSentence = (day: LocalDay, today: LocalDay): string =>
  dayName(day, today).replace(/^(Today|Tomorrow|Yesterday)$/, (name) => name.toLowerCase());

/** "Friday, November 20, 2026" */
export const fullDate = (date: Date): string => dayjs(date).format('dddd, MMMM D, YYYY');

/** "Friday, November 20", in another year than this one "Saturday, November 20, 2027". */
export const longDateOf = (date: Date, now: Date): string =>
  isSameYear(date, now) ? longDate(date) : fullDate(date);

/** "November 2026" */
export const monthName = (date: Date): string => dayjs(date).format('MMMM YYYY');

/** "Nov 15 – 21, 2026", "Nov 29 – Dec 5, 2026", "Dec 27, 2026 – Jan 2, 2027" */
export function dateRange(from: Date, to: Date): string {
  if (!isSameYear(from, to)) return `${shortDate(from)} – ${shortDate(to)}`;
  const isSameMonth = dayjs(from).month() === dayjs(to).month();
  return `${monthDay(from)} – ${dayjs(to).format(isSameMonth ? 'D, YYYY' : 'MMM D, YYYY')}`;
}

const isSameYear = (a: Date, b: Date) => dayjs(a).year() === dayjs(b).year();
