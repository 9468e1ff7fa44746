// @ts-check
/*
 * Google's list prices in US dollars, for us-central1, without free amounts. docs/cost.md says which of them were compared
 * with Google's pages, and when.
 */

/** @typedef {{ reads: number, writes: number, deletes: number, ttlDeletes: number, storedGib: number }} FirestorePrices */

/** Firestore's documents, each; storage in GiB and month. @type {Record<'us-central1' | 'nam5', FirestorePrices>} */
export const FIRESTORE = {
  'us-central1': price({ reads: 0.03, writes: 0.09, deletes: 0.01, storedGib: 0.15 }),
  // Two regions at once.
  nam5: price({ reads: 0.06, writes: 0.18, deletes: 0.02, storedGib: 0.18 }),
};

/** @param {Omit<FirestorePrices, 'ttlDeletes'>} per100000 reads, writes and deletes by the 100,000 */
function price({ reads, writes, deletes, storedGib }) {
  const each = (/** @type {number} */ dollars) => dollars / 100_000;
  // A delete by a TTL policy costs as much as any other, and is in no free amount.
  return {
    reads: each(reads),
    writes: each(writes),
    deletes: each(deletes),
    ttlDeletes: each(deletes),
    storedGib,
  };
}

/** Cloud Run, tier 1, billed by request. */
export const CLOUD_RUN = {
  vcpuSecond: 0.000024,
  gibSecond: 0.0000025,
  request: 0.4 / 1_000_000,
  /** Time is billed in steps of this. */
  stepMs: 100,
};

/** Data that leaves Google for the internet, by GiB: Firestore's and Cloud Run's. */
export const OUT_GIB = 0.12;

/** Hosting: by GB. */
export const HOSTING = { outGb: 0.15, storedGb: 0.026 };

/** Cloud Logging: each GiB that is stored, for 30 days. */
export const LOG_GIB = 0.5;
