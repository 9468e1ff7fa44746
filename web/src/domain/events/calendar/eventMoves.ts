import type { EventDays } from '@daymark/contract/event';
import { DAY_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { daysLater, localInstant } from '../../../lib/time/dates';
import { allDayTimes, daysMoved, type AllDayTimes } from '../allDay';
import { STEP_MINUTES } from '../eventTimes';

interface Times {
  start: string;
  end: string;
}

/**
 * Returns an event's times `days` days later, at the same time of day. An event shorter than a day keeps its length
 * when the clocks change. A longer event keeps the time of day at which it ends, and an all-day event keeps its number
 * of days.
 */
export function movedByDays(
  { start, end, days: own }: Times & { days?: EventDays | null },
  days: number,
): Times | AllDayTimes {
  if (own) return allDayTimes(daysMoved(own, days));
  const [from, to] = [new Date(start), new Date(end)];
  const length = to.getTime() - from.getTime();
  const begins = daysLater(from, days);
  const ends =
    Math.abs(length) < DAY_MS ? new Date(begins.getTime() + length) : daysLater(to, days);
  return { start: localInstant(begins), end: localInstant(ends) };
}

/** Returns an event's times `minutes` minutes later. */
export function movedByMinutes({ start, end }: Times, minutes: number): Times {
  const later = (instant: string) =>
    localInstant(new Date(Date.parse(instant) + minutes * MINUTE_MS));
  return { start: later(start), end: later(end) };
}

/**
 * Returns the times of an event that is moved to begin at `start`, which is `days` days after the event's current day.
 */
export function movedTo(event: Times, days: number, start: Date): Times {
  const there = movedByDays(event, days);
  return movedByMinutes(there, (start.getTime() - Date.parse(there.start)) / MINUTE_MS);
}

/** Returns an event's times with `to` as the new end or start. The event stays at least a quarter of an hour long. */
export function resized(event: Times, edge: 'start' | 'end', to: Date): Times {
  const shortest = STEP_MINUTES * MINUTE_MS;
  if (edge === 'end') {
    const end = Math.max(to.getTime(), Date.parse(event.start) + shortest);
    return { start: event.start, end: localInstant(new Date(end)) };
  }
  const start = Math.min(to.getTime(), Date.parse(event.end) - shortest);
  return { start: localInstant(new Date(start)), end: event.end };
}

/**
 * Returns an event's times with the end moved by `minutes` minutes, which may be negative. The event stays at least a
 * quarter of an hour long.
 */
export const lengthened = (event: Times, minutes: number): Times =>
  resized(event, 'end', new Date(Date.parse(event.end) + minutes * MINUTE_MS));
