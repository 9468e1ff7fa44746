import { useDeferredValue, useMemo } from 'react';
import { BUDGET_DAYS_MAX, dayBudget, type DayBudget } from '../../domain/planning/dayBudget';
import { freeOf, HISTORY_DAYS, pastDays, type PastDay } from '../../domain/planning/pastDays';
import { addDays, personsDay, type LocalDay } from '../../lib/time/dates';
import { useRecords } from '../../sync/useSync';
import { useDayRecords } from './useDayRecords';

/** Returns the person's working days up to yesterday, the latest first, or undefined until the records are loaded. */
function usePastDays(now: Date): readonly PastDay[] | undefined {
  const today = personsDay(now);
  const { data } = useRecords('focusSessions');
  const sessions = useDeferredValue(data, undefined);
  const days = useDayRecords(addDays(today, -HISTORY_DAYS), addDays(today, -1));
  return useMemo(
    () => sessions && days && pastDays({ ...days, sessions }, today, BUDGET_DAYS_MAX),
    [sessions, days, today],
  );
}

/**
 * Returns how much the person usually gets done on days like those from `from` to `to`, by day. The map has no entry for
 * a day off. It is empty until the records are loaded, and with too few days behind the person.
 */
export function useDayBudgets(
  from: LocalDay,
  to: LocalDay,
  now: Date,
): ReadonlyMap<LocalDay, DayBudget> {
  const past = usePastDays(now);
  const days = useDayRecords(from, to);
  return useMemo(() => {
    const budgets = new Map<LocalDay, DayBudget>();
    if (!past || !days) return budgets;
    const freeOn = freeOf(days);
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const budget = dayBudget(past, freeOn(day) ?? 0);
      if (budget) budgets.set(day, budget);
    }
    return budgets;
  }, [past, days, from, to]);
}

/** Returns how much the person usually gets done on a day like `day`, as `useDayBudgets` does. */
export const useDayBudget = (day: LocalDay, now: Date): DayBudget | undefined =>
  useDayBudgets(day, day, now).get(day);
