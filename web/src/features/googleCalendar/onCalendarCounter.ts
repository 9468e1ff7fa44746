import type { Sync } from '../../sync/createSync';
import { broadcastCalendarChange } from './calendarTabs';

const HEARD = 'calendarCounter';

/**
 * The server's counter of what changed at Google or in the connection, as the live line tells it. What is known here is
 * asked for anew when the counter isn't the one of before, also where that was days ago.
 */
export async function onCalendarCounter(sync: Sync, counter: number): Promise<void> {
  const heard = await sync.kept(HEARD);
  if ((heard?.value ?? 0) === counter || sync.signal.aborted) return;
  await sync.keep(HEARD, counter);
  const { refreshCalendarQueries } = await import('./calendarQueries');
  await refreshCalendarQueries(sync);
  broadcastCalendarChange(sync.userId);
}
