import { expandEvents } from '@daymark/contract/repeats/occurrences';
import { useDeferredValue, useMemo } from 'react';
import { inLocalTimes } from '../../domain/events/allDay';
import type { DayRecords } from '../../domain/planning/pastDays';
import type { LocalDay } from '../../lib/time/dates';
import { useRecords } from '../../sync/useSync';
import { useWorkingHours } from '../settings/useWorkingHours';

/**
 * Returns what the free time of some days depends on, or undefined until it is loaded. Only the person's own events
 * count, on past days and on days to come, because each device would have to ask for half a year of Google's.
 */
export function useDayRecords(from: LocalDay, to: LocalDay): DayRecords | undefined {
  const { hours, isPending } = useWorkingHours();
  const { data } = useRecords('events');
  // A start shows the person's tasks first. The history comes in a later render.
  const events = useDeferredValue(data, undefined);
  return useMemo(
    () =>
      events && !isPending
        ? {
            events: expandEvents(events, { from, to }).map(inLocalTimes),
            hours,
          }
        : undefined,
    [events, from, to, hours, isPending],
  );
}
