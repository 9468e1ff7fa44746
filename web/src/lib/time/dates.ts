import dayjs from 'dayjs';
import { dateSettings } from './dateSettings';
import { longDate } from './dayText';
import { clockAt, hasOwnZone, momentOf, offsetAt } from './zoneClock';

/**
 * All arithmetic and formats of dates. Everything is in the zone that the person has chosen, or else in the browser's
 * time zone of the moment: a person who travels sees the new zone without a reload. A local day has 24 hours except where the clocks change, so days are never
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
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/* Days */

/** The local day of a moment. Lists of ten thousand tasks need it for each task, and dayjs's `format` is slow. */
export function localDay(date: Date): LocalDay {
  if (hasOwnZone()) return dayOfClock(clockAt(date.getTime()));
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;
}

function dayOfClock(clock: number): LocalDay {
  const date = new Date(clock);
  return `${digits(date.getUTCFullYear(), 4)}-${digits(date.getUTCMonth() + 1, 2)}-${digits(date.getUTCDate(), 2)}`;
}

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
  if (!hasOwnZone()) return browserTimeOnDay(day, minutes);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const clock = new Date(0);
  clock.setUTCFullYear(year, month - 1, date);
  return new Date(momentOf(clock.getTime() + minutes * MINUTE_MS));
}

function browserTimeOnDay(day: LocalDay, minutes: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(2000, 0, 1);
  moment.setFullYear(year, month - 1, date);
  moment.setHours(0, minutes, 0, 0);
  return moment;
}

/** A day's first moment: 00:00, or later where the clocks skip midnight. */
export const startOfDay = (day: LocalDay): Date => timeOnDay(day, 0);

/**
 * Noon exists on every day, whatever the clocks do at night. It is the browser's in any zone: a calendar is the same
 * everywhere, except for the days that a zone skips.
 */
const noonOf = (day: LocalDay) => dayjs(browserTimeOnDay(day, NOON_MINUTES));

/** A day that exists in the chosen zone: one that it skips is the next. */
const existing = (day: LocalDay): LocalDay =>
  hasOwnZone() ? localDay(timeOnDay(day, NOON_MINUTES)) : day;

/** The day `days` days later, or earlier if negative. */
export const addDays = (day: LocalDay, days: number): LocalDay =>
  existing(noonOf(day).add(days, 'day').format(DAY));

/** The same day of the month `months` months later, or the last day of that month if it is shorter. */
export const addMonths = (day: LocalDay, months: number): LocalDay =>
  existing(noonOf(day).add(months, 'month').format(DAY));

const FIRST_WEEKDAYS = { saturday: 6, sunday: 7, monday: 1 } as const;

/** The weekday with which the person's weeks begin: 1 for Monday to 7 for Sunday. */
export const firstWeekday = (): number => FIRST_WEEKDAYS[dateSettings.get().weekStart];

/** The first day of a day's week, as the person's weeks begin. */
export const startOfWeek = (day: LocalDay): LocalDay =>
  addDays(day, -((weekdayOf(day) - firstWeekday() + 7) % 7));

/** The number of days from `from` to `to`; negative if `to` is earlier. */
export const daysBetween = (from: LocalDay, to: LocalDay): number =>
  Math.round(noonOf(to).diff(noonOf(from), 'day', true));

/** The day of the month: 20. */
export const dayOfMonth = (day: LocalDay): number => noonOf(day).date();

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: LocalDay): number => noonOf(day).day() || 7;

/* Moments */

/** The same time of day `days` days later. */
export const daysLater = (date: Date, days: number): Date =>
  hasOwnZone()
    ? new Date(momentOf(clockAt(date.getTime()) + days * DAY_MS))
    : dayjs(date).add(days, 'day').toDate();

/** What the chosen zone's clock shows, in ms after midnight. */
const clockOfDay = (date: Date): number => ((clockAt(date.getTime()) % DAY_MS) + DAY_MS) % DAY_MS;

/** What the clock shows, in minutes after midnight. */
export const minutesAfterMidnight = (date: Date): number =>
  hasOwnZone()
    ? Math.floor(clockOfDay(date) / MINUTE_MS)
    : dayjs(date).hour() * 60 + dayjs(date).minute();

