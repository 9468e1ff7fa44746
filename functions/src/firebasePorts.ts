import { google } from './googleCalendar/google';
import { tokenSeal } from './googleCalendar/tokenSeal';
import type { LogLine } from './logLine';
import type { Ports } from './ports';
import { firestoreStores } from './store/stores';
import { ATTEMPT_LIMITS, type AttemptLimits } from './users/attemptLimits';
import { firebaseIdentity } from './users/identity';

/**
 * The ports on real Firebase: Google's own, or the emulators their environment variables name.
 * @throws when a deployed function is pointed at the Auth emulator: that accepts unsigned tokens, so
 * anyone could be anyone. Cloud Run sets K_SERVICE; so does the Functions emulator, which also says
 * that it is one.
 */
export function firebasePorts(): Ports {
  const deployed = process.env.K_SERVICE && process.env.FUNCTIONS_EMULATOR !== 'true';
  if (deployed && process.env.FIREBASE_AUTH_EMULATOR_HOST)
    throw new Error('FIREBASE_AUTH_EMULATOR_HOST must not be set in production.');
  return {
    attemptLimits: attemptLimits(),
    identity: firebaseIdentity(),
    stores: firestoreStores(),
    google: google(process.env),
    tokenSeal: tokenSeal(process.env.GOOGLE_TOKEN_KEY),
    publicUrl: process.env.PUBLIC_URL?.replace(/\/+$/, '') || undefined,
    now: () => new Date(),
    log: (line: LogLine) => console.log(JSON.stringify(line)),
  };
}

/** With the emulator everybody is at one address, and tests register by the hundred. */
function attemptLimits(): AttemptLimits {
  const { ATTEMPT_LIMITS: given, FIREBASE_AUTH_EMULATOR_HOST: emulator } = process.env;
  if (given) return JSON.parse(given) as AttemptLimits;
  if (!emulator) return ATTEMPT_LIMITS;
  const plenty = { account: [1_000_000, 60], address: [1_000_000, 60] } as const;
  return { login: plenty, register: plenty };
}
