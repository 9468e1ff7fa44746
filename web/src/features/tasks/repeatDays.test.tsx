import { expect, test } from 'vitest';
import { HASH_OF_100_000, hashOfRepeats } from '@daymark/contract/test/seededRepeats';

test('the browser computes the same days as the server for 100,000 random rules and days', () => {
  expect(hashOfRepeats(100_000, 1)).toBe(HASH_OF_100_000);
});
