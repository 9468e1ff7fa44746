// @ts-check
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { monthOf, sharedMs } from './bill.mjs';

/** A day in which nothing happens. */
const NOTHING = {
  reads: 0,
  writes: 0,
  deletes: 0,
  ttlDeletes: 0,
  requests: 0,
  processorMs: 0,
  requestMs: 0,
  functionBytes: 0,
  hostingBytes: 0,
  listenBytes: 0,
  logBytes: 0,
};
const NO_EXTRAS = { storedBytes: 0, releaseBytes: 0, releases: 4, devices: 2 };

/** @param {number} amount */
const rounded = (amount) => Number(amount.toPrecision(10));

test('a shared instance is billed by processor time or by request slots, whichever is more', () => {
  assert.equal(rounded(sharedMs({ processorMs: 600, requestMs: 0 })), 1000);
  assert.equal(sharedMs({ processorMs: 1, requestMs: 80_000 }), 1000);
});

test('a month without use costs only the storage and the releases', () => {
  assert.equal(monthOf(NOTHING, NO_EXTRAS).total, 0);
  const { items, total } = monthOf(NOTHING, {
    ...NO_EXTRAS,
    storedBytes: 2 ** 30,
    releaseBytes: 1e9,
  });
  assert.equal(rounded(items['Firestore: storage']), 0.15);
  assert.equal(rounded(items['Hosting: data']), rounded(4 * 2 * 0.15));
  assert.equal(rounded(total), rounded(0.15 + 1.2));
});

test('each item of a month costs 30 days at its price', () => {
  const day = {
    ...NOTHING,
    reads: 1000,
    writes: 100,
    deletes: 10,
    ttlDeletes: 20,
    requests: 1000,
    processorMs: 60_000,
    functionBytes: 1e9 / 30,
  };
  const { items } = monthOf(day, NO_EXTRAS);
  assert.equal(rounded(items['Firestore: reads']), 0.009);
  assert.equal(rounded(items['Firestore: writes']), 0.0027);
  assert.equal(rounded(items['Firestore: deletes']), 0.00009);
  assert.equal(rounded(items['function: requests']), 0.012);
  // 100 s a day of one processor and half a GiB.
  assert.equal(rounded(items['function: processor']), 0.072);
  assert.equal(rounded(items['function: memory']), 0.00375);
  // Hosting forwards everything that the function sends.
  assert.equal(rounded(items['Hosting: data']), 0.15);
});
