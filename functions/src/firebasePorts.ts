import { google } from './googleCalendar/google';
import { tokenSeal } from './googleCalendar/tokenSeal';
import type { LogLine } from './logLine';
import type { Ports } from './ports';
import { webPush } from './reminders/webPush';
import { firestoreStores } from './store/stores';
import { ATTEMPT_LIMITS, NO_LIMITS, type AttemptLimits } from './users/attemptLimits';
import { firebaseAppCheck } from './users/firebaseAppCheck';
import { firebaseIdentity } from './users/identity';

/**
 * Returns the ports on Firebase, either the real Firebase or the emulators that the environment names.
 * @throws Error if a deployed function would use the Auth emulator, which accepts unsigned tokens and would let anyone
 * sign in as anyone, or the stand-in for a push service, which may be any server. Cloud Run sets K_SERVICE. The
 * Functions emulator sets both K_SERVICE and FUNCTIONS_EMULATOR.
 */
export function firebasePorts(): Ports {
  const deployed = process.env.K_SERVICE && process.env.FUNCTIONS_EMULATOR !== 'true';
  for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'PUSH_STAND_IN'])
    if (deployed && process.env[name]) throw new Error(`${name} must not be set in production.`);
  return {
    attemptLimits: attemptLimits(),
    identity: firebaseIdentity(),
    appCheck: firebaseAppCheck(process.env.APP_CHECK),
    stores: firestoreStores(),
    google: google(process.env),
    tokenSeal: tokenSeal(process.env.GOOGLE_TOKEN_KEY),
    push: webPush(process.env),
    publicUrl: process.env.PUBLIC_URL?.replace(/\/+$/, '') || undefined,
    now: () => new Date(),
    log: (line: LogLine) => console.log(JSON.stringify(line)),
  };
}

/**
 * Returns the limits of attempts. Tests set other limits, because they register hundreds of people from one address.
 */
function attemptLimits(): AttemptLimits {
  const { ATTEMPT_LIMITS: given } = process.env;
  if (given === 'none') return NO_LIMITS;
  return { ...ATTEMPT_LIMITS, ...(JSON.parse(given ?? '{}') as Partial<AttemptLimits>) };
}
