import { randomBytes } from 'node:crypto';

/** Returns the uid of a new account: 28 letters and digits, like Firebase's own. */
export const newUid = (): string => randomBytes(14).toString('hex');
