import { dateSettings } from './dateSettings';

/*
 * The clock of the time zone that the person has chosen. Who follows the device has none, and the browser's own `Date`
 * does it all, which is faster. Without dayjs, because the greeting is needed before the first paint. Clocks are
 * numbers here: the ms since 1970 that a clock in UTC would show.
 */

const DAY_MS = 86_400_000;

/** Whether the person has chosen a zone. */
export const hasOwnZone = (): boolean => dateSettings.get().timeZone !== null;

/** What the clock of the chosen zone shows at a moment. Only if there is one. */
export const clockAt = (moment: number): number => moment + offsetAt(moment);

/** How far the chosen zone's clock is ahead of UTC at a moment, in ms. */
export function offsetAt(moment: number): number {
  const { timeZone } = dateSettings.get();
  if (timeZone === null || Number.isNaN(moment)) return 0;
  const day = Math.floor(moment / DAY_MS);
  const known = offsetsOf(timeZone);
  let offset = known.get(day);
  if (offset === undefined) {
    const [first, last] = [day, day + 1].map((at) => readOffset(timeZone, at * DAY_MS));
    offset = first === last && first !== undefined ? first : CHANGES;
    known.set(day, offset);
  }
  return offset === CHANGES ? readOffset(timeZone, moment) : offset;
}

/**
 * The moment at which the chosen zone's clock shows this. A time that the clocks skip moves forward by as much as they
 * skip; of a time that comes twice, the first.
 */
export function momentOf(clock: number): number {
  // No zone is more than a day from UTC, and none changes its clocks twice within two days.
  const before = offsetAt(clock - DAY_MS);
  const after = offsetAt(clock + DAY_MS);
  const isAfter = before !== after && offsetAt(clock - before) !== before;
  return isAfter && offsetAt(clock - after) === after ? clock - after : clock - before;
}

/** A day on which the clocks change. */
const CHANGES = Number.POSITIVE_INFINITY;

let zone: string | undefined;
let format: Intl.DateTimeFormat | undefined;
let offsets = new Map<number, number>();

/** The offsets of one zone, by day. A list of ten thousand tasks asks for them, and Intl takes microseconds. */
function offsetsOf(timeZone: string): Map<number, number> {
  if (zone !== timeZone) {
    zone = timeZone;
    offsets = new Map();
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }
  return offsets;
}

function readOffset(timeZone: string, moment: number): number {
  offsetsOf(timeZone);
  const second = Math.floor(moment / 1000) * 1000;
  const shown: Record<string, number> = {};
  for (const { type, value } of format?.formatToParts(second) ?? []) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour, minute, second: seconds } = shown;
  // `Date.UTC` takes the years 0–99 for 1900–1999.
  const clock = new Date(0);
  clock.setUTCFullYear(year, month - 1, day);
  clock.setUTCHours(hour ?? 0, minute, seconds);
  return clock.getTime() - second;
}
