import type { User } from '@daymark/contract/user';
import { userIdOf } from '../owner';
import type { Profile } from '../store/profiles';

/** Returns whether the account's address is confirmed. */
export const isConfirmed = ({ email, confirmedEmail }: Profile): boolean =>
  confirmedEmail === email;

/** Returns whether this session asks whether to keep the access given before the Google account joined. */
export const isAskedIn = (session: string | undefined, { joinedIn }: Profile): boolean =>
  session !== undefined && joinedIn === session;

/** Returns the profile as it is sent to a session. */
export function userOf(uid: string, profile: Profile, session: string | undefined): User {
  const { username, email, photoUrl, createdAt, expiresAt = null } = profile;
  const { timeZone = null, startedUnconfirmed = false } = profile;
  return {
    id: userIdOf(uid),
    username,
    email,
    photoUrl,
    createdAt,
    timeZone,
    emailVerified: isConfirmed(profile),
    startedUnconfirmed,
    joinedGoogle: isAskedIn(session, profile),
    expiresAt,
  };
}
