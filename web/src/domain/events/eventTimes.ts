import type { Event } from '@daymark/contract/event';
import { HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { dateSettings } from '../../lib/time/dateSettings';
import { eventSpan } from './eventSpan';
import {
  addDays,
  daysBetween,
  minutesAfterMidnight,
  localDay,
  localInstant,
  monthDay,
  personsDay,
  startOfDay,
  timeOfDayText,
  timeOnDay,
  timeText,
  type LocalDay,
} from '../../lib/time/dates';

/** The step in which times are chosen and moved, in minutes (product §5). */
export const STEP_MINUTES = 15;

interface TimeOption {
  /** Minutes after midnight, as the clock shows them. */
  value: number;
  label: string;
}

const timeOption = (value: number): TimeOption => ({
  value,
  label: timeOfDayText(value),
});

/** Returns the 96 quarter hours of a day (product §5), and the given times that lie between quarter hours. */
export function timeOptions(...own: readonly number[]): readonly TimeOption[] {
  const quarters = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, at) => at * STEP_MINUTES);
  const others = own.filter((value) => value % STEP_MINUTES !== 0);
  return [...quarters, ...new Set(others)].sort((a, b) => a - b).map(timeOption);
}

/** A day and a time of day (minutes after midnight), as chosen in a form. */
export interface ChosenTime {
  day: LocalDay;
  minutes: number;
}

const DAY_MINUTES = 24 * 60;

/**
 * Moves an end by as much as its start, so that the event keeps its length on the clock even when the clocks change.
 */
export function movedEnd(end: ChosenTime, from: ChosenTime, to: ChosenTime): ChosenTime {
  const moved = end.minutes + to.minutes - from.minutes;
  const days = daysBetween(from.day, to.day) + Math.floor(moved / DAY_MINUTES);
  return {
    day: addDays(end.day, days),
    minutes: moved - Math.floor(moved / DAY_MINUTES) * DAY_MINUTES,
  };
}

/** The start of a new event on a day that is not today (product §5), in minutes after midnight. */
const DEFAULT_START = 9 * 60;
const HALF_HOUR = 30;
/** The last half hour of a day. An event that is added later than that still begins on the day. */
const LAST_START = 23 * 60 + HALF_HOUR;

/** Returns the default times of a new event (product §5): the hour from the next half hour on, or 9:00 to 10:00. */
export function defaultTimes(day: LocalDay, now: Date): { start: string; end: string } {
  const isToday = day === localDay(now) || day === personsDay(now);
  const start = isToday ? nextHalfHour(now) : timeOnDay(day, DEFAULT_START);
  return { start: localInstant(start), end: localInstant(new Date(start.getTime() + HOUR_MS)) };
}

function nextHalfHour(now: Date): Date {
  const passed = (minutesAfterMidnight(now) % HALF_HOUR) * MINUTE_MS + (now.getTime() % MINUTE_MS);
  const next = new Date(now.getTime() - passed + HALF_HOUR * MINUTE_MS);
  const today = localDay(now);
  return localDay(next) === today ? next : timeOnDay(today, LAST_START);
}

/**
 * Returns the instant of a day and a time of day (minutes after midnight). If `own` is on that day and at that time,
 * the function returns `own` itself. `own` may have seconds, or be the second of two equal times when the clocks go
 * back.
 */
export function chosenInstant(day: LocalDay, minutes: number, own: string): string {
  const old = new Date(own);
  if (localDay(old) === day && minutesAfterMidnight(old) === minutes) return own;
  return localInstant(timeOnDay(day, minutes));
}

/** Returns an event's times on one of its days: "9:00 AM – 10:00 AM", "Until 10:00 AM", "From 9:00 PM", "All day". */
export function timesOnDay(event: Pick<Event, 'start' | 'end'>, day: LocalDay): string {
  const { from, to } = eventSpan(event);
  const dayEnd = startOfDay(addDays(day, 1)).getTime();
  const startsBefore = from < startOfDay(day).getTime();
  const [start, end] = [timeText(new Date(from)), timeText(new Date(to))];
  if (startsBefore) return to >= dayEnd ? 'All day' : `Until ${end}`;
  if (to === from) return start;
  if (to > dayEnd) return from === startOfDay(day).getTime() ? 'All day' : `From ${start}`;
  if (to === dayEnd && from === startOfDay(day).getTime()) return 'All day';
  return `${start} – ${end}`;
}

/** Returns the text of `timesOnDay`, shortened: "9 – 10:15 AM". With a 24-hour clock, nothing can be left out. */
export function briefTimes(event: Pick<Event, 'start' | 'end'>, day: LocalDay): string {
  const times = timesOnDay(event, day);
  return dateSettings.get().hourFormat === '24h'
    ? times
    : times.replace(/ (AM|PM) – (.* \1)$/, ' – $2').replaceAll(':00', '');
}

/**
 * Returns an event's date and times, for screen readers and toasts: "Nov 20, 9:00 AM – 10:00 AM", "Nov 20 – Nov 22, all
 * day".
 */
export function eventTimesText(
  event: Pick<Event, 'start' | 'end'> & { days?: Event['days'] },
): string {
  if (event.days) {
    const { start: first, end } = event.days;
    const [begin, last] = [first, addDays(end, -1)].map((day) => monthDay(startOfDay(day)));
    return `${begin === last ? begin : `${begin} – ${last}`}, all day`;
  }
  const { from, to } = eventSpan(event);
  const [start, end] = [new Date(from), new Date(to)];
  const begin = `${monthDay(start)}, ${timeText(start)}`;
  if (to === from) return begin;
  return localDay(start) === localDay(end)
    ? `${begin} – ${timeText(end)}`
    : `${begin} – ${monthDay(end)}, ${timeText(end)}`;
}

/**
 * Returns how an event's times changed: "Moved to 3:00 PM – 3:45 PM", or "Now 9:00 AM – 11:00 AM" if the start is the
 * same. The text has dates if the event moves to another day, ends on a later day, or is all-day.
 */
export function changedTimesText(
  before: Pick<Event, 'start' | 'end'>,
  after: Pick<Event, 'start' | 'end'> & { days?: Event['days'] },
): string {
  const dayOf = (instant: string) => localDay(new Date(instant));
  const day = dayOf(after.start);
  const isOnItsDay = !after.days && day === dayOf(before.start) && day === dayOf(after.end);
  const times = isOnItsDay ? timesOnDay(after, day) : eventTimesText(after);
  return `${before.start === after.start ? 'Now' : 'Moved to'} ${times}`;
}
