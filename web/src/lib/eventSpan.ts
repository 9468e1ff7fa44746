import type { Event } from '@daymark/contract/event';
import type { TimeSpan } from './timeSpans';

/** From when to when an event counts. One that ends before it starts counts at its start (product §5). */
export function eventSpan({ start, end }: Pick<Event, 'start' | 'end'>): TimeSpan {
  const from = Date.parse(start);
  return { from, to: Math.max(Date.parse(end), from) };
}

/** Clocks that go forward leave 23 hours of a day. */
const DAY_MS = 23 * 3_600_000;

/** Whether an event takes days as a whole and not hours of them: a holiday, a trip. */
export function isDayLong(event: Pick<Event, 'start' | 'end'>): boolean {
  const { from, to } = eventSpan(event);
  return to - from >= DAY_MS;
}
