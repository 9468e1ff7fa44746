import type { User } from '@daymark/contract/user';
import { browserStorage } from '../browser/browserStorage';
import { isProtected } from '../paths';
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

/** What is known before the app's code is there, and nobody has checked it against the contract. */
export interface RememberedPerson {
  id: number;
  username: string;
  email: string;
  /** Whether a line about the account stands above the screen. */
  hasAccountLine: boolean;
}

/** The person that this browser remembers. */
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
    /** The early request: the script in the page's head, which makes it, is another program than the app. */
    daymarkUser?: Promise<Response> | undefined;
  }
}

/**
 * Requests the current user before the app's code has arrived, unless the browser remembers them: then the first request
 * for data shows whether the session is still valid. Requests once, however often it is called.
 */
export function requestUserEarly(): void {
  if (window.daymarkUser || !mayBeSignedIn() || hasRememberedUser()) return;
  window.daymarkUser = fetch('/api/user', { credentials: 'same-origin' });
  window.daymarkUser.catch(() => undefined);
}

/** The response to the early request; undefined at the second call. */
export function takeEarlyResponse(): Promise<Response> | undefined {
  const answer = window.daymarkUser;
  delete window.daymarkUser;
  return answer;
}
