import { expandEvents } from '@daymark/contract/repeats/occurrences';
import { useDeferredValue, useMemo } from 'react';
import { inLocalTimes } from '../../domain/events/allDay';
import { BUDGET_DAYS_MAX, dayBudget, type DayBudget } from '../../domain/planning/dayBudget';
import { freeOf, HISTORY_DAYS, pastDays, type PastDay } from '../../domain/planning/pastDays';
import { addDays, localDay, type LocalDay } from '../../lib/time/dates';
import { useRecords } from '../../sync/useSync';
import { useWorkingHours } from '../settings/useWorkingHours';

/**
 * Returns the person's own events, with series expanded on these days. Google's events don't count in budgets, on the
 * day in question or in the past, because each device would have to ask for half a year of them.
 */
function useOwnEvents(from: LocalDay, to: LocalDay) {
  const { data } = useRecords('events');
  // A start shows the person's tasks first, and the history in a later render.
  const events = useDeferredValue(data, undefined);
  return useMemo(
    () => events && expandEvents(events, { from, to }).map(inLocalTimes),
    [events, from, to],
  );
}

/** Returns the person's working days up to yesterday, the latest first, or undefined until the records are loaded. */
export function usePastDays(now: Date): readonly PastDay[] | undefined {
  const today = localDay(now);
  const { hours, isPending } = useWorkingHours();
  const { data } = useRecords('focusSessions');
  const sessions = useDeferredValue(data, undefined);
  const events = useOwnEvents(addDays(today, -HISTORY_DAYS), addDays(today, -1));
  return useMemo(
    () =>
      sessions && events && !isPending
        ? pastDays({ sessions, events, hours, isOff: isNeverOff }, today, BUDGET_DAYS_MAX)
        : undefined,
    [sessions, events, hours, isPending, today],
  );
}

const isNeverOff = () => false;

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
  const { hours } = useWorkingHours();
  const events = useOwnEvents(from, to);
  return useMemo(() => {
    const budgets = new Map<LocalDay, DayBudget>();
    if (!past || !events) return budgets;
    const freeOn = freeOf({ events, hours, isOff: isNeverOff });
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const budget = dayBudget(past, freeOn(day) ?? 0);
      if (budget) budgets.set(day, budget);
    }
    return budgets;
  }, [past, events, hours, from, to]);
}

/** Returns how much the person usually gets done on a day like `day`, as `useDayBudgets` does. */
export const useDayBudget = (day: LocalDay, now: Date): DayBudget | undefined =>
  useDayBudgets(day, day, now).get(day);
