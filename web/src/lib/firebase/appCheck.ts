import { initializeApp } from 'firebase/app';
import {
  getToken,
  initializeAppCheck,
  ReCaptchaEnterpriseProvider,
  type AppCheck,
} from 'firebase/app-check';
import { firebaseOptions } from './firebaseOptions';

let ready: Promise<AppCheck> | undefined;

/**
 * A token of Firebase App Check, the last one while it is valid. When reCAPTCHA's script does not load, this settles
 * neither way: see `appCheckToken`.
 */
export async function requestToken(siteKey: string): Promise<string> {
  ready ??= start(siteKey).catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return (await getToken(await ready)).token;
}

/**
 * Starts App Check in a Firebase app of its own. In the one that signs in, the SDK would wait for a token before each
 * call to Firebase Auth, without a deadline.
 */
async function start(siteKey: string): Promise<AppCheck> {
  const app = initializeApp(await firebaseOptions(), 'appCheck');
  return initializeAppCheck(app, { provider: new ReCaptchaEnterpriseProvider(siteKey) });
}
