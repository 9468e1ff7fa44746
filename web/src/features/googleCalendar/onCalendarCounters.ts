import type { Sync } from '../../sync/createSync';
import { whenShown } from '../../lib/browser/pageVisibility';
import {
  calendarCounters,
  noteCalendarCounters,
  type CalendarCounters,
} from '../../records/googleCalendar/calendarCounters';
import { broadcastCalendarChange } from '../../records/googleCalendar/calendarTabs';

const LAST_COUNTERS = 'calendarCounters';

/**
 * To be called with the server's counters from live updates, and with undefined when they end. What belongs to a counter
 * that differs from the last one stored in the replica, perhaps days ago, is refetched.
 */
export async function onCalendarCounters(
  sync: Sync,
  counters: CalendarCounters | undefined,
): Promise<void> {
  noteCalendarCounters(sync, counters);
  if (!counters) return;
  // There may be more changes meanwhile: the last of them refetches.
  const isCurrent = () => calendarCounters(sync) === counters && !sync.signal.aborted;
  const stored = (await sync.readValue(LAST_COUNTERS))?.value as CalendarCounters | undefined;
  const { settings, events } = counters;
  const changed = {
    ...(settings !== (stored?.settings ?? 0) && { settings }),
    ...(events !== (stored?.events ?? 0) && { events }),
  };
  if (Object.keys(changed).length === 0 || !isCurrent()) return;
  broadcastCalendarChange(sync.userId);
  await whenShown(sync.signal);
  if (!isCurrent()) return;
  await sync.storeValue(LAST_COUNTERS, counters);
  const { refreshCalendarQueries } = await import('../../records/googleCalendar/calendarQueries');
  await refreshCalendarQueries(sync, changed);
}
