import { dateSettings } from './dateSettings';
import { clockAt, hasOwnZone } from './zoneClock';

/*
 * The day in words. Without dayjs, because it is needed before the first paint.
 */

/** The greeting changes at 12 and at 18 (product §1, §9). */
const HOURS = 6;

/** A moment of the day that it is on the person's clock, for the getters of the browser's zone. */
function onClock(date: Date): Date {
  if (!hasOwnZone()) return date;
  const clock = new Date(clockAt(date.getTime()));
  return new Date(clock.getUTCFullYear(), clock.getUTCMonth(), clock.getUTCDate(), 12);
}

const hourOf = (date: Date): number =>
  hasOwnZone() ? new Date(clockAt(date.getTime())).getUTCHours() : date.getHours();

const part = (now: Date): number => Math.floor(hourOf(now) / HOURS);

/** The local day, the part of it, the zone and how it is all shown, as a text to compare. */
export const partOfDay = (now: Date): string =>
  `${onClock(now).toDateString()} ${part(now)} ${now.getTimezoneOffset()} ${dateSettings.text()}`;

const GREETINGS = ['Good morning', 'Good morning', 'Good afternoon', 'Good evening'] as const;

/** The greeting for an hour of the day (product §1, §9). */
export const greeting = (now: Date): string => GREETINGS[part(now)] ?? GREETINGS[0];

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** "Friday, November 20" (product §1). Intl takes a hundred times as long, and a month has 42 of them. */
export function longDate(moment: Date): string {
  const date = onClock(moment);
  return `${WEEKDAYS[date.getDay()]}, ${MONTHS[date.getMonth()]} ${date.getDate()}`;
}
