import { expect, test } from 'vitest';
import { countText, decimalText, numberText, percentText } from './numbers';

test('numbers, percentages and counts have one format each', () => {
  expect(numberText(10_204)).toBe('10,204');
  expect([0, 0.004, 0.42, 1].map(percentText)).toEqual(['0%', '0%', '42%', '100%']);
  expect([4, 3.25, 3.26].map(decimalText)).toEqual(['4.0', '3.3', '3.3']);
  expect([0, 1, 2, 1204].map((count) => countText(count, 'task'))).toEqual([
    '0 tasks',
    '1 task',
    '2 tasks',
    '1,204 tasks',
  ]);
  expect(countText(2, 'category', 'categories')).toBe('2 categories');
});

test('each number is formatted as Intl formats it in English (US)', () => {
  const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const oneDecimal = new Intl.NumberFormat('en-US', digits);
  for (const value of [0, 7, 99.4, 999, 999.5, 1000, 1204, 20_000, 999_999, 1_234_567, -1204])
    expect(numberText(value)).toBe(whole.format(value));
  for (let part = 0; part <= 300; part++)
    expect(percentText(part / 97)).toBe(percent.format(part / 97));
  for (let part = 0; part <= 3000; part += 7)
    expect(decimalText(part / 0.97)).toBe(oneDecimal.format(part / 0.97));
});
