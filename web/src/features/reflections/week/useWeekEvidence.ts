import { useMemo } from 'react';
import { addDays, type LocalDay } from '../../../lib/time/dates';
import { weekEvidence, type WeekEvidence } from '../../../domain/reflections/weekEvidence';
import { useCategories } from '../../../records/categories/categoryQueries';
import { useEvents } from '../../../records/events/eventQueries';
import { useFocusSessions } from '../../../records/focus/focusQueries';
import { useExternalEvents } from '../../../records/googleCalendar/calendarQueries';
import { useSteps, useTaskRecords, useTasks } from '../../../records/tasks/taskQueries';
import { useRecords } from '../../../sync/useSync';
import { useNow } from '../../../ui/hooks/useNow';

/**
 * Returns what the records say about the week that begins on a day. Returns undefined until the person's own records
 * have loaded, so that a draft has all of them.
 */
export function useWeekEvidence(day: LocalDay): WeekEvidence | undefined {
  const last = addDays(day, 6);
  const now = useNow();
  const tasks = useTasks().data;
  const allTasks = useTaskRecords().data;
  const steps = useSteps();
  const sessions = useFocusSessions().data;
  const categories = useCategories().data;
  const goals = useRecords('goals').data;
  const plans = useRecords('dayPlans').data;
  const events = useEvents(day, last).data;
  const { events: google, externalEvents } = useExternalEvents({ from: day, to: last });
  const hasExternal = google.data !== undefined;
  // The React Compiler doesn't memoize this, and there can be thousands of records.
  return useMemo(
    () =>
      tasks && allTasks && sessions && categories && goals && plans && events
        ? weekEvidence(
            {
              tasks,
              allTasks,
              steps,
              sessions,
              categories,
              goals,
              plans,
              events: [...events, ...externalEvents],
              hasExternal,
            },
            day,
            now,
          )
        : undefined,
    [
      tasks,
      allTasks,
      steps,
      sessions,
      categories,
      goals,
      plans,
      events,
      externalEvents,
      hasExternal,
      day,
      now,
    ],
  );
}
