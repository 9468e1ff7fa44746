import { HOUR_MS } from '@daymark/contract/time/units';
import type { Event } from '@daymark/contract/event';
import type { TimeSpan } from '../../lib/time/timeSpans';

/** Returns an event's span. An event that ends before it starts has no length (product §5). */
export function eventSpan({ start, end }: Pick<Event, 'start' | 'end'>): TimeSpan {
  const from = Date.parse(start);
  return { from, to: Math.max(Date.parse(end), from) };
}

/** Length of the shortest day, in ms. It has 23 hours, because the clocks go forward. */
const SHORTEST_DAY_MS = 23 * HOUR_MS;

/** Whether an event lasts at least as long as the shortest day, such as a holiday or a trip. */
export function isDayLong(event: Pick<Event, 'start' | 'end'>): boolean {
  const { from, to } = eventSpan(event);
  return to - from >= SHORTEST_DAY_MS;
}
