import { clockOfDay, namedZone } from '../time/zone';
import { MINUTE_MS } from '../time/units';
import type { EventRepeat } from './eventRepeat';
import type { Repeat } from './repeat';

/** The weekdays of RFC 5545, from Monday. */
export const RRULE_WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** The days of the shortest month. */
const SHORTEST_MONTH = 28;

/** Returns a rule as an RRULE of RFC 5545, for a series that begins on `first`. */
export function rruleOf(
  { rule, timeZone, until, count }: EventRepeat,
  first: string,
  isAllDay: boolean,
): string {
  const parts = [`FREQ=${FREQUENCIES[rule.every]}`];
  if (rule.interval > 1) parts.push(`INTERVAL=${rule.interval}`);
  parts.push(...partsOf(rule, first));
  if (count !== null) parts.push(`COUNT=${count}`);
  if (until !== null) parts.push(`UNTIL=${untilText(until, timeZone, isAllDay)}`);
  return parts.join(';');
}

const FREQUENCIES: Record<Repeat['every'], string> = {
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
};

function partsOf({ every, weekdays = [], day, nth }: Repeat, first: string): string[] {
  const names = weekdays.map((weekday) => RRULE_WEEKDAYS[weekday - 1] ?? 'MO');
  if (every === 'week') return [`BYDAY=${names.join()}`, 'WKST=MO'];
  if (every === 'day') return [];
  const ofYear = every === 'year' ? Number(first.slice(5, 7)) : undefined;
  const month = ofYear === undefined ? [] : [`BYMONTH=${ofYear}`];
  if (nth !== undefined) return [...month, `BYDAY=${nth}${names.join()}`];
  return [...month, ...datesOf(day ?? Number(first.slice(8)), ofYear)];
}

/** Returns the parts for a day of the month. A month without that day uses its last day. */
function datesOf(date: number, month: number | undefined): string[] {
  // 2001 had no February 29.
  const shortest = month ? new Date(Date.UTC(2001, month, 0)).getUTCDate() : SHORTEST_MONTH;
  if (date <= shortest) return [`BYMONTHDAY=${date}`];
  if (month || date === 31) return ['BYMONTHDAY=-1'];
  const dates = Array.from({ length: date - shortest + 1 }, (_, index) => shortest + index);
  return [`BYMONTHDAY=${dates.join()}`, 'BYSETPOS=-1'];
}

/** Returns the end of a series: its last day, or the last second of that day in UTC if the series has times. */
function untilText(until: string, timeZone: string, isAllDay: boolean): string {
  if (isAllDay) return until.replaceAll('-', '');
  const lastMinute = namedZone(timeZone).momentOf(clockOfDay(until, 24 * 60 - 1));
  const last = new Date(lastMinute + MINUTE_MS - 1000).toISOString();
  return last.replace(/[-:]|\.\d+/g, '');
}
