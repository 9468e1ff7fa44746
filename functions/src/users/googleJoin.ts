import type { User } from '@daymark/contract/user';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Ports } from '../ports';
import { startAgain } from './devices';
import { endAccess, type EndGrants } from './addressProof';
import { isAskedIn, userOf } from './userOf';

/**
 * Keeps or ends the access to an account from before Google joined. Only the session that the sign-in with Google
 * started can decide, because the other sessions may be someone else's. Changes nothing if another session calls, or if
 * the person has already chosen.
 */
export async function chooseAccess(
  call: Parameters<Handler<'chooseAccess'>>[0],
  ports: Ports,
  endGrants: EndGrants,
): Promise<User> {
  const { owner, body, browser } = call;
  const { profiles, sessions } = ports.stores;
  const profile = await profiles.get(owner.uid);
  if (!profile) throw new Failure(401, 'Please sign in.');
  if (!isAskedIn(browser.session, profile)) return userOf(owner.uid, profile, browser.session);
  const session = await sessions.get(owner.uid, browser.session ?? '');
  // If the call is cut off here, the person is asked again at the next sign-in with Google.
  const version = body.end && (await endAccess(owner, profile.email, endGrants, ports));
  await profiles.update(owner.uid, { joinedIn: null });
  if (version !== false) await startAgain(call, session, version, ports);
  return userOf(owner.uid, { ...profile, joinedIn: null }, browser.session);
}
