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
 * The person who is signed in signs in once more, to confirm that it is them. It happens in an app of the SDK of its own,
 * and is forgotten afterwards.
 */

const OTHER_ACCOUNT = 'That is another account than the one you are signed in to.';

/** The ID token of a fresh sign-in. Rejects with a `CallError`. */
export const confirmWithPassword = (email: string, password: string): Promise<string> =>
  asCallErrors(async () => {
    const auth = await firebaseAuth('confirmation');
    const { user } = await signInWithEmailAndPassword(auth, email, password);
    return user.getIdToken();
  }).catch((error: unknown) => {
    if (error instanceof CallError && error.sentence === WRONG_CREDENTIALS)
      throw new CallError(error.status, 'This is not your password.');
    throw error;
  });

/** The same with Google's popup. Must be called in a click handler. */
export const confirmWithGoogle = (email: string): Promise<string> =>
  asCallErrors(async () => {
    const auth = await firebaseAuth('confirmation');
    return confirmedBy(await signInWithPopup(auth, google(email), browserPopupRedirectResolver));
  });

/** A Google account that had none with us must not leave one behind. */
export async function confirmedBy(credential: UserCredential): Promise<string> {
  if (getAdditionalUserInfo(credential)?.isNewUser) {
    await credential.user.delete();
    throw new CallError(403, OTHER_ACCOUNT);
  }
  return credential.user.getIdToken();
}

/** Lets the person who has just confirmed it sign in with a Google account as well, which the popup asks for. */
export const joinGoogle = (): Promise<void> =>
  asCallErrors(async () => {
    const { currentUser } = await firebaseAuth('confirmation');
    if (currentUser) await linkWithPopup(currentUser, google(), browserPopupRedirectResolver);
  });

/** The person who has just confirmed it can no longer sign in with Google. */
export const leaveGoogle = (): Promise<void> =>
  asCallErrors(async () => {
    const { currentUser } = await firebaseAuth('confirmation');
    if (currentUser) await unlink(currentUser, GoogleAuthProvider.PROVIDER_ID);
  });

/** Ends the sign-in that confirmed it. */
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
