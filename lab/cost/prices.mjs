// @ts-check
/*
 * Google's list prices in US dollars, for us-central1, without the free quota.
 */

const each = (/** @type {number} */ per100000) => per100000 / 100_000;

/**
 * Firestore's prices for each document that is read, written or deleted, and for each GiB that is stored for a month.
 */
export const FIRESTORE = {
  reads: each(0.03),
  writes: each(0.09),
  deletes: each(0.01),
  // A delete by a TTL policy costs as much as any other delete, but the free quota doesn't include it.
  ttlDeletes: each(0.01),
  storedGib: 0.15,
};

/** Cloud Run's prices in tier 1, billed by request. */
export const CLOUD_RUN = {
  vcpuSecond: 0.000024,
  gibSecond: 0.0000025,
  request: 0.4 / 1_000_000,
};

/** Price for each GiB that Firestore or Cloud Run sends to the internet. */
export const OUT_GIB = 0.12;

/** Hosting's price for each GB sent. */
export const HOSTING = { outGb: 0.15 };

/** Cloud Logging's price for each GiB, stored for 30 days. */
export const LOG_GIB = 0.5;
