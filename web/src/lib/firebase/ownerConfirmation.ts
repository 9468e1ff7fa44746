import { WRONG_CREDENTIALS } from '@daymark/contract/user';
import {
  browserPopupRedirectResolver,
  getAdditionalUserInfo,
  GoogleAuthProvider,
  linkWithPopup,
  signInWithEmailAndPassword,
  signInWithPopup,
  unlink,
  type UserCredential,
} from 'firebase/auth';
import { CallError } from '../api/call';
import { asCallErrors, firebaseAuth } from './firebase';

/*
 * The signed-in person signs in once more, to confirm who they are. The second sign-in happens in a separate app of the
 * SDK and is forgotten afterwards.
 */

const OTHER_ACCOUNT = 'That isn’t the account you’re signed in to.';

/** Returns the ID token of a fresh sign-in with a password. Rejects with a `CallError`. */
export const confirmWithPassword = (email: string, password: string): Promise<string> =>
  asCallErrors(async () => {
    const auth = await firebaseAuth('confirmation');
    const { user } = await signInWithEmailAndPassword(auth, email, password);
    return user.getIdToken();
  }).catch((error: unknown) => {
    if (error instanceof CallError && error.sentence === WRONG_CREDENTIALS)
      throw new CallError(error.status, 'This password is wrong.');
    throw error;
  });

/** Returns the ID token of a fresh sign-in with Google's popup. Must be called in a click handler. */
export const confirmWithGoogle = (email: string): Promise<string> =>
  asCallErrors(async () => {
    const auth = await firebaseAuth('confirmation');
    return confirmedBy(await signInWithPopup(auth, google(email), browserPopupRedirectResolver));
  });

/**
 * Returns the ID token of a confirming sign-in. If Firebase has just created an account for it, that account is deleted
 * again. @throws CallError if Firebase has just created the account.
 */
export async function confirmedBy(credential: UserCredential): Promise<string> {
  if (getAdditionalUserInfo(credential)?.isNewUser) {
    await credential.user.delete();
    throw new CallError(403, OTHER_ACCOUNT);
  }
  return credential.user.getIdToken();
}

/**
 * Opens a popup for choosing a Google account, and links it to the account of the person who has just confirmed who
 * they are.
 */
export const joinGoogle = (): Promise<void> =>
  asCallErrors(async () => {
    const { currentUser } = await firebaseAuth('confirmation');
    if (currentUser) await linkWithPopup(currentUser, google(), browserPopupRedirectResolver);
  });

/** Removes Google's sign-in from the account of the person who has just confirmed who they are. */
export const leaveGoogle = (): Promise<void> =>
  asCallErrors(async () => {
    const { currentUser } = await firebaseAuth('confirmation');
    if (currentUser) await unlink(currentUser, GoogleAuthProvider.PROVIDER_ID);
  });

/** Signs out of the confirming sign-in. */
export async function forgetConfirmation(): Promise<void> {
  await (await firebaseAuth('confirmation')).signOut();
}

function google(email?: string): GoogleAuthProvider {
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters(
    email === undefined ? { prompt: 'select_account' } : { login_hint: email },
  );
  return provider;
}
