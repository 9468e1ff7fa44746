import { expect, it } from 'vitest';
import { greeting, longDate, longDateOf } from './dates';

it.each([
  [0, 0, 'Good morning'],
  [11, 59, 'Good morning'],
  [12, 0, 'Good afternoon'],
  [17, 59, 'Good afternoon'],
  [18, 0, 'Good evening'],
  [23, 59, 'Good evening'],
])('§1 at %d:%d the greeting is the one of its hour', (hours, minutes, text) => {
  expect(greeting(new Date(2026, 10, 20, hours, minutes, 59))).toBe(text);
});

it('§1 the subtitle shows the date as weekday, month, day', () => {
  expect(longDate(new Date(2026, 10, 20))).toBe('Friday, November 20');
  expect(longDate(new Date(2028, 1, 29, 23, 59))).toBe('Tuesday, February 29');
});

it('a day of another year says which', () => {
  const now = new Date(2026, 10, 20);
  expect(longDateOf(new Date(2026, 0, 1), now)).toBe('Thursday, January 1');
  expect(longDateOf(new Date(2025, 11, 31), now)).toBe('Wednesday, December 31, 2025');
});
