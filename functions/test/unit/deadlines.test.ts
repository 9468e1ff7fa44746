import { expect, test, vi } from 'vitest';
import { BODY_ARRIVAL_MS, GOOGLE_DEADLINE_MS, REQUEST_DEADLINE_MS } from '../../src/deadlines';

// Use the production values, whatever other tests have set.
vi.hoisted(() => {
  for (const name of ['REQUEST_DEADLINE_MS', 'BODY_ARRIVAL_MS', 'GOOGLE_DEADLINE_MS'])
    delete process.env[name];
});

/** `timeoutSeconds` of src/index.ts, in ms. After this time, Google ends the request without our error sentence. */
const FUNCTION_TIMEOUT_MS = 60_000;

test('the time limits of a request add up to less than the function’s timeout', () => {
  expect([GOOGLE_DEADLINE_MS, REQUEST_DEADLINE_MS, BODY_ARRIVAL_MS]).toEqual([
    5_000, 8_000, 10_000,
  ]);
  expect(GOOGLE_DEADLINE_MS).toBeLessThan(REQUEST_DEADLINE_MS);
  // The session check has its own REQUEST_DEADLINE_MS.
  expect(REQUEST_DEADLINE_MS + BODY_ARRIVAL_MS + REQUEST_DEADLINE_MS).toBeLessThan(
    FUNCTION_TIMEOUT_MS,
  );
});
