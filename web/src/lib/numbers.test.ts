import { expect, test } from 'vitest';
import { countText, decimalText, numberText, percentText } from './numbers';

test('numbers, percentages and counts are written one way', () => {
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
