import { SIGNED_IN_HINT } from '@daymark/contract/signedInHint';

/** Whether the readable cookie beside the session cookie says that someone is signed in. */
export const hasSignedInHint = (): boolean => document.cookie.includes(`${SIGNED_IN_HINT}=`);

/** Returns the hint of the browser's session, which differs from session to session, or undefined without a session. */
export const sessionHint = (): string | undefined =>
  new RegExp(`${SIGNED_IN_HINT}=([^;]+)`).exec(document.cookie)?.[1];

/** The hint of the session that this page uses. */
let used: string | undefined;

/**
 * Adopts the browser's current session. Returns true if the browser has another session than the one that this page has
 * used. In that case, a 401 may be a late response to a request of the previous session, which says nothing about the
 * current one.
 */
export function adoptSession(): boolean {
  const hint = sessionHint();
  const isAnother = hint !== undefined && hint !== used;
  used = hint;
  return isAnother;
}

/** Removes a hint that proved wrong. Otherwise the public pages would redirect this person forever. */
export function dropSignedInHint(): void {
  const secure = location.protocol === 'https:' ? ' Secure;' : '';
  document.cookie = `${SIGNED_IN_HINT}=; Max-Age=0; Path=/;${secure} SameSite=Lax`;
}
