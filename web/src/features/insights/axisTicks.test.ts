import { expect, test } from 'vitest';
import { COUNT_STEPS, evenTicks, HOUR_STEPS, labelStep } from './axisTicks';

test.each([
  [0, [0, 0.25]],
  [0.4, [0, 0.25, 0.5]],
  [1.5, [0, 0.5, 1, 1.5]],
  [3.2, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 25, 50, 75, 100]],
])('the ticks for up to %d hours are evenly spaced', (most, ticks) => {
  expect(evenTicks(most, HOUR_STEPS)).toEqual(ticks);
});

test('the ticks of counts are whole numbers', () => {
  expect(evenTicks(3, COUNT_STEPS)).toEqual([0, 1, 2, 3]);
  expect(evenTicks(9, COUNT_STEPS)).toEqual([0, 5, 10]);
});

test.each([
  [7, 2],
  [24, 4],
  [30, 5],
  [90, 15],
])('with %d labels, every %dth is written', (labels, step) => {
  expect(labelStep(labels)).toBe(step);
});
