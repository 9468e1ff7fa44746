import { GoogleAuthProvider, signInWithCredential } from 'firebase/auth';
import { firebaseAuth, identityOf, asCallErrors, type GoogleIdentity } from './firebase';

/**
 * Signs in at the Auth emulator as the account that our own picker chose: Google's popup needs the internet.
 * Only builds for the emulator contain this.
 */
export const emulatedGoogleIdentity = (account: {
  email: string;
  name: string;
}): Promise<GoogleIdentity> =>
  asCallErrors(async () => {
    const { email, name } = account;
    const claims = { sub: email, email, email_verified: true, name };
    const credential = GoogleAuthProvider.credential(JSON.stringify(claims));
    return identityOf(await signInWithCredential(await firebaseAuth(), credential));
  });
