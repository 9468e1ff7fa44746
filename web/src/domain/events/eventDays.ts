import type { Event } from '@daymark/contract/event';
import { eventSpan } from './eventSpan';
import { addDays, startOfDay, type LocalDay } from '../../lib/time/dates';

type Times = Pick<Event, 'start' | 'end'> & { id: number | string };

/**
 * Whether an event overlaps the time from `from` (inclusive) to `to` (exclusive). The event's own end is exclusive too.
 */
export function isDuring(event: Pick<Event, 'start' | 'end'>, from: number, to: number): boolean {
  const span = eventSpan(event);
  return span.from < to && Math.max(span.to, span.from + 1) > from;
}

/** Compares events by start. Among equal starts the longest comes first. */
export function byStart(a: Times, b: Times): number {
  const [left, right] = [eventSpan(a), eventSpan(b)];
  return left.from - right.from || right.to - left.to || (a.id < b.id ? -1 : 1);
}

/** Returns the events that overlap the time from the first to the last of these local days, sorted by start. */
export function eventsOfDays<E extends Times>(
  events: readonly E[],
  days: readonly LocalDay[],
): readonly E[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, to] = [startOfDay(first).getTime(), startOfDay(addDays(last, 1)).getTime()];
  return events.filter((event) => isDuring(event, from, to)).sort(byStart);
}

/** Returns the events that overlap a local day, sorted by start. */
export const eventsOfDay = <E extends Times>(events: readonly E[], day: LocalDay): readonly E[] =>
  eventsOfDays(events, [day]);
