import { expect, test } from 'vitest';
import { quoted } from './quoted';

test('what was typed is repeated in quotes, and of a long text only the beginning', () => {
  expect(quoted('budget')).toBe('“budget”');
  expect(quoted('a'.repeat(3_000))).toBe(`“${'a'.repeat(60)}…”`);
});
