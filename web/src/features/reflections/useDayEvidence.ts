import type { LocalDay } from '../../lib/time/dates';
import { useNow } from '../../ui/hooks/useNow';
import { useEvents } from '../../records/events/eventQueries';
import { useFocusSessions } from '../../records/focus/focusQueries';
import { useExternalEvents } from '../../records/googleCalendar/calendarQueries';
import type { PlanAgainstDay } from '../../domain/reflections/planAgainstDay';
import { dayProgress, type DayProgress } from '../../domain/tasks/dayProgress';
import { useSteps, useTasks } from '../../records/tasks/taskQueries';
import { dayEvidence, type Evidence } from './dayEvidence';

const NO_PROGRESS = { done: 0, all: 0 };

/**
 * Returns what the person did and left over on a day, and the day's progress. Returns nothing until tasks, focus
 * sessions and the person's own events have loaded, so that a draft has all of them. `slipped` are the tasks of the kept
 * plan that were not done.
 */
export function useDayEvidence(
  day: LocalDay,
  slipped?: PlanAgainstDay['slipped'],
): {
  evidence: Evidence[];
  progress: Pick<DayProgress, 'done' | 'all'>;
} {
  const tasks = useTasks();
  const steps = useSteps();
  const sessions = useFocusSessions();
  const events = useEvents(day);
  const { externalEvents } = useExternalEvents({ from: day, to: day });
  const now = useNow();
  if (tasks.isPending || sessions.isPending || events.isPending)
    return { evidence: [], progress: NO_PROGRESS };
  const evidence = dayEvidence(
    {
      tasks: tasks.data ?? [],
      steps,
      sessions: sessions.data ?? [],
      // Doesn't wait for external events: drafting again adds those that arrive later.
      events: [...(events.data ?? []), ...externalEvents],
      slipped,
    },
    day,
    now,
  );
  const [progress = NO_PROGRESS] = dayProgress(tasks.data ?? [], [day], now);
  return { evidence, progress };
}
