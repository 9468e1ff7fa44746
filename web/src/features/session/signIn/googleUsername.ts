import type { GoogleIdentity } from '../../../lib/firebase/firebase';

/** Product §3: the display name without whitespace, else the part of the e-mail before the at-sign, else 'user'. */
export const googleUsername = ({
  displayName,
  email,
}: Pick<GoogleIdentity, 'displayName' | 'email'>): string =>
  displayName?.replace(/\s+/g, '') || email.split('@')[0] || 'user';
