import { expect, test, vi } from 'vitest';
import { BODY_ARRIVAL_MS, GOOGLE_DEADLINE_MS, REQUEST_DEADLINE_MS } from '../../src/deadlines';

// As in production, whatever other tests have set.
vi.hoisted(() => {
  for (const name of ['REQUEST_DEADLINE_MS', 'BODY_ARRIVAL_MS', 'GOOGLE_DEADLINE_MS'])
    delete process.env[name];
});

/** `timeoutSeconds` in src/index.ts: then Google ends the request, without a sentence. */
const FUNCTION_TIMEOUT_MS = 60_000;

test('Google gets 5 seconds, a request 8, a body 10: together they end before the function is cut off', () => {
  expect([GOOGLE_DEADLINE_MS, REQUEST_DEADLINE_MS, BODY_ARRIVAL_MS]).toEqual([
    5_000, 8_000, 10_000,
  ]);
  expect(GOOGLE_DEADLINE_MS).toBeLessThan(REQUEST_DEADLINE_MS);
  // The session has a deadline of its own.
  expect(REQUEST_DEADLINE_MS + BODY_ARRIVAL_MS + REQUEST_DEADLINE_MS).toBeLessThan(
    FUNCTION_TIMEOUT_MS,
  );
});
