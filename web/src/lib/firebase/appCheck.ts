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
 * Returns a token of Firebase App Check. The last token is returned again while it is valid. If reCAPTCHA's script does
 * not load, the promise never settles (see `appCheckToken`).
 */
export async function requestToken(siteKey: string): Promise<string> {
  ready ??= start(siteKey).catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return (await getToken(await ready)).token;
}

/**
 * Starts App Check in a separate Firebase app. In the app that signs in, the SDK would wait for a token before each
 * call to Firebase Auth, without a time limit.
 */
async function start(siteKey: string): Promise<AppCheck> {
  const app = initializeApp(await firebaseOptions(), 'appCheck');
  return initializeAppCheck(app, { provider: new ReCaptchaEnterpriseProvider(siteKey) });
}
