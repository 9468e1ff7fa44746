import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Ports } from '../ports';
import type { Profile } from '../store/profiles';
import { countAttempt } from './countAttempt';
import { userOf } from './userOf';

/** Sends the mail again. An address that is confirmed by now gets none. */
export const sendVerification: Handler<'sendVerification'> = async ({ owner }, ports) => {
  const stored = await ports.stores.profiles.get(owner.uid);
  if (!stored) throw new Failure(401, 'Please sign in.');
  const profile = await withVerification(owner.uid, stored, ports);
  if (profile.emailVerified) return userOf(owner.uid, profile);
  await countAttempt('verification', { email: profile.email }, ports);
  await ports.identity.sendVerification(owner.uid);
  return userOf(owner.uid, profile);
};

/**
 * The profile as it is after Firebase was asked whether the address is confirmed by now: the link in the mail leads to
 * Firebase, which does not tell us. Firebase is asked until it is.
 */
export async function withVerification(
  uid: string,
  profile: Profile,
  { identity, stores }: Ports,
): Promise<Profile> {
  if (profile.emailVerified || !(await identity.isEmailVerified(uid))) return profile;
  await stores.profiles.update(uid, { emailVerified: true });
  return { ...profile, emailVerified: true };
}
