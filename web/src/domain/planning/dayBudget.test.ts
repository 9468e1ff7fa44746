import { expect, it } from 'vitest';
import { budgetText, dayBudget, honestMinutes, shortBudgetText } from './dayBudget';
import type { PastDay } from './pastDays';

const days = (count: number, about: Partial<PastDay> = {}): PastDay[] =>
  Array.from({ length: count }, () => ({ day: '2026-11-19', focused: 180, free: 480, ...about }));

it('a budget is the median of the past days with its range and count', () => {
  const past = [100, 120, 140, 160, 180, 200, 220, 240, 260].flatMap((focused) =>
    days(1, { focused }),
  );
  expect(dayBudget(past, 480)).toBeUndefined();
  expect(dayBudget([...past, ...days(1, { focused: 280 })], 480)).toEqual({
    low: 102,
    median: 190,
    high: 278,
    count: 10,
  });
});

it('only the 60 latest days count', () => {
  const budget = dayBudget([...days(60), ...days(40, { focused: 600 })], 480);
  expect(budget).toEqual({ low: 180, median: 180, high: 180, count: 60 });
});

it('past days without focus don’t count', () => {
  const away = days(30, { focused: 0 });
  expect(dayBudget([...away, ...days(12)], 480)).toMatchObject({ median: 180, count: 12 });
  expect(dayBudget([...away, ...days(9)], 480)).toBeUndefined();
});

it('a day with less free time has a smaller budget', () => {
  expect(dayBudget(days(20), 240)?.median).toBe(135);
  expect(dayBudget(days(20, { free: 240 }), 480)?.median).toBe(240);
});

it('a past day without free time doesn’t blow the budget up', () => {
  expect(dayBudget(days(20, { free: 0 }), 480)?.median).toBe(360);
});

it('a day without free time has no budget', () => {
  expect(dayBudget(days(20), 0)).toBeUndefined();
});

it('the smaller of budget and free time can be planned, less the focus so far', () => {
  const budget = { low: 140, median: 190, high: 240, count: 24 };
  expect(honestMinutes(budget, 300, 0)).toBe(190);
  expect(honestMinutes(budget, 300, 60)).toBe(130);
  expect(honestMinutes(budget, 100, 60)).toBe(100);
  expect(honestMinutes(budget, 100, 250)).toBe(0);
  expect(honestMinutes(undefined, 300, 60)).toBe(300);
});

it('a budget is said with its range and its count', () => {
  const budget = { low: 142, median: 188.4, high: 238, count: 24 };
  expect(budgetText(budget)).toBe(
    'You usually get 3h 10m done on a day like this (2h 20m to 4h, from 24 days). This leaves out events in Google Calendar.',
  );
  expect(shortBudgetText(budget)).toBe('usually 3h 10m (2h 20m to 4h, 24 days)');
  expect(shortBudgetText({ low: 30, median: 30, high: 31, count: 10 })).toBe(
    'usually 30m (30m, 10 days)',
  );
});
