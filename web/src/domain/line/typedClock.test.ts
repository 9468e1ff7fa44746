import { expect, test } from 'vitest';
import { isWholeClock, typedClock } from './typedClock';

test.each([
  ['9:30', 570],
  ['09:30', 570],
  ['9.30', 570],
  ['0930', 570],
  ['930', 570],
  ['9', 540],
  ['14', 840],
  ['2:15 pm', 855],
  ['0215PM', 855],
  ['2 p.m.', 840],
  ['12am', 0],
  ['12 PM', 720],
  ['24:00', 0],
  [' 00:00 ', 0],
])('“%s” is a time', (typed, minutes) => {
  expect(typedClock(typed)).toBe(minutes);
});

test.each(['', 'soon', '25', '9:60', '24:30', '13 pm', '0am', '9:3', '12345', '9 30 1'])(
  '“%s” is not a time',
  (typed) => expect(typedClock(typed)).toBeUndefined(),
);

test('a time is complete if it has minutes or says AM or PM', () => {
  expect(['1', '14', '14:3', '14:30', '2pm', '930'].map(isWholeClock)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});
