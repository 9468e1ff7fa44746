import type { Sync } from '../../sync/createSync';
import { whenShown } from '../../lib/pageVisibility';
import { calendarCounter, noteCalendarCounter } from './calendarCounter';
import { broadcastCalendarChange } from './calendarTabs';

const LAST_COUNTER = 'calendarCounter';

/**
 * To be called with the server's counter of changes at Google or in the connection, from live updates, and with undefined
 * when they end. If it differs from the last one stored in the replica, perhaps days ago, the calendar queries are
 * refetched.
 */
export async function onCalendarCounter(sync: Sync, counter: number | undefined): Promise<void> {
  noteCalendarCounter(sync, counter);
  if (counter === undefined) return;
  // There may be more changes meanwhile: the last of them refetches.
  const isCurrent = () => calendarCounter(sync) === counter && !sync.signal.aborted;
  const last = await sync.readValue(LAST_COUNTER);
  if ((last?.value ?? 0) === counter || !isCurrent()) return;
  broadcastCalendarChange(sync.userId);
  await whenShown(sync.signal);
  if (!isCurrent()) return;
  await sync.storeValue(LAST_COUNTER, counter);
  const { refreshCalendarQueries } = await import('./calendarQueries');
  await refreshCalendarQueries(sync, counter);
}
