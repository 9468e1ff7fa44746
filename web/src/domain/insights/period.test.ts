import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { afterEach, expect, it } from 'vitest';
import { dateSettings } from '../../lib/time/dateSettings';
import { nameOfPeriod, periodBeside, periodErrors, periodIn, queryOfPeriod } from './period';

afterEach(() => dateSettings.set(DEFAULT_DATES));

/** A Friday. */
const TODAY = '2026-11-20';
const periodAt = (query: string) => periodIn(new URLSearchParams(query), TODAY);

it('weeks begin on the person’s first day of the week', () => {
  dateSettings.set({ ...DEFAULT_DATES, weekStart: 'monday' });
  expect(periodAt('week=this')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  dateSettings.set({ ...DEFAULT_DATES, weekStart: 'sunday' });
  expect(periodAt('week=last')).toEqual({ from: '2026-11-08', to: '2026-11-14' });
});

it('a number of days ends today', () => {
  expect(periodAt('days=7')).toEqual({ from: '2026-11-14', to: TODAY });
});

it('an address without a valid period shows the last 30 days', () => {
  const last30 = { from: '2026-10-22', to: TODAY };
  for (const query of [
    '',
    'days=8',
    'week=next',
    'from=2026-11-01',
    'from=2026-02-30&to=2026-03-02',
    'from=2026-11-10&to=2026-11-09',
    'from=2026-11-21&to=2026-11-22',
  ])
    expect(periodAt(query)).toEqual(last30);
});

it('any range of up to a year is in the address', () => {
  const range = { from: '2026-11-03', to: '2026-11-12' };
  expect(queryOfPeriod(range, TODAY)).toBe('from=2026-11-03&to=2026-11-12');
  expect(periodAt(queryOfPeriod(range, TODAY))).toEqual(range);
  expect(nameOfPeriod(range, TODAY)).toBeUndefined();
  expect(periodErrors({ from: '2024-01-01', to: '2024-12-31' }, TODAY)).toEqual({});
  expect(periodErrors({ from: '2025-11-19', to: TODAY }, TODAY)).toEqual({
    to: 'At most a year can be shown.',
  });
});

it('each wrong day has its own sentence', () => {
  const sentence = 'Please enter a date.';
  expect(periodErrors({ from: '', to: '' }, TODAY)).toEqual({ from: sentence, to: sentence });
  expect(periodErrors({ from: '2026-11-21', to: '2026-11-25' }, TODAY)).toEqual({
    from: 'This day is in the future.',
  });
  expect(periodErrors({ from: TODAY, to: '2026-11-19' }, TODAY)).toEqual({
    to: 'The last day is before the first day.',
  });
});

it('the arrows move by the length of the period, and not into the future', () => {
  dateSettings.set({ ...DEFAULT_DATES, weekStart: 'monday' });
  const lastWeek = periodAt('week=last');
  const thisWeek = periodBeside(lastWeek, 1, TODAY);
  expect(thisWeek && queryOfPeriod(thisWeek, TODAY)).toBe('week=this');
  expect(thisWeek && periodBeside(thisWeek, 1, TODAY)).toBeUndefined();
  expect(periodBeside({ from: '2026-11-18', to: TODAY }, -1, TODAY)).toEqual({
    from: '2026-11-15',
    to: '2026-11-17',
  });
});
