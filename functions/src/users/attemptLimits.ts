/** A limit of attempts within a number of seconds. */
type Limit = readonly [attempts: number, seconds: number];

/** The limit for one account from one IP address, and the limit for one IP address with any accounts. */
interface Limits {
  account: Limit;
  address: Limit;
}

/** The limits of attempts, by call. */
export interface AttemptLimits {
  login: Limits;
  register: Limits;
  /** Copies of the demo. */
  demo: Pick<Limits, 'address'>;
  /** Mails with a link that confirms an address. */
  verification: Pick<Limits, 'account'>;
  /** Requests to one instance with one session, API token or calendar feed. */
  session: Limit;
  /** Look-ups from one IP address that find nothing, in one instance. */
  guesses: Limit;
}

const NEVER: Limit = [Number.MAX_SAFE_INTEGER, 60];
const NO_LIMIT = { account: NEVER, address: NEVER };

/** Limits for tests, which register hundreds of people from one address. */
export const NO_LIMITS: AttemptLimits = {
  login: NO_LIMIT,
  register: NO_LIMIT,
  demo: NO_LIMIT,
  verification: NO_LIMIT,
  session: NEVER,
  guesses: NEVER,
};

/** Limits that are enough for a household or a class behind one address, and too low for guessing a password. */
export const ATTEMPT_LIMITS: AttemptLimits = {
  login: { account: [10, 15 * 60], address: [100, 15 * 60] },
  register: { account: [10, 60 * 60], address: [30, 60 * 60] },
  demo: { address: [30, 60 * 60] },
  verification: { account: [5, 60 * 60] },
  // Enough to send a thousand offline changes in one go.
  session: [1200, 60],
  // Enough for browsers whose session has ended, and for calendar programs that ask for a feed that is gone.
  guesses: [60, 60],
};
