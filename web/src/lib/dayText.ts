/*
 * The day in words. Without dayjs, because it is needed before the first paint.
 */

/** The greeting changes at 12 and at 18 (product §1, §9). */
const HOURS = 6;

const part = (now: Date): number => Math.floor(now.getHours() / HOURS);

/** The local day, the part of it and the zone, as a text to compare. */
export const partOfDay = (now: Date): string =>
  `${now.toDateString()} ${part(now)} ${now.getTimezoneOffset()}`;

const GREETINGS = ['Good morning', 'Good morning', 'Good afternoon', 'Good evening'] as const;

/** The greeting for an hour of the day (product §1, §9). */
export const greeting = (now: Date): string => GREETINGS[part(now)] ?? GREETINGS[0];

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** "Friday, November 20" (product §1). Intl takes a hundred times as long, and a month has 42 of them. */
export const longDate = (date: Date): string =>
  `${WEEKDAYS[date.getDay()]}, ${MONTHS[date.getMonth()]} ${date.getDate()}`;
