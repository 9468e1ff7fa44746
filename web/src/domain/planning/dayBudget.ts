import { countText } from '../../lib/text/numbers';
import { rangeOf, type Range } from '../statistics/range';
import { rangeText, roughDuration } from '../statistics/rangeText';
import type { PastDay } from './pastDays';

/** How much focus a person usually gets done on a day, in minutes. `count` is the number of days that it comes from. */
export type DayBudget = Range;

/** At least this many days are needed for a budget. */
export const BUDGET_DAYS_MIN = 10;

/** At most this many days make a budget, the latest ones. */
export const BUDGET_DAYS_MAX = 60;

/**
 * Added to the free time of both days before they are compared, in minutes. Less free time then means less focus, but
 * not in proportion, and a past day with hardly any free time can't make a huge ratio.
 */
const STEADY_MINUTES = 480;

/**
 * Returns how much a person usually gets done on a day with `free` minutes of free time, all of the day's working hours
 * counted. `past` has the latest day first. A day without focus doesn't count: the person was away, or didn't use the
 * timer. Returns undefined with too few days, and without free time.
 */
export function dayBudget(past: readonly PastDay[], free: number): DayBudget | undefined {
  const days = past.filter(({ focused }) => focused >= 1).slice(0, BUDGET_DAYS_MAX);
  if (days.length < BUDGET_DAYS_MIN || free <= 0) return undefined;
  return rangeOf(days.map((day) => focusScaled(day, free)));
}

/** Returns how much focus a past day would have had with `free` minutes of free time, in minutes. */
export const focusScaled = (past: PastDay, free: number): number =>
  past.focused * ((free + STEADY_MINUTES) / (past.free + STEADY_MINUTES));

/**
 * Returns how many more minutes can honestly be planned for a day: what is left of its free time, or of its budget
 * after the focus so far, whichever is less.
 */
export const honestMinutes = (
  budget: DayBudget | undefined,
  freeLeft: number,
  focused: number,
): number => (budget ? Math.min(freeLeft, Math.max(0, budget.median - focused)) : freeLeft);

/**
 * Returns the sentences about a budget: "You usually get 3h 10m done on a day like this (2h 20m to 4h, from 24 days)."
 * Devices don't have Google's events of half a year, so the text says that they are left out.
 */
export const budgetText = (budget: DayBudget): string =>
  `You usually get ${roughDuration(budget.median)} done on a day like this (${rangeText(budget)}, from ${countText(budget.count, 'day')}). This leaves out events in Google Calendar.`;

/** Returns the text about a budget beside a day's capacity: "usually 3h 10m (2h 20m to 4h, 24 days)". */
export const shortBudgetText = (budget: DayBudget): string =>
  `usually ${roughDuration(budget.median)} (${rangeText(budget)}, ${countText(budget.count, 'day')})`;

/** Returns the text about a budget in a narrow column: "usually 2h 20m to 4h, 24 days". */
export const columnBudgetText = (budget: DayBudget): string =>
  `usually ${rangeText(budget)}, ${countText(budget.count, 'day')}`;
