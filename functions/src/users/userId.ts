import { createHash } from 'node:crypto';

/**
 * A person's id on the wire: the first 52 bits of their Firebase uid's SHA-256, never 0. Derived
 * rather than stored, so no request has to read the profile for it. It is a label only: access goes
 * by the uid, so two people sharing a number (one chance in 4.5e15 a pair) would not share data.
 */
export function userIdOf(uid: string): number {
  const hex = createHash('sha256').update(uid).digest('hex').slice(0, 13);
  return Number.parseInt(hex, 16) || 1;
}
