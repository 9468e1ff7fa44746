import { expect, it } from 'vitest';
import { durationText, plainDuration } from './durationText';

it.each([
  [0, '0m'],
  [-1, '0m'],
  [0.99, '0m'],
  [1, '1m'],
  [59, '59m'],
  [59.99, '59m'],
  [60, '1h 0m'],
  [61, '1h 1m'],
  [135, '2h 15m'],
  [1440, '24h 0m'],
])('%d minutes are displayed as %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});

it.each([
  [45, '45m'],
  [60, '1h'],
  [90, '1h 30m'],
])('%i minutes are written down as %s', (minutes, text) => {
  expect(plainDuration(minutes)).toBe(text);
});
