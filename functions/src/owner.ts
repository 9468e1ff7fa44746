import { createHash } from 'node:crypto';

/**
 * The person whose session or API token a request carries. `uid` is Firebase's id, and `userId` is the form of that id
 * on the wire.
 */
export interface Owner {
  uid: string;
  userId: number;
}

/** The owner that the session or API token of a request has proved. */
export interface Caller extends Owner {
  /** The account's `Identity.signInsValidFrom` at the time of the request. */
  signInsValidFrom: string;
}

/**
 * Returns whether a grant (an API token or a calendar feed) has ended, because the account's sign-ins were ended after
 * the grant was made or kept. A password reset ends the sign-ins, for example.
 */
export const hasEnded = (
  grant: Pick<Caller, 'signInsValidFrom'>,
  { signInsValidFrom }: Pick<Caller, 'signInsValidFrom'>,
): boolean => grant.signInsValidFrom !== signInsValidFrom;

/** An owner for code that needs only the uid. */
export type OwnerRef = Pick<Owner, 'uid'>;

/**
 * Returns a person's id on the wire: the first 52 bits of their Firebase uid's SHA-256, never 0. The id is computed,
 * not stored, so no request has to read the profile for it. The number is only a label. The uid decides access, so two
 * people with the same number would not share data.
 */
export function userIdOf(uid: string): number {
  const hex = createHash('sha256').update(uid).digest('hex').slice(0, 13);
  return Number.parseInt(hex, 16) || 1;
}
