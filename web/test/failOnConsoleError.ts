import { afterEach, beforeEach, expect, vi } from 'vitest';

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  expect(console.error, 'an unexpected console error fails the test').not.toHaveBeenCalled();
});
