import type { User } from '@daymark/contract/user';
import { browserStorage } from '../browser/browserStorage';
import { isProtected } from '../paths';
import { hasSignedInHint } from './sessionHint';

/**
 * Whether the server should be asked who is signed in. On public pages without the hint nobody is signed in, and asking
 * would only log a 401 in every visitor's console.
 */
export const mayBeSignedIn = (): boolean => hasSignedInHint() || isProtected(location.pathname);

/** The storage key of the user who was last signed in. */
export const REMEMBERED_USER_KEY = 'daymark.user';

export const hasRememberedUser = (): boolean => browserStorage.get(REMEMBERED_USER_KEY) !== null;

/** The remembered user, read before the app's code has loaded and not checked against the contract. */
export interface RememberedPerson {
  id: number;
  username: string;
  email: string;
  /** Whether a line about the account is shown above the screen. */
  hasAccountLine: boolean;
}

/** Returns the person that this browser remembers, if there is one. */
export function rememberedPerson(): RememberedPerson | undefined {
  try {
    const stored: unknown = JSON.parse(browserStorage.get(REMEMBERED_USER_KEY) ?? 'null');
    const {
      id,
      username = '',
      email = '',
      emailVerified,
      expiresAt,
    } = (stored ?? {}) as Partial<User>;
    const hasAccountLine = emailVerified === false || Boolean(expiresAt);
    return typeof id === 'number' ? { id, username, email, hasAccountLine } : undefined;
  } catch {
    return undefined;
  }
}

declare global {
  interface Window {
    /** The early request. The request is shared here, because the script in the page's head is a separate program. */
    daymarkUser?: Promise<Response> | undefined;
  }
}

/**
 * Requests the current user before the app's code has loaded, if someone may be signed in. If the browser remembers a
 * user, the first request for data shows whether the session is still valid, so nothing is requested here. Later calls
 * do nothing.
 */
export function requestUserEarly(): void {
  if (window.daymarkUser || !mayBeSignedIn() || hasRememberedUser()) return;
  window.daymarkUser = fetch('/api/user', { credentials: 'same-origin' });
  window.daymarkUser.catch(() => undefined);
}

/** Returns the response to the early request, if there is one, on the first call. Later calls return undefined. */
export function takeEarlyResponse(): Promise<Response> | undefined {
  const response = window.daymarkUser;
  delete window.daymarkUser;
  return response;
}
