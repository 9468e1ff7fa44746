import { WRONG_CREDENTIALS } from '@daymark/contract/user';
import { initializeApp } from 'firebase/app';
import {
  GoogleAuthProvider,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  getRedirectResult,
  inMemoryPersistence,
  initializeAuth,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  type Auth,
  type UserCredential,
} from 'firebase/auth';
import { CallError } from '../api/call';
import { emulatorAddresses } from './emulatorAddresses';
import { firebaseOptions } from './firebaseOptions';

/*
 * Signs in with Firebase's SDK. This file is imported only when the SDK is needed. The session cookie alone says who is
 * signed in, so the SDK stores nothing outside the page's memory.
 */

const ready = new Map<string, Promise<Auth>>();

/**
 * Returns the Auth instance of an app of the SDK, made on first use. The default app has the user for live updates once
 * someone is signed in. `confirmation` is for a second sign-in that confirms who the person is.
 */
export function firebaseAuth(app: 'default' | 'confirmation' = 'default'): Promise<Auth> {
  const existing = ready.get(app);
  if (existing) return existing;
  const made = makeAuth(app === 'default' ? undefined : app);
  ready.set(app, made);
  made.catch(() => ready.delete(app));
  return made;
}

async function makeAuth(name: string | undefined): Promise<Auth> {
  const options = await firebaseOptions();
  const emulators = import.meta.env.MODE === 'emulator' ? await emulatorAddresses() : undefined;
  const auth = initializeAuth(initializeApp(options, name), { persistence: inMemoryPersistence });
  if (emulators) connectAuthEmulator(auth, `http://${emulators.auth}`, { disableWarnings: true });
  return auth;
}

/** Signs in with Firebase and resolves to a fresh ID token. Rejects with a `CallError` whose sentence can be shown. */
export const passwordIdToken = (email: string, password: string): Promise<string> =>
  asCallErrors(async () => {
    const { user } = await signInWithEmailAndPassword(await firebaseAuth(), email, password);
    return user.getIdToken();
  });

/**
 * Sends Firebase's password-reset mail. Resolves for an unknown address, too, so that nobody learns who has an account.
 */
export const sendReset = (email: string): Promise<void> =>
  asCallErrors(async () => {
    try {
      await sendPasswordResetEmail(await firebaseAuth(), email);
    } catch (error) {
      if (codeOf(error) !== 'auth/user-not-found') throw error;
    }
  });

/** The data of a Google account that the server needs, with the ID token that proves it. */
export interface GoogleIdentity {
  idToken: string;
  email: string;
  displayName: string | null;
  uid: string;
  photoUrl: string | null;
}

export async function identityOf({ user }: UserCredential): Promise<GoogleIdentity> {
  return {
    idToken: await user.getIdToken(),
    email: user.email ?? '',
    displayName: user.displayName,
    uid: user.uid,
    photoUrl: user.photoURL,
  };
}

const POPUP_IMPOSSIBLE = new Set([
  'auth/popup-blocked',
  'auth/operation-not-supported-in-this-environment',
]);

const CANCELLED = new Set([
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/user-cancelled',
]);

/**
 * Signs in with Google's popup, which always shows the account chooser (product §7). If popups are impossible, calls
 * `beforeRedirect` and loads Google's page instead. `googleRedirectIdentity` then returns the result. Resolves to
 * undefined if Google's page is loaded, or if the person closed Google's window, which is not an error.
 */
export const googlePopupIdentity = (
  beforeRedirect: () => void,
): Promise<GoogleIdentity | undefined> =>
  asCallErrors(async () => {
    const auth = await firebaseAuth();
    const google = new GoogleAuthProvider();
    google.setCustomParameters({ prompt: 'select_account' });
    try {
      return await identityOf(await signInWithPopup(auth, google, browserPopupRedirectResolver));
    } catch (error) {
      if (CANCELLED.has(codeOf(error))) return undefined;
      if (!POPUP_IMPOSSIBLE.has(codeOf(error))) throw error;
      beforeRedirect();
      await signInWithRedirect(auth, google, browserPopupRedirectResolver);
      return undefined;
    }
  });

/** Returns the identity of the person who came back from Google's page, or undefined if nobody did. */
export const googleRedirectIdentity = (): Promise<GoogleIdentity | undefined> =>
  asCallErrors(async () => {
    const result = await getRedirectResult(await firebaseAuth(), browserPopupRedirectResolver);
    return result ? identityOf(result) : undefined;
  });

const SENTENCES: Record<string, [status: number, sentence: string]> = {
  'auth/invalid-credential': [401, WRONG_CREDENTIALS],
  'auth/wrong-password': [401, WRONG_CREDENTIALS],
  'auth/user-not-found': [401, WRONG_CREDENTIALS],
  'auth/invalid-email': [400, 'Please enter a valid email address'],
  'auth/user-disabled': [401, 'This account has been disabled.'],
  'auth/too-many-requests': [429, 'Too many attempts. Please wait a few minutes and try again.'],
  'auth/network-request-failed': [
    0,
    'The sign-in service can’t be reached. Check your internet connection and try again.',
  ],
  'auth/popup-blocked': [
    403,
    'Popup was blocked. Please allow popups for this website and try again.',
  ],
  'auth/popup-closed-by-user': [0, 'Google’s window was closed.'],
  'auth/cancelled-popup-request': [0, 'Google’s window was closed.'],
  'auth/user-cancelled': [0, 'Google’s window was closed.'],
  'auth/credential-already-in-use': [409, 'This Google account belongs to another account.'],
  'auth/email-already-in-use': [409, 'This Google account belongs to another account.'],
  'auth/provider-already-linked': [409, 'You can already sign in with Google.'],
  'auth/unauthorized-domain': [403, 'Google sign-in isn’t allowed from this address.'],
  'auth/account-exists-with-different-credential': [
    409,
    'This email already signs in with a password. Use that instead.',
  ],
};

/** Runs a sign-in step and turns any error of Firebase into a `CallError` with a plain sentence. */
export async function asCallErrors<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof CallError) throw error;
    const [status, sentence] = SENTENCES[codeOf(error)] ?? [
      0,
      'Signing in didn’t work. Please try again.',
    ];
    throw new CallError(status, sentence);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
