import { HOUR_MS } from '@daymark/contract/time/units';
import { useMemo } from 'react';
import { HISTORY_DAYS } from '../../domain/planning/pastDays';
import { PROMISE_DAYS, promises, type Promises } from '../../domain/planning/promises';
import { taskTree } from '../../domain/tasks/taskTree';
import { addDays, personsDay } from '../../lib/time/dates';
import { useRecords } from '../../sync/useSync';
import { upcomingDays, useExternalEvents } from '../googleCalendar/calendarQueries';
import { useDayRecords } from './useDayRecords';

/**
 * Returns the dates that can be promised for open tasks, or undefined until the records are loaded. The dates are
 * computed once an hour, and when records change.
 */
export function usePromises(now: Date): Promises | undefined {
  const today = personsDay(now);
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const tasks = useRecords('tasks').data;
  const sessions = useRecords('focusSessions').data;
  const days = useDayRecords(addDays(today, -HISTORY_DAYS), addDays(today, PROMISE_DAYS));
  const { externalEvents } = useExternalEvents(upcomingDays(today));
  return useMemo(
    () =>
      tasks && sessions && days
        ? promises({
            ...taskTree(tasks),
            sessions,
            days,
            allDays: { ...days, events: [...days.events, ...externalEvents] },
            now: new Date(hour * HOUR_MS),
          })
        : undefined,
    [tasks, sessions, days, externalEvents, hour],
  );
}
