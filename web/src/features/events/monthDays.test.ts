import { expect, it } from 'vitest';
import { monthWeeks, sameMonth, WEEKDAYS, weekOf } from './monthDays';

it('§2 weekday headers are Su to Sa', () => {
  expect(WEEKDAYS.map(({ short }) => short).join(' ')).toBe('Su Mo Tu We Th Fr Sa');
});

it.each([
  ['2026-11-20', '2026-11-01', '2026-12-12'],
  ['2026-02-01', '2026-02-01', '2026-03-14'],
  ['2026-08-31', '2026-07-26', '2026-09-05'],
])('the month of %s is shown from %s to %s', (day, first, last) => {
  const weeks = monthWeeks(day);
  expect(weeks.flat()).toHaveLength(42);
  expect([weeks[0]![0], weeks[5]![6]]).toEqual([first, last]);
});

it('a week is from Sunday to Saturday, also where the clocks change', () => {
  expect(weekOf('2026-03-10')).toEqual(
    ['08', '09', '10', '11', '12', '13', '14'].map((day) => `2026-03-${day}`),
  );
  expect(sameMonth('2026-03-10', '2026-03-31')).toBe(true);
  expect(sameMonth('2026-03-10', '2025-03-10')).toBe(false);
});
