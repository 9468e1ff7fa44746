/** So many tries in so many seconds. */
type Limit = readonly [most: number, seconds: number];

/** For one account from one address, and for one address whatever the account. */
interface Limits {
  account: Limit;
  address: Limit;
}

/** How often somebody may try, by call. */
export interface AttemptLimits {
  login: Limits;
  register: Limits;
}

/** Room for a household or a class behind one address; none for guessing a password. */
export const ATTEMPT_LIMITS: AttemptLimits = {
  login: { account: [10, 15 * 60], address: [100, 15 * 60] },
  register: { account: [10, 60 * 60], address: [30, 60 * 60] },
};
