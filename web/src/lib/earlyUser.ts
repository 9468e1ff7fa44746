import { browserStorage } from './browserStorage';
import { isProtected } from './paths';
import { hasSignedInHint } from './sessionHint';

/**
 * Whether the server should be asked who is signed in. On public pages without the hint nobody is, and asking would
 * only put a 401 into every visitor's console.
 */
export const mayBeSignedIn = (): boolean => hasSignedInHint() || isProtected(location.pathname);

/** The storage key of the user who was last signed in. */
export const REMEMBERED_USER_KEY = 'daymark.user';

/** Whether this browser remembers a user. */
export const hasRememberedUser = (): boolean => browserStorage.get(REMEMBERED_USER_KEY) !== null;

/** The id of the user that this browser remembers. */
export function rememberedUserId(): number | undefined {
  try {
    const { id } = JSON.parse(browserStorage.get(REMEMBERED_USER_KEY) ?? '{}') as { id?: unknown };
    return typeof id === 'number' ? id : undefined;
  } catch {
    return undefined;
  }
}

let early: Promise<Response> | undefined;

/**
 * Requests the current user before the app's code has arrived, unless the browser remembers them: then the first request
 * for data shows whether the session is still valid.
 */
export function requestUserEarly(): void {
  if (!mayBeSignedIn() || hasRememberedUser()) return;
  early = fetch('/api/user', { credentials: 'same-origin' });
  early.catch(() => undefined);
}

/** The response to the early request; undefined at the second call. */
export function takeEarlyResponse(): Promise<Response> | undefined {
  const answer = early;
  early = undefined;
  return answer;
}
