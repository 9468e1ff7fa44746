import {
  GoogleAuthProvider,
  linkWithCredential,
  signInWithCredential,
  type OAuthCredential,
} from 'firebase/auth';
import { firebaseAuth, identityOf, asCallErrors, type GoogleIdentity } from './firebase';
import { confirmedBy } from './ownerConfirmation';

/*
 * Google's sign-in at the Auth emulator, with an account from our own picker, because Google's popup needs the
 * internet. Only builds for the emulator contain this file.
 */

/** An account of the picker. */
export interface EmulatedAccount {
  email: string;
  name: string;
}

/** Signs in with an account of the picker. */
export const emulatedGoogleIdentity = (account: EmulatedAccount): Promise<GoogleIdentity> =>
  asCallErrors(async () =>
    identityOf(await signInWithCredential(await firebaseAuth(), credentialOf(account))),
  );

/** Signs in once more, to confirm that it is the same person. */
export const emulatedConfirmation = (account: EmulatedAccount): Promise<string> =>
  asCallErrors(async () =>
    confirmedBy(
      await signInWithCredential(await firebaseAuth('confirmation'), credentialOf(account)),
    ),
  );

/** Links the account of the picker to the account that was just confirmed. */
export const emulatedJoin = (account: EmulatedAccount): Promise<void> =>
  asCallErrors(async () => {
    const { currentUser } = await firebaseAuth('confirmation');
    if (currentUser) await linkWithCredential(currentUser, credentialOf(account));
  });

function credentialOf({ email, name }: EmulatedAccount): OAuthCredential {
  const claims = { sub: email, email, email_verified: true, name };
  return GoogleAuthProvider.credential(JSON.stringify(claims));
}
