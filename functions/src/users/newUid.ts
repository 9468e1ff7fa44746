import { randomBytes } from 'node:crypto';

/** The uid of a new account, like Firebase's own: 28 letters and digits. */
export const newUid = (): string => randomBytes(14).toString('hex');
