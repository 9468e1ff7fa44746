import type { Google } from './googleCalendar/google';
import type { TokenSeal } from './googleCalendar/tokenSeal';
import type { LogLine } from './logLine';
import type { Push } from './reminders/push';
import type { Stores } from './store/stores';
import type { AttemptLimits } from './users/attemptLimits';
import type { AppCheck } from './users/firebaseAppCheck';
import type { Identity } from './users/identity';

/** Everything outside the process that a handler may use. */
export interface Ports {
  identity: Identity;
  appCheck: AppCheck;
  stores: Stores;
  attemptLimits: AttemptLimits;
  google: Google;
  tokenSeal: TokenSeal;
  push: Push;
  /** The app's address, without a slash at its end. Undefined if the environment does not name the address. */
  publicUrl: string | undefined;
  now: () => Date;
  log: (line: LogLine) => void;
}
