import { expect, test } from 'vitest';
import { minutesOf } from './minutesText';

test.each([
  ['90', 90],
  ['45m', 45],
  ['45 min', 45],
  ['1h', 60],
  ['2 hours', 120],
  ['1.5h', 90],
  ['1,5 h', 90],
  ['1h 30m', 90],
  ['1h30', 90],
  ['1:30', 90],
  [' 0 ', 0],
])('“%s” is %i minutes', (typed, minutes) => {
  expect(minutesOf(typed)).toBe(minutes);
});

test.each(['', 'soon', 'h', '1:75', '-5', '1h 30s', '30m 1h'])('“%s” is no duration', (typed) => {
  expect(minutesOf(typed)).toBeUndefined();
});
