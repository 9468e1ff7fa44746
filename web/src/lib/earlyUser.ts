import { browserStorage } from './browserStorage';
import { isProtected } from './paths';
import { hasSignedInHint } from './sessionHint';

/**
 * Whether asking who is signed in is worthwhile. On public pages without the hint the answer is known to be
 * nobody, and asking would only put a 401 into every visitor's console.
 */
export const mayBeSignedIn = (): boolean => hasSignedInHint() || isProtected(location.pathname);

/** Under which the browser keeps who was last signed in. */
export const REMEMBERED_USER_KEY = 'daymark.user';

/** Whether this browser knows who was signed in last. */
export const hasRememberedUser = (): boolean => browserStorage.get(REMEMBERED_USER_KEY) !== null;

let early: Promise<Response> | undefined;

/**
 * Asks for the current user before the app's code has arrived, unless the browser remembers who that was: then the
 * first exchange of data tells whether it still holds.
 */
export function requestUserEarly(): void {
  if (!mayBeSignedIn() || hasRememberedUser()) return;
  early = fetch('/api/user', { credentials: 'same-origin' });
  early.catch(() => undefined);
}

/** The early answer, once. */
export function takeEarlyResponse(): Promise<Response> | undefined {
  const answer = early;
  early = undefined;
  return answer;
}
