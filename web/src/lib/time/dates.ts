import { DAY_MS, HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { clockOfDay, dayOfClock, ownZone, timeOfDay } from '@daymark/contract/time/zone';
import { personsDayAt } from '@daymark/contract/time/personsDay';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { dateSettings } from './dateSettings';

/**
 * All arithmetic and formats of dates use the zone that the person has chosen, or else the browser's current one. A
 * person who travels sees the new zone without a reload. A local day may have more or fewer than 24 hours. Days are
 * therefore counted on the clock, not in steps of 86,400,000 ms from one moment to another.
 *
 * The contract's `zone` says what the clocks show. dayjs counts and formats these clock times as if they were UTC.
 */

dayjs.extend(utc);

/** A calendar day as people see it, written "2026-11-20". */
export type LocalDay = string;

const NOON_MINUTES = 12 * 60;

const { zone } = dateSettings;

const clockOf = (date: Date): number => zone().clockAt(date.getTime());
const dayjsOf = (date: Date) => dayjs.utc(clockOf(date));
const midnightOf = (day: LocalDay) => dayjs.utc(clockOfDay(day));

/* Days */

/** Returns the local day of a moment. */
export const localDay = (date: Date): LocalDay => dayOfClock(clockOf(date));

/**
 * Returns the person's day of a moment. A day may end up to four hours after midnight, as the settings say. Until then
 * it is still the day before. The calendar shows the days of `localDay`.
 */
export const personsDay = (date: Date): LocalDay =>
  personsDayAt(zone(), date.getTime(), dateSettings.dayEndMinutes());

/** Returns the first moment of a person's day, at which their day before ends. */
export const startOfPersonsDay = (day: LocalDay): Date =>
  timeOnDay(day, dateSettings.dayEndMinutes());

/** Whether a text is a day that exists: "2026-02-30" is not. */
export const isLocalDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && localDay(startOfDay(text)) === text;

/**
 * Returns the moment at which the clock shows these minutes after midnight. A time that the clocks skip moves forward
 * by as much as they skip. If a time comes twice, the first one counts.
 */
export const timeOnDay = (day: LocalDay, minutes: number): Date =>
  new Date(zone().momentOf(clockOfDay(day, minutes)));

/** Returns a day's first moment: 00:00, or later if the clocks skip midnight. */
export const startOfDay = (day: LocalDay): Date => timeOnDay(day, 0);

/** Returns a day that exists in the person's zone. A day that the zone skips becomes the next one. */
const existing = (clockMs: number): LocalDay =>
  localDay(timeOnDay(dayOfClock(clockMs), NOON_MINUTES));

/** Returns the day `days` days later, or earlier if negative. */
export const addDays = (day: LocalDay, days: number): LocalDay =>
  existing(clockOfDay(day) + days * DAY_MS);

/** Returns the same day of the month `months` months later, or the last day of that month if it is shorter. */
export const addMonths = (day: LocalDay, months: number): LocalDay =>
  existing(midnightOf(day).add(months, 'month').valueOf());

const FIRST_WEEKDAYS = { saturday: 6, sunday: 7, monday: 1 } as const;

/** Returns the weekday with which the person's weeks begin: 1 for Monday to 7 for Sunday. */
export const firstWeekday = (): number => FIRST_WEEKDAYS[dateSettings.get().weekStart];

/** Returns the first day of the week that a day belongs to. The person's settings say on which day weeks begin. */
export const startOfWeek = (day: LocalDay): LocalDay =>
  addDays(day, -((weekdayOf(day) - firstWeekday() + 7) % 7));

/** Returns the number of days from `from` to `to`, negative if `to` is earlier. */
export const daysBetween = (from: LocalDay, to: LocalDay): number =>
  (clockOfDay(to) - clockOfDay(from)) / DAY_MS;

/** Returns the day of the month: 20. */
export const dayOfMonth = (day: LocalDay): number => midnightOf(day).date();

/** Returns 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: LocalDay): number => midnightOf(day).day() || 7;

/* Moments */

/** Returns the moment `days` days later at the same time of day. */
export const daysLater = (date: Date, days: number): Date =>
  new Date(zone().momentOf(clockOf(date) + days * DAY_MS));

/** Returns the time on the clock, in minutes after midnight. */
export const minutesAfterMidnight = (date: Date): number => zone().minutesAt(date.getTime());

/** Returns the hour on the clock, and the milliseconds since that hour began. */
export function clockHour(date: Date): { hour: number; elapsedMs: number } {
  const time = timeOfDay(clockOf(date));
  return { hour: Math.floor(time / HOUR_MS), elapsedMs: time % HOUR_MS };
}

/** Returns a moment as it is sent to the server: the local clock and its offset, "2026-11-20T09:00:00-08:00". */
export const localInstant = (date: Date): string => zone().instantOf(date.getTime());

/** Returns a date that shows the person's clock in the browser's zone, for a library that knows only that zone. */
export const browserDate = (date: Date): Date => new Date(ownZone.momentOf(clockOf(date)));

/** Returns the IANA name of the browser's time zone: "America/Los_Angeles". */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the IANA name of the zone of days and times: the chosen one, or else the browser's. */
export const personsTimeZone = (): string => dateSettings.get().timeZone ?? browserTimeZone();

/** Whether the day stands before the month, so that 3/4 is the third of April. */
export const isDayFirst = (): boolean => dateSettings.get().dateOrder === 'day';

/* Formats: English, whatever the browser's language. The examples have the month first. */

const DATE_FORMATS = {
  month: { short: 'MMM D', long: 'MMMM D', year: ', YYYY' },
  day: { short: 'D MMM', long: 'D MMMM', year: ' YYYY' },
} as const;

/** Returns the formats in the person's order: "Nov 20, 2026", or "20 Nov 2026". */
const formats = () => DATE_FORMATS[dateSettings.get().dateOrder];

const TIME_FORMATS = { '12h': 'h:mm A', '24h': 'HH:mm' } as const;
const HOUR_FORMATS = { '12h': 'h A', '24h': 'HH:mm' } as const;

/** Formats a time: "9:00 AM", or "09:00". */
export const timeText = (date: Date): string =>
  dayjsOf(date).format(TIME_FORMATS[dateSettings.get().hourFormat]);

/** Formats an hour of the clock, 0–23: "9 AM", or "09:00". */
export const hourText = (hour: number): string =>
  dayjs.utc(hour * HOUR_MS).format(HOUR_FORMATS[dateSettings.get().hourFormat]);

/** Formats a time of day, in minutes after midnight: "9:00 AM", or "09:00". */
export const timeOfDayText = (minutes: number): string =>
  dayjs.utc(minutes * MINUTE_MS).format(TIME_FORMATS[dateSettings.get().hourFormat]);

/** How many hours each entry of `GREETINGS` lasts. The greeting changes at 12 and at 18 (product §1). */
const GREETING_HOURS = 6;
const GREETINGS = ['Good morning', 'Good morning', 'Good afternoon', 'Good evening'] as const;

/** Returns the greeting for an hour of the day (product §1). */
export const greeting = (now: Date): string =>
  GREETINGS[Math.floor(dayjsOf(now).hour() / GREETING_HOURS)] ?? GREETINGS[0];

/** Formats a date as "Friday". */
export const weekdayName = (date: Date): string => dayjsOf(date).format('dddd');

/** Formats a date as "Fri". */
export const shortWeekday = (date: Date): string => dayjsOf(date).format('ddd');

/** Formats a date as "Nov 20". */
export const monthDay = (date: Date): string => dayjsOf(date).format(formats().short);

/** Formats a date as "Nov 20, 2026" (product §2). */
export const shortDate = (date: Date): string =>
  dayjsOf(date).format(formats().short + formats().year);

/** Formats a date as "Friday, November 20" (product §1). */
export const longDate = (date: Date): string => dayjsOf(date).format(`dddd, ${formats().long}`);

/** Formats a date as "Fri, Nov 20". */
export const weekdayDate = (date: Date): string => dayjsOf(date).format(`ddd, ${formats().short}`);

/** Formats a date as "Fri, Nov 20", or in another year "Sat, Nov 20, 2027". */
export const weekdayDateOf = (date: Date, now: Date): string =>
  isSameYear(date, now)
    ? weekdayDate(date)
    : weekdayDate(date) + dayjsOf(date).format(formats().year);

/** Returns a day as people name it: "Today", "Tomorrow", "Yesterday", otherwise "Fri, Nov 20". */
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

/** Returns a day's name for use within a sentence: "today", "Fri, Nov 20". */
export const dayInSentence = (day: LocalDay, today: LocalDay): string =>
  dayName(day, today).replace(/^(Today|Tomorrow|Yesterday)$/, (name) => name.toLowerCase());

/** Formats a date as "Friday, November 20, 2026". */
export const fullDate = (date: Date): string =>
  longDate(date) + dayjsOf(date).format(formats().year);

/** Formats a date as "Friday, November 20", or in another year "Saturday, November 20, 2027". */
export const longDateOf = (date: Date, now: Date): string =>
  isSameYear(date, now) ? longDate(date) : fullDate(date);

/** Formats a date as "November 2026". */
export const monthName = (date: Date): string => dayjsOf(date).format('MMMM YYYY');

/** Formats a range of days: "Nov 15 – 21, 2026", "Nov 29 – Dec 5, 2026", "Dec 27, 2026 – Jan 2, 2027". */
export function dateRange(from: Date, to: Date): string {
  if (!isSameYear(from, to)) return `${shortDate(from)} – ${shortDate(to)}`;
  const isSameMonth = dayjsOf(from).month() === dayjsOf(to).month();
  if (!isSameMonth) return `${monthDay(from)} – ${shortDate(to)}`;
  return isDayFirst()
    ? `${dayOfMonth(localDay(from))} – ${shortDate(to)}`
    : `${monthDay(from)} – ${dayjsOf(to).format('D, YYYY')}`;
}

const isSameYear = (a: Date, b: Date) => dayjsOf(a).year() === dayjsOf(b).year();
