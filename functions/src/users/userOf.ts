import type { User } from '@daymark/contract/user';
import { userIdOf } from '../owner';
import type { Profile } from '../store/profiles';

/** The profile as it is sent. */
export function userOf(uid: string, profile: Profile): User {
  const { username, email, photoUrl, createdAt, expiresAt = null } = profile;
  const { timeZone = null, emailVerified = false, startedUnconfirmed = false } = profile;
  return {
    id: userIdOf(uid),
    username,
    email,
    photoUrl,
    createdAt,
    timeZone,
    emailVerified,
    startedUnconfirmed,
    expiresAt,
  };
}
