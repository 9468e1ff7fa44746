import { useNow } from '../../ui/hooks/useNow';
import { useNextOfEach } from '../../records/events/eventQueries';
import { nextEvent } from '../../domain/events/nextEvent';
import type { CalendarEvent, ExternalEvent } from '../../domain/shownRecords';

/**
 * Returns the next event to begin, among the person's own events and the external events, without all-day events.
 * Returns undefined if there is none.
 */
export function useNextEvent(externalEvents: readonly ExternalEvent[]): CalendarEvent | undefined {
  const now = useNow();
  const { data = [] } = useNextOfEach(now);
  return nextEvent<CalendarEvent>([...data, ...externalEvents], now);
}
