import { DAY_MS } from '@daymark/contract/time/units';
import { dateOf, dayNumber } from './calendarClock';

/** A date or a time as it is written. `clockMs` is the clock time in ms, as if it were UTC. */
export interface WrittenTime {
  clockMs: number;
  isDay: boolean;
  /** Minutes east of UTC if the time has an offset or `Z`, otherwise null. */
  offset: number | null;
}

const TIME =
  /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Reads a date or a time, with or without dashes and colons. Eight digits are always a date. Returns undefined for a
 * date or time that doesn't exist, instead of moving it to another day.
 */
export function readTime(text: string): WrittenTime | undefined {
  const found = TIME.exec(text.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = [1, 3, 4, 5, 6, 7].map(
    (group) => Number(found[group] ?? 0),
  );
  const number = dayNumber(year, month, day);
  const date = dateOf(number);
  const isDate = year > 0 && date.year === year && date.month === month && date.day === day;
  if (!isDate || hour > 23 || minute > 59 || second > 60) return undefined;
  const isDay = found[5] === undefined;
  const zone = found[8];
  const offset = zone === undefined ? null : readOffset(zone);
  if (offset === undefined) return undefined;
  // A leap second counts as the second before it.
  const seconds = hour * 3600 + minute * 60 + Math.min(second, 59);
  return { clockMs: number * DAY_MS + seconds * 1000, isDay, offset };
}

/**
 * Reads an offset such as "+0100", "-07:41", "+023000" or "Z". Returns minutes east of UTC, or undefined if the text
 * isn't an offset.
 */
export function readOffset(text: string): number | undefined {
  if (/^Z$/i.test(text.trim())) return 0;
  const found = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text.trim());
  if (!found) return undefined;
  const [, sign, hours, minutes, seconds = '0'] = found;
  const offset = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  return Number(hours) <= 24 && Number(minutes) < 60
    ? sign === '-'
      ? -offset
      : offset
    : undefined;
}

/** A length: a number of calendar days, and the rest in ms. A calendar day may have 23 or 25 hours. */
export interface Length {
  days: number;
  ms: number;
}

/** Longest length that is accepted, in ms. */
export const LENGTH_MAX_MS = 3_660 * DAY_MS;

const LENGTH =
  /^\+?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i;

/** Reads a length. Returns undefined if the text isn't a length, is negative, or is longer than ten years. */
export function readLength(text: string): Length | undefined {
  const found = LENGTH.exec(text.trim());
  if (!found || !/\d/.test(text)) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((group: string | undefined) => Number(group ?? 0));
  const length = { days: weeks * 7 + days, ms: (hours * 3600 + minutes * 60 + seconds) * 1000 };
  return length.days * DAY_MS + length.ms <= LENGTH_MAX_MS ? length : undefined;
}
