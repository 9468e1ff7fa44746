import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import type { Ports } from '../ports';
import type { Profile } from '../store/profiles';
import { countAttempt } from './countAttempt';
import { isConfirmed, userOf } from './userOf';

/** Sends the verification mail again, unless the address is confirmed by now. */
export const sendVerification: Handler<'sendVerification'> = async ({ owner, browser }, ports) => {
  const stored = await ports.stores.profiles.get(owner.uid);
  if (!stored) throw new Failure(401, 'Please sign in.');
  const profile = await withVerification(owner.uid, stored, ports);
  if (isConfirmed(profile)) return userOf(owner.uid, profile, browser.session);
  await countAttempt('verification', { email: profile.email }, ports);
  await ports.identity.sendVerification(owner.uid);
  return userOf(owner.uid, profile, browser.session);
};

/**
 * Returns the profile after asking Firebase whether an unconfirmed address is confirmed by now. The link in the mail
 * leads to Firebase, which does not tell us.
 */
export async function withVerification(
  uid: string,
  profile: Profile,
  { identity, stores }: Ports,
): Promise<Profile> {
  if (isConfirmed(profile)) return profile;
  const email = await identity.confirmedEmail(uid);
  if (email === undefined) return profile;
  // The address may have been changed at Firebase. The address that Firebase has now is confirmed.
  const confirmed = { email, confirmedEmail: email };
  await stores.profiles.update(uid, confirmed);
  return { ...profile, ...confirmed };
}
