/**
 * Limits of an account: far more than the records of a working life need, but too little to store files. `bytes` counts
 * the records as JSON.
 */
export const ACCOUNT_CAPS = {
  /** At most this many records in one collection. */
  collection: 50_000,
  /** At most this many records in all collections. */
  account: 100_000,
  bytes: 100_000_000,
} as const;
