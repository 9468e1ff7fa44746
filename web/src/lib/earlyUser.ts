import { browserStorage } from './browserStorage';
import { isProtected } from './paths';
import { hasSignedInHint } from './sessionHint';

/**
 * Whether asking who is signed in is worthwhile. On public pages without the hint the answer is known to be
 * nobody, and asking would only put a 401 into every visitor's console.
 */
export const mayBeSignedIn = (): boolean => hasSignedInHint() || isProtected(location.pathname);

/** Under which the browser keeps who was last signed in. */
export const REMEMBERED_USER = 'daymark.user';

/** Whether this browser knows who was signed in last. */
export const isRemembered = (): boolean => browserStorage.get(REMEMBERED_USER) !== null;

let early: Promise<Response> | undefined;

/**
 * Asks for the current user before the app's code has arrived, unless the browser remembers who that was: then the
 * first exchange of data tells whether it still holds.
 */
export function askEarly(): void {
  if (!mayBeSignedIn() || isRemembered()) return;
  early = fetch('/api/user', { credentials: 'same-origin' });
  early.catch(() => undefined);
}

/** The early answer, once. */
export function takeEarlyAnswer(): Promise<Response> | undefined {
  const answer = early;
  early = undefined;
  return answer;
}
