// @ts-check
/*
 * Google's list prices in US dollars, for us-central1, without free amounts.
 */

const each = (/** @type {number} */ per100000) => per100000 / 100_000;

/** Firestore's documents, each; storage in GiB and month. */
export const FIRESTORE = {
  reads: each(0.03),
  writes: each(0.09),
  deletes: each(0.01),
  // A delete by a TTL policy costs as much as any other, and is in no free amount.
  ttlDeletes: each(0.01),
  storedGib: 0.15,
};

/** Cloud Run, tier 1, billed by request. */
export const CLOUD_RUN = {
  vcpuSecond: 0.000024,
  gibSecond: 0.0000025,
  request: 0.4 / 1_000_000,
};

/** Data that leaves Google for the internet, by GiB: Firestore's and Cloud Run's. */
export const OUT_GIB = 0.12;

/** Hosting: by GB. */
export const HOSTING = { outGb: 0.15 };

/** Cloud Logging: each GiB that is stored, for 30 days. */
export const LOG_GIB = 0.5;
