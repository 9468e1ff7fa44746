import { SIGNED_IN_HINT } from '@daymark/contract/signedInHint';

/** Whether the cookie that stands beside the session's says that somebody is signed in. */
export const hasSignedInHint = (): boolean => document.cookie.includes(`${SIGNED_IN_HINT}=`);

/** The hint of the session that this page uses. */
let used: string | undefined;

/**
 * Uses the session that the browser has now. Returns whether it is another one than before: then a 401 may be a late
 * answer to a request of the session before, and says nothing about this one.
 */
export function adoptSession(): boolean {
  const [, hint] = new RegExp(`${SIGNED_IN_HINT}=([^;]+)`).exec(document.cookie) ?? [];
  const isAnother = hint !== undefined && hint !== used;
  used = hint;
  return isAnother;
}

/** Removes a hint that proved wrong. Otherwise the public pages would redirect this person forever. */
export function dropSignedInHint(): void {
  const secure = location.protocol === 'https:' ? ' Secure;' : '';
  document.cookie = `${SIGNED_IN_HINT}=; Max-Age=0; Path=/;${secure} SameSite=Lax`;
}
