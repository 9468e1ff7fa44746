import { afterEach, beforeEach, expect, vi } from 'vitest';

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  // Without this call, the next file would be loaded in the time zone of this test.
  vi.unstubAllEnvs();
  expect(console.error, 'an unexpected console error fails the test').not.toHaveBeenCalled();
});
