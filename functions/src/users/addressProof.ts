import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import { userIdOf, type Owner } from '../owner';
import type { Ports } from '../ports';
import type { Profile } from '../store/profiles';
import { endLiveTokens } from './endLiveTokens';
import type { SignIn } from './identity';
import { userOf } from './userOf';

/** Ends an account's grants, such as the API tokens and the calendar feed. */
export type EndGrants = (owner: Owner, ports: Ports) => Promise<void>;

/**
 * Ends all access to an account except the sign-in with Google: the sessions, the live tokens, the password and every
 * other way to sign in, and the grants. Returns the new version of the sessions. Can be repeated.
 */
export async function endAccess(
  owner: Owner,
  email: string,
  endGrants: EndGrants,
  ports: Ports,
): Promise<string> {
  const { identity, stores, now } = ports;
  const { uid } = owner;
  await identity.endSignIns(uid, email);
  const version = await stores.sessions.endAll(uid, now().toISOString());
  await identity.recordSessionEnd(uid);
  await endLiveTokens(uid, ports);
  await endGrants(owner, ports);
  return version;
}

/**
 * Handles a sign-in with Google as proof of the address. If this very address was not confirmed, someone else may have
 * used the account, even if another address was confirmed. In that case all access ends before the sign-in starts its
 * session. Returns the ID token to start the session with. If the access ended, that is a new token, because the given
 * token has ended as well. Can be repeated.
 */
export async function proveAddress(
  { uid, email, googleId }: SignIn,
  idToken: string,
  profile: Profile | undefined,
  endGrants: EndGrants,
  ports: Ports,
): Promise<string> {
  // Without a profile there was no session here. Firebase itself ends the other sign-ins of an unconfirmed account.
  if (!profile || email === undefined || profile.confirmedEmail === email) return idToken;
  await endAccess({ uid, userId: userIdOf(uid) }, email, endGrants, ports);
  await ports.stores.profiles.update(uid, {
    email,
    confirmedEmail: email,
    ...(googleId !== undefined && { googleId }),
    joinedIn: null,
    startedUnconfirmed: true,
  });
  return ports.identity.signInAs(uid);
}

/**
 * Keeps or deletes the records of an account that started unconfirmed. Changes nothing if the person has already
 * chosen.
 */
export const chooseStart: Handler<'chooseStart'> = async ({ owner, body, browser }, ports) => {
  const { stores, identity, now } = ports;
  const profile = await stores.profiles.get(owner.uid);
  if (!profile) throw new Failure(401, 'Please sign in.');
  if (!profile.startedUnconfirmed) return userOf(owner.uid, profile, browser.session);
  if (body.keep) await stores.profiles.update(owner.uid, { startedUnconfirmed: false });
  else {
    await stores.allRecords.clear(owner.uid, { sessions: false });
    await identity.endLiveUpdates(owner.uid);
    await stores.profiles.startEmpty(owner.uid, now());
  }
  return userOf(owner.uid, { ...profile, startedUnconfirmed: false }, browser.session);
};
