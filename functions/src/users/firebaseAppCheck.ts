import type { AppCheck as Service } from 'firebase-admin/app-check';
import { unavailable } from '../http/failure';
import { adminApp } from '../store/adminApp';

const MODES = ['off', 'watch', 'enforce'] as const;

/** Firebase App Check, with which an app proves that it is ours. */
export interface AppCheck {
  /**
   * `enforce` refuses sign-ins and registrations without a valid token, `watch` only logs them, and `off` checks none.
   */
  mode: (typeof MODES)[number];
  /**
   * Returns whether a token is for an app of our project and has not expired.
   * @throws Failure 503 if Google's keys can't be reached.
   */
  verify: (token: string) => Promise<boolean>;
}

/**
 * Returns App Check in the mode that the environment names, or `off` if it names none.
 * @throws Error for another mode, because a misspelled mode must not leave sign-ins without protection.
 */
export function firebaseAppCheck(setting = ''): AppCheck {
  const mode = MODES.find((one) => one === (setting || 'off'));
  if (!mode) throw new Error(`APP_CHECK must be one of ${MODES.join(', ')}.`);
  let opened: Promise<Service> | undefined;
  return {
    mode,
    async verify(token) {
      const service = await (opened ??= open());
      try {
        await service.verifyToken(token);
        return true;
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (KEYS_UNREACHABLE.test(error.message)) throw unavailable();
        if (INVALID_TOKEN_CODES.has(Reflect.get(error, 'code'))) return false;
        throw error;
      }
    },
  };
}

async function open(): Promise<Service> {
  const [app, { getAppCheck }] = await Promise.all([
    adminApp(),
    import('firebase-admin/app-check'),
  ]);
  return getAppCheck(app);
}

/** The error codes that mean that the token itself is invalid. */
const INVALID_TOKEN_CODES = new Set<unknown>([
  'app-check/app-check-token-expired',
  'app-check/invalid-argument',
]);

/** firebase-admin reports unreachable public keys with the code of a malformed token. */
const KEYS_UNREACHABLE = /^Error fetching/;
