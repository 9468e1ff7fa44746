import { withinTime } from '../api/withinTime';

/** How long a sign-in waits for App Check. */
const DEADLINE_MS = 5_000;

let requested: Promise<string | undefined> | undefined;

/**
 * A token that proves to the server that a request comes from this app. Undefined in a build without a site key, and
 * when no token comes in time: the request is sent without one, and the server decides.
 */
export function appCheckToken(): Promise<string | undefined> {
  const siteKey = import.meta.env.VITE_APP_CHECK_SITE_KEY;
  if (!siteKey || import.meta.env.MODE === 'emulator') return Promise.resolve(undefined);
  // One that is late stays here until it comes: the calls after it do not wait again.
  requested ??= request(siteKey);
  return requested;
}

function request(siteKey: string): Promise<string | undefined> {
  const token = import('./appCheck')
    .then(({ requestToken }) => requestToken(siteKey))
    .catch(() => undefined)
    .finally(() => (requested = undefined));
  return withinTime(token, DEADLINE_MS);
}

declare global {
  interface ImportMetaEnv {
    /** The site key of reCAPTCHA Enterprise, for App Check. Builds without one have no App Check. */
    readonly VITE_APP_CHECK_SITE_KEY?: string;
  }
}
