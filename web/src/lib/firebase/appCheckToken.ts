import { withinTime } from '../api/withinTime';

/** Longest time that a sign-in waits for App Check, in ms. */
const TIME_LIMIT_MS = 5_000;

let requested: Promise<string | undefined> | undefined;

/**
 * Returns a token that proves to the server that a request comes from this app. Resolves to undefined in a build
 * without a site key, or if no token comes in time. Without a token, the request is sent all the same, and the server
 * decides.
 */
export function appCheckToken(): Promise<string | undefined> {
  const siteKey = import.meta.env.VITE_APP_CHECK_SITE_KEY;
  if (!siteKey || import.meta.env.MODE === 'emulator') return Promise.resolve(undefined);
  // A request that took too long stays in `requested` until its token comes. Calls in the meantime get undefined at
  // once.
  requested ??= request(siteKey);
  return requested;
}

function request(siteKey: string): Promise<string | undefined> {
  const token = import('./appCheck')
    .then(({ requestToken }) => requestToken(siteKey))
    .catch(() => undefined)
    .finally(() => (requested = undefined));
  return withinTime(token, TIME_LIMIT_MS);
}

declare global {
  interface ImportMetaEnv {
    /** The site key of reCAPTCHA Enterprise, for App Check. Builds without one have no App Check. */
    readonly VITE_APP_CHECK_SITE_KEY?: string;
  }
}
