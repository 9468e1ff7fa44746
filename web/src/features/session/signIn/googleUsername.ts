import type { GoogleIdentity } from '../../../lib/firebase/firebase';

/**
 * Returns the display name without whitespace, or else the part of the email before the at-sign, or else 'user'
 * (product §3).
 */
export const googleUsername = ({
  displayName,
  email,
}: Pick<GoogleIdentity, 'displayName' | 'email'>): string =>
  displayName?.replace(/\s+/g, '') || email.split('@')[0] || 'user';
