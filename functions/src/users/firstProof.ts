import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import { userIdOf, type Owner } from '../owner';
import type { Ports } from '../ports';
import type { Profile } from '../store/profiles';
import { endLiveTokens } from './endLiveTokens';
import type { SignIn } from './identity';
import { userOf } from './userOf';

/** Ends what else has access to an account's data. */
export type EndGrants = (owner: Owner, ports: Ports) => Promise<void>;

/**
 * A sign-in with Google proves the address. The person who registered it before, with a password and without
 * confirming it, may have been somebody else: all sessions, the user for live updates, the password and every other way to sign in,
 * and the grants end before this sign-in starts its session. Answers the ID token to start it with: the one of before
 * ends, too. Can be repeated.
 */
export async function proveAddress(
  { uid }: SignIn,
  idToken: string,
  profile: Profile | undefined,
  endGrants: EndGrants,
  ports: Ports,
): Promise<string> {
  const { identity, stores, now } = ports;
  // Without a profile nobody has had a session here; what Firebase had of an unconfirmed account, it has ended itself.
  if (!profile || profile.emailVerified) return idToken;
  // Firebase has done so itself by then, so that no test notices when this is missing. We do not rely on it.
  await identity.endSignIns(uid);
  await stores.sessions.endAll(uid, now().toISOString());
  await identity.noteSessionEnded(uid);
  await endLiveTokens(uid, ports);
  await endGrants({ uid, userId: userIdOf(uid) }, ports);
  await stores.profiles.update(uid, { emailVerified: true, startedUnconfirmed: true });
  return identity.signInAs(uid);
}

/** Keeps what is in an account that started unconfirmed, or deletes it. What was decided before stays. */
export const chooseStart: Handler<'chooseStart'> = async ({ owner, body }, ports) => {
  const { stores, identity, now } = ports;
  const profile = await stores.profiles.get(owner.uid);
  if (!profile) throw new Failure(401, 'Please sign in.');
  if (!profile.startedUnconfirmed) return userOf(owner.uid, profile);
  if (body.keep) await stores.profiles.update(owner.uid, { startedUnconfirmed: false });
  else {
    await stores.allRecords.clear(owner.uid, { sessions: false });
    await identity.endLiveUpdates(owner.uid);
    await stores.profiles.startEmpty(owner.uid, now());
  }
  return userOf(owner.uid, { ...profile, startedUnconfirmed: false });
};
