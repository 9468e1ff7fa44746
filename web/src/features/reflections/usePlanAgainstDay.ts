import { useMemo } from 'react';
import { planAgainstDay, type PlanAgainstDay } from '../../domain/reflections/planAgainstDay';
import { useEvents } from '../../records/events/eventQueries';
import { useFocusSessions } from '../../records/focus/focusQueries';
import { useExternalEvents } from '../../records/googleCalendar/calendarQueries';
import { useKeptPlan } from '../../records/planning/dayPlanQueries';
import { useSteps, useTaskRecords } from '../../records/tasks/taskQueries';
import { useNow } from '../../ui/hooks/useNow';
import type { LocalDay } from '../../lib/time/dates';

/** Returns a day's kept plan compared with the day, or undefined without a plan or until the records are loaded. */
export function usePlanAgainstDay(day: LocalDay): PlanAgainstDay | undefined {
  const plan = useKeptPlan(day);
  const tasks = useTaskRecords();
  const steps = useSteps();
  const sessions = useFocusSessions();
  const own = useEvents(day);
  const { events: google, externalEvents } = useExternalEvents({ from: day, to: day });
  const now = useNow();
  const isPending = tasks.isPending || sessions.isPending || own.isPending;
  const hasExternal = google.data !== undefined;
  // The React Compiler doesn't memoize this, and there can be thousands of records.
  return useMemo(
    () =>
      !plan || isPending
        ? undefined
        : planAgainstDay(
            plan,
            {
              tasks: tasks.data ?? [],
              steps,
              sessions: sessions.data ?? [],
              events: [...(own.data ?? []), ...externalEvents],
              hasExternal,
            },
            day,
            now,
          ),
    [
      plan,
      isPending,
      tasks.data,
      steps,
      sessions.data,
      own.data,
      externalEvents,
      hasExternal,
      day,
      now,
    ],
  );
}
