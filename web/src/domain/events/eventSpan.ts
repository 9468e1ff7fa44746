import { HOUR_MS } from '@daymark/contract/time/units';
import type { Event } from '@daymark/contract/event';
import type { TimeSpan } from '../../lib/time/timeSpans';

/** Returns an event's span. An event that ends before it starts has no length (product §5). */
export function eventSpan({ start, end }: Pick<Event, 'start' | 'end'>): TimeSpan {
  const from = Date.parse(start);
  return { from, to: Math.max(Date.parse(end), from) };
}

/** Length of the shortest day, in ms. A day on which the clocks go forward has 23 hours. */
const SHORTEST_DAY_MS = 23 * HOUR_MS;

/** Whether an event, such as a holiday or a trip, lasts at least as long as the shortest day. */
export function isDayLong(event: Pick<Event, 'start' | 'end'>): boolean {
  const { from, to } = eventSpan(event);
  return to - from >= SHORTEST_DAY_MS;
}
