import { createHash } from 'node:crypto';

/** The person whose session a request carries: `uid` is Firebase's, `userId` its form on the wire. */
export interface Owner {
  uid: string;
  userId: number;
}

/** The owner as the session or API token of a request has proved it. */
export interface Caller extends Owner {
  /** Identity.signInsValidFrom at that moment. */
  signInsValidFrom: string;
}

/**
 * Whether a grant, an API token or a calendar feed, has ended: the account's sign-ins were ended since it was made or
 * kept, by a password that was reset, for example.
 */
export const hasEnded = (
  grant: Pick<Caller, 'signInsValidFrom'>,
  { signInsValidFrom }: Pick<Caller, 'signInsValidFrom'>,
): boolean => grant.signInsValidFrom !== signInsValidFrom;

/** An owner for code that needs only the uid. */
export type OwnerRef = Pick<Owner, 'uid'>;

/**
 * A person's id on the wire: the first 52 bits of their Firebase uid's SHA-256, never 0. It is derived, not stored, so
 * no request has to read the profile for it. It is only a label: access is decided by the uid, so two people with the
 * same number (one chance in 4.5e15 per pair) would not share data.
 */
export function userIdOf(uid: string): number {
  const hex = createHash('sha256').update(uid).digest('hex').slice(0, 13);
  return Number.parseInt(hex, 16) || 1;
}
