import { call } from '../../../lib/api/call';
import { queryClient } from '../../../lib/api/queryClient';
import type { Sync } from '../../../sync/createSync';
import { updateSession } from '../../../records/account/sessionQuery';

const LAST_COUNTER = 'profileCounter';

/**
 * Fetches the user again if the counter differs from the last one stored in the replica. The server counts changes of
 * the person's name and time zone, and live updates bring the counter.
 */
export async function onProfileCounter(sync: Sync, counter: number): Promise<void> {
  const last = await sync.readValue(LAST_COUNTER);
  const { userId, signal } = sync;
  if (last?.value === counter || signal.aborted) return;
  // The first time, the user has just been fetched.
  if (!last) return sync.storeValue(LAST_COUNTER, counter);
  const user = await call('getUser', {}, { as: userId, signal }).catch(() => undefined);
  if (!user) return;
  updateSession(queryClient, user);
  await sync.storeValue(LAST_COUNTER, counter);
}
