import { expect, test } from 'vitest';
import { lookUpFor } from '../../src/http/limits/requestRate';
import type { Ports } from '../../src/ports';
import { NO_LIMITS } from '../../src/users/attemptLimits';

const now = new Date('2026-11-20T08:00:00Z');
const ports = {
  attemptLimits: { ...NO_LIMITS, guesses: [1, 60] },
  now: () => now,
} as unknown as Ports;

/** Returns whether an address may still look up something that doesn't exist. */
const guess = (address: string) =>
  lookUpFor(
    address,
    ports,
  )(() => Promise.resolve(undefined)).then(
    () => true,
    () => false,
  );

test('the counters remember 50,000 addresses and then forget the first address', async () => {
  expect(await guess('first')).toBe(true);
  expect(await guess('first')).toBe(false);
  for (let number = 1; number < 50_000; number++) await guess(`address ${number}`);
  expect(await guess('first')).toBe(false);
  await guess('one more');
  expect(await guess('first')).toBe(true);
});

test('a look-up that fails is not counted', async () => {
  const fails = () => lookUpFor('unlucky', ports)(() => Promise.reject(new Error('down')));
  for (let times = 0; times < 3; times++) await expect(fails()).rejects.toThrow('down');
  expect(await guess('unlucky')).toBe(true);
});
