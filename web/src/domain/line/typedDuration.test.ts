import fc from 'fast-check';
import { expect, it } from 'vitest';
import { durationText } from '../../lib/time/durationText';
import { typedDuration } from './typedDuration';

it.each([
  ['45', 45],
  ['45m', 45],
  ['45 min', 45],
  ['90 minutes', 90],
  ['1h 30m', 90],
  ['1h30', 90],
  ['1 hour', 60],
  ['2 hours', 120],
  ['1.5h', 90],
  ['1,5 h', 90],
  ['1:30', 90],
  ['0:05', 5],
  ['24h', 1440],
  ['  1H  ', 60],
  ['', null],
  ['   ', null],
  ['0', undefined],
  ['25h', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['1h 30x', undefined],
  ['1e3', undefined],
] as const)('“%s” is %s minutes', (typed, minutes) => {
  expect(typedDuration(typed)).toBe(minutes);
});

it('a duration that the app writes can be typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1440 }), (minutes) => {
      expect(typedDuration(durationText(minutes))).toBe(minutes);
    }),
  );
});
