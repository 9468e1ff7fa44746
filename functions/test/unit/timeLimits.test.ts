import { expect, test, vi } from 'vitest';
import { BODY_ARRIVAL_MS, GOOGLE_TIME_LIMIT_MS, REQUEST_TIME_LIMIT_MS } from '../../src/timeLimits';

// Use the production values, whatever other tests have set.
vi.hoisted(() => {
  for (const name of ['REQUEST_TIME_LIMIT_MS', 'BODY_ARRIVAL_MS', 'GOOGLE_TIME_LIMIT_MS'])
    delete process.env[name];
});

/** `timeoutSeconds` of src/index.ts, in ms. After this time, Google ends the request without our error sentence. */
const FUNCTION_TIMEOUT_MS = 60_000;

test('the time limits of a request add up to less than the function’s timeout', () => {
  expect([GOOGLE_TIME_LIMIT_MS, REQUEST_TIME_LIMIT_MS, BODY_ARRIVAL_MS]).toEqual([
    5_000, 8_000, 10_000,
  ]);
  expect(GOOGLE_TIME_LIMIT_MS).toBeLessThan(REQUEST_TIME_LIMIT_MS);
  // The session check has its own REQUEST_TIME_LIMIT_MS.
  expect(REQUEST_TIME_LIMIT_MS + BODY_ARRIVAL_MS + REQUEST_TIME_LIMIT_MS).toBeLessThan(
    FUNCTION_TIMEOUT_MS,
  );
});
