import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { afterEach, expect, it } from 'vitest';
import { dateSettings } from '../../../lib/time/dateSettings';
import { monthWeeks, sameMonth, weekdayHeaders, weekOf } from './monthDays';

afterEach(() => dateSettings.set(DEFAULT_DATES));
const headers = () =>
  weekdayHeaders()
    .map(({ short }) => short)
    .join(' ');

it('weekday headers are Su to Sa', () => {
  expect(headers()).toBe('Su Mo Tu We Th Fr Sa');
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

it('a week is from Sunday to Saturday, even when the clocks change', () => {
  expect(weekOf('2026-03-10')).toEqual(
    ['08', '09', '10', '11', '12', '13', '14'].map((day) => `2026-03-${day}`),
  );
  expect(sameMonth('2026-03-10', '2026-03-31')).toBe(true);
  expect(sameMonth('2026-03-10', '2025-03-10')).toBe(false);
});

it.each([
  ['monday', 'Mo Tu We Th Fr Sa Su', '2026-10-26', '2026-12-06'],
  ['saturday', 'Sa Su Mo Tu We Th Fr', '2026-10-31', '2026-12-11'],
] as const)('weeks can begin on %s', (weekStart, names, first, last) => {
  dateSettings.set({ ...DEFAULT_DATES, weekStart });
  expect(headers()).toBe(names);
  const weeks = monthWeeks('2026-11-20');
  expect(weeks.flat()).toHaveLength(42);
  expect([weeks[0]![0], weeks[5]![6]]).toEqual([first, last]);
});
