import { SIGNED_IN_HINT } from '@daymark/contract/signedInHint';

/** Whether the cookie that stands beside the session's says that somebody is signed in. */
export const hasSignedInHint = (): boolean => document.cookie.includes(`${SIGNED_IN_HINT}=1`);

/** Takes back a hint that proved wrong, or the public pages would lead its owner past themselves for ever. */
export function dropSignedInHint(): void {
  const secure = location.protocol === 'https:' ? ' Secure;' : '';
  document.cookie = `${SIGNED_IN_HINT}=; Max-Age=0; Path=/;${secure} SameSite=Lax`;
}
