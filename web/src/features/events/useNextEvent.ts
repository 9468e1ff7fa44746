import { useNow } from '../../ui/useNow';
import { useEvents, type CalendarEvent, type ExternalEvent } from './eventQueries';
import { nextEvent } from './nextEvent';

/** The next event to begin, of the person's own and the external ones. */
export function useNextEvent(externalEvents: readonly ExternalEvent[]): CalendarEvent | undefined {
  const { data = [] } = useEvents();
  const now = useNow();
  return nextEvent<CalendarEvent>([...data, ...externalEvents], now);
}
