import { addDays, minutesAfterMidnight, startOfDay, type LocalDay } from '../../../lib/time/dates';
import { STEP_MINUTES } from '../eventTimes';

const STEP_MS = STEP_MINUTES * 60_000;

/** A quarter of an hour on the rail, as the clock shows it. */
interface RailRow {
  /** Minutes after midnight. */
  clock: number;
  /** Whether the clock shows this time for the second time, because the clocks went back. */
  isRepeated: boolean;
}

/** One day next to the rail. A day's minutes are counted from its first moment, so a day of 25 hours has 1500. */
export interface RailDay {
  day: LocalDay;
  /** The day's first moment, in ms since 1970. */
  start: number;
  minutes: number;
  /** The index of the rail's row for each quarter of an hour. */
  rows: readonly number[];
}

/** The rail: the column of hours next to the days of a view. */
export interface Rail {
  rows: readonly RailRow[];
  days: readonly RailDay[];
}

/**
 * Returns one rail for all these days. The rail has an hour twice if one of the days does, and leaves out an hour that
 * no day has. A day has no row for an hour that it skips.
 */
export function railOf(days: readonly LocalDay[]): Rail {
  const drawn = days.map(quartersOf);
  const all = new Map<number, RailRow>();
  for (const { quarters } of drawn) for (const { place, row } of quarters) all.set(place, row);
  const placed = [...all].sort(([a], [b]) => a - b);
  const rowAt = new Map(placed.map(([place], row) => [place, row]));
  return {
    rows: placed.map(([, row]) => row),
    days: drawn.map(({ day, start, minutes, quarters }) => ({
      day,
      start,
      minutes,
      rows: quarters.map(({ place }) => rowAt.get(place) ?? 0),
    })),
  };
}

/** Returns a day's quarters of an hour. `place` is the sort key among the quarters of all days. */
function quartersOf(day: LocalDay) {
  const start = startOfDay(day).getTime();
  const length = startOfDay(addDays(day, 1)).getTime() - start;
  const clocks = Array.from({ length: Math.ceil(length / STEP_MS) }, (_, quarter) => {
    const clock = minutesAfterMidnight(new Date(start + quarter * STEP_MS));
    return clock - (clock % STEP_MINUTES);
  });
  const isRepeatedAt = clocks.map((clock, quarter) => clocks.indexOf(clock) < quarter);
  const twice = clocks.filter((_, quarter) => isRepeatedAt[quarter]);
  // The repeated hour is sorted after its first occurrence and before the next hour.
  const lastTwice = Math.max(...twice);
  const quarters = clocks.map((clock, quarter) => {
    const isRepeated = isRepeatedAt[quarter] ?? false;
    return {
      row: { clock, isRepeated },
      place: isRepeated ? lastTwice + (clock + 1) / 10_000 : clock,
    };
  });
  return { day, start, minutes: length / 60_000, quarters };
}

/** Returns the position on the rail at which a minute of the day begins, in minutes from the rail's top. */
export function railStart({ rows }: RailDay, minute: number): number {
  const quarter = Math.min(Math.floor(minute / STEP_MINUTES), rows.length - 1);
  return (rows[quarter] ?? 0) * STEP_MINUTES + (minute - quarter * STEP_MINUTES);
}

/**
 * Returns the position of an event's end on the rail, in minutes from the rail's top. `minute` is the minute of the day
 * at which the event ends. An end at a skipped hour is drawn before that hour, not after it.
 */
export function railEnd(day: RailDay, minute: number): number {
  if (minute <= 0 || minute % STEP_MINUTES > 0) return railStart(day, minute);
  return railStart(day, minute - STEP_MINUTES) + STEP_MINUTES;
}

/**
 * Returns the minute of the day at a position on the rail. Returns the next minute of the day if the day skips the
 * position.
 */
export function minuteAt({ rows, minutes }: RailDay, place: number): number {
  const row = Math.floor(Math.max(place, 0) / STEP_MINUTES);
  const quarter = rows.findIndex((own) => own >= row);
  if (quarter < 0) return minutes;
  const rest = rows[quarter] === row ? Math.max(place, 0) % STEP_MINUTES : 0;
  return Math.min(quarter * STEP_MINUTES + rest, minutes);
}

/** Returns the parts of the rail that a day skips, in minutes from the rail's top. */
export function skipped({ rows }: Rail, day: RailDay): { from: number; to: number }[] {
  const own = new Set(day.rows);
  const gaps: { from: number; to: number }[] = [];
  for (let row = 0; row < rows.length; row++) {
    if (own.has(row)) continue;
    const from = row * STEP_MINUTES;
    const last = gaps.at(-1);
    if (last?.to === from) last.to += STEP_MINUTES;
    else gaps.push({ from, to: from + STEP_MINUTES });
  }
  return gaps;
}
