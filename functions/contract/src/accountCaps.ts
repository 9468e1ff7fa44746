/**
 * How much an account may hold: far more than a working life needs, and too little for a file store. Bytes are those of
 * the records as JSON.
 */
export const ACCOUNT_CAPS = {
  /** Records in one collection. */
  collection: 50_000,
  /** Records in all of them. */
  account: 100_000,
  bytes: 100_000_000,
} as const;
