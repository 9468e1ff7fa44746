import type { LocalDay } from '../../lib/dates';
import { useNow } from '../../ui/useNow';
import { useEvents } from '../events/eventQueries';
import { useFocusSessions } from '../focus/focusQueries';
import { useExternalEvents } from '../googleCalendar/calendarQueries';
import { useTasks } from '../tasks/taskQueries';
import { dayEvidence, type Evidence } from './dayEvidence';

/** What the person did on a day; empty until all records have loaded, so that a draft is never incomplete. */
export function useDayEvidence(day: LocalDay): Evidence[] {
  const tasks = useTasks();
  const sessions = useFocusSessions();
  const events = useEvents();
  const { externalEvents } = useExternalEvents({ from: day, to: day });
  const now = useNow();
  if (tasks.isPending || sessions.isPending || events.isPending) return [];
  return dayEvidence(
    {
      tasks: tasks.data ?? [],
      sessions: sessions.data ?? [],
      // External events aren't waited for: drafting again adds those that arrive later.
      events: [...(events.data ?? []), ...externalEvents],
    },
    day,
    now,
  );
}
