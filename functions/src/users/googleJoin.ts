import type { User } from '@daymark/contract/user';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Ports } from '../ports';
import { startAgain } from './devices';
import { endAccess, type EndGrants } from './firstProof';
import { isAskedIn, userOf } from './userOf';

/**
 * Keeps or ends what had access to an account before Google joined. Only the session that Google has started decides: the
 * others may be somebody else's. What was decided stays.
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
  // One that is cut off is asked again, at the next sign-in with Google.
  const mark = body.end && (await endAccess(owner, profile.email, endGrants, ports));
  await profiles.update(owner.uid, { joinedIn: null });
  if (mark !== false) await startAgain(call, session, mark, ports);
  return userOf(owner.uid, { ...profile, joinedIn: null }, browser.session);
}
