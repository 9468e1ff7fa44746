import { localDay, type LocalDay } from '../../lib/dates';
import { useNow } from '../../ui/useNow';
import { useEvents } from '../events/eventQueries';
import { useFocusSessions } from '../focus/focusQueries';
import { useExternalEvents } from '../googleCalendar/calendarQueries';
import { useTasks } from '../tasks/taskQueries';
import { dayEvidence, plannedOn, type Evidence } from './dayEvidence';

/**
 * What the person did and left over on a day, and how many tasks were planned for it. Empty until all records have
 * loaded, so that a draft is never incomplete.
 */
export function useDayEvidence(day: LocalDay): { evidence: Evidence[]; planned: number } {
  const tasks = useTasks();
  const sessions = useFocusSessions();
  const events = useEvents();
  const { externalEvents } = useExternalEvents({ from: day, to: day });
  const now = useNow();
  if (tasks.isPending || sessions.isPending || events.isPending)
    return { evidence: [], planned: 0 };
  const evidence = dayEvidence(
    {
      tasks: tasks.data ?? [],
      sessions: sessions.data ?? [],
      // External events aren't waited for: drafting again adds those that arrive later.
      events: [...(events.data ?? []), ...externalEvents],
    },
    day,
    now,
  );
  return { evidence, planned: plannedOn(tasks.data ?? [], day, localDay(now)).count };
}
