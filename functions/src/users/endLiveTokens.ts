import type { Ports } from '../ports';

/**
 * Ends every live token of an account at once, and the listeners that use one. A device that is still signed in asks for
 * a new one. Called once the sessions have ended: until then they can make another. Can be repeated.
 */
export async function endLiveTokens(uid: string, { identity, stores, now }: Ports): Promise<void> {
  await identity.endLiveUpdates(uid);
  await stores.revisions.endListeners(uid, now());
}
