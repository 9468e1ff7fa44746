import { MINUTE_MS } from '@daymark/contract/time/units';
import type { CalendarEvent } from '../../shownRecords';
import { workingSpan, type WorkingHours } from '../../planning/freeTime';
import { isDayLong } from '../eventSpan';
import { railStart, type Rail, type RailDay } from './dayRail';

const HOUR = 60;
/** The first minute in view if the person works on none of the days. */
const DEFAULT_MINUTE = 8 * HOUR;
/** The time around now, and after the start of work, that is kept in view, in minutes. */
const MARGIN = HOUR;

interface Opening {
  rail: Rail;
  events: readonly CalendarEvent[];
  /** Without working hours, the days open as days off. */
  hours: WorkingHours | undefined;
  now: Date;
  /** How much of the rail is in view, in minutes. */
  visible: number;
}

/**
 * Returns the place at which the hours open, in minutes from the rail's top: the start of work, or an earlier event. If
 * today is shown, now is in view as well.
 */
export function openingPlace({ rail, events, hours, now, visible }: Opening): number {
  const placesOf = (moments: readonly number[]) =>
    rail.days.flatMap((day) => moments.flatMap((at) => placeOn(day, at) ?? []));
  const work = hours
    ? rail.days.flatMap(({ day }) => workingSpan(day, hours, events)?.from ?? [])
    : [];
  const begins = Math.min(...(work.length > 0 ? placesOf(work) : [DEFAULT_MINUTE]));
  const timed = events.filter((event) => !isDayLong(event));
  const first = Math.min(begins, ...placesOf(timed.map(({ start }) => Date.parse(start))));
  const nowAt = nowPlace(rail, now);
  // An event in the night doesn't push the start of work out of view, and neither of them does that to now.
  const place = Math.max(Math.min(first, (nowAt ?? Infinity) - MARGIN), begins + MARGIN - visible);
  const opening = nowAt === undefined ? place : Math.max(place, nowAt + MARGIN - visible);
  // A full hour, so that no title is cut off.
  const round = opening > place ? Math.ceil : Math.floor;
  return Math.max(round(opening / HOUR) * HOUR, 0);
}

/** Returns the place of now on the rail, in minutes from its top, or undefined if today is not shown. */
export function nowPlace(rail: Rail, now: Date): number | undefined {
  const [place] = rail.days.flatMap((day) => placeOn(day, now.getTime()) ?? []);
  return place;
}

/** Returns the place of a moment on the rail, or undefined if the moment is not on the day. */
function placeOn(day: RailDay, at: number): number | undefined {
  const minute = (at - day.start) / MINUTE_MS;
  return minute >= 0 && minute < day.minutes ? railStart(day, minute) : undefined;
}