/** What the clock shows: the hour, and the milliseconds since that hour began. */
export function clockHour(date: Date): { hour: number; elapsedMs: number } {
  if (hasOwnZone()) {
    const clock = clockOfDay(date);
    return { hour: Math.floor(clock / HOUR_MS), elapsedMs: clock % HOUR_MS };
  }
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
  const offsetMinutes = -Math.round(
    hasOwnZone() ? -offsetAt(date.getTime()) / MINUTE_MS : date.getTimezoneOffset(),
  );
  const clock = new Date(date.getTime() + offsetMinutes * MINUTE_MS).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.trunc(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const offset = [hours, minutes].map((n) => String(n).padStart(2, '0')).join(':');
  return `${clock.replace(/\.000$/, '')}${offsetMinutes < 0 ? '-' : '+'}${offset}`;
}

/**
 * A date whose day in the browser's zone is the person's day at this moment: for a library that knows only the browser's
 * zone.
 */
export const browserDate = (date: Date): Date =>
  hasOwnZone() ? browserTimeOnDay(localDay(date), minutesAfterMidnight(date)) : date;

/** The IANA name of the browser's time zone: "America/Los_Angeles". */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The IANA name of the zone in which days and times are: the chosen one, or else the browser's. */
export const personsTimeZone = (): string => dateSettings.get().timeZone ?? browserTimeZone();

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

const TIME_FORMATS = { '12h': 'h:mm A', '24h': 'HH:mm' } as const;
const HOUR_FORMATS = { '12h': 'h A', '24h': 'HH:mm' } as const;

/** A date in the person's zone, for dayjs's format: only the day of it. */
const dateOf = (date: Date) => (hasOwnZone() ? noonOf(localDay(date)) : dayjs(date));

const ordinaryTime = (minutes: number) => dayjs(browserTimeOnDay(ORDINARY_DAY, minutes));

/** "9:00 AM", or "09:00" */
export const timeText = (date: Date): string =>
  (hasOwnZone() ? ordinaryTime(minutesAfterMidnight(date)) : dayjs(date)).format(
    TIME_FORMATS[dateSettings.get().hourFormat],
  );

/** An hour of the clock, 0–23: "9 AM", or "09:00" */
export const hourText = (hour: number): string =>
  ordinaryTime(hour * 60).format(HOUR_FORMATS[dateSettings.get().hourFormat]);

/** A time of day, in minutes after midnight: "9:00 AM", or "09:00" */
export const timeOfDayText = (minutes: number): string =>
  ordinaryTime(minutes).format(TIME_FORMATS[dateSettings.get().hourFormat]);

/** "Friday" */
export const weekdayName = (date: Date): string => dateOf(date).format('dddd');

/** "Fri" */
export const shortWeekday = (date: Date): string => dateOf(date).format('ddd');

/** "Nov 20" */
export const monthDay = (date: Date): string => dateOf(date).format('MMM D');

/** "November 20" */
export const longMonthDay = (date: Date): string => dateOf(date).format('MMMM D');

/** "Nov 20, 2026" (product §2) */
export const shortDate = (date: Date): string => dateOf(date).format('MMM D, YYYY');

/** "Fri, Nov 20" */
export const weekdayDate = (date: Date): string => dateOf(date).format('ddd, MMM D');

/** "Fri, Nov 20", in another year than this one "Sat, Nov 20, 2027". */
export const weekdayDateOf = (date: Date, now: Date): string =>
  isSameYear(date, now) ? weekdayDate(date) : dateOf(date).format('ddd, MMM D, YYYY');

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
export const fullDate = (date: Date): string => dateOf(date).format('dddd, MMMM D, YYYY');

/** "Friday, November 20", in another year than this one "Saturday, November 20, 2027". */
export const longDateOf = (date: Date, now: Date): string =>
  isSameYear(date, now) ? longDate(date) : fullDate(date);

/** "November 2026" */
export const monthName = (date: Date): string => dateOf(date).format('MMMM YYYY');

/** "Nov 15 – 21, 2026", "Nov 29 – Dec 5, 2026", "Dec 27, 2026 – Jan 2, 2027" */
export function dateRange(from: Date, to: Date): string {
  if (!isSameYear(from, to)) return `${shortDate(from)} – ${shortDate(to)}`;
  const isSameMonth = dateOf(from).month() === dateOf(to).month();
  return `${monthDay(from)} – ${dateOf(to).format(isSameMonth ? 'D, YYYY' : 'MMM D, YYYY')}`;
}

const isSameYear = (a: Date, b: Date) => dateOf(a).year() === dateOf(b).year();
