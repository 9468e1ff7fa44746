import { expect, test } from 'vitest';
import { quoted } from './quoted';

test('typed text is quoted, and cut if it is long', () => {
  expect(quoted('budget')).toBe('“budget”');
  expect(quoted('a'.repeat(3_000))).toBe(`“${'a'.repeat(60)}…”`);
});
