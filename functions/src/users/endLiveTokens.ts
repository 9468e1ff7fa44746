import type { Ports } from '../ports';

/**
 * Ends every live token of an account, and the listeners that use these tokens. A device that is still signed in asks
 * for a new token. Call `endLiveTokens` after the sessions have ended, because a session that has not ended can make a
 * new token. Can be repeated.
 */
export async function endLiveTokens(uid: string, { identity, stores, now }: Ports): Promise<void> {
  await identity.endLiveUpdates(uid);
  await stores.revisions.endListeners(uid, now());
}
