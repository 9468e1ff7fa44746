import type { LocalDay } from '../../lib/dates';
import { useNow } from '../../ui/useNow';
import { useEvents } from '../events/eventQueries';
import { useFocusSessions } from '../focus/focusQueries';
import { useExternalEvents } from '../googleCalendar/calendarQueries';
import { useTasks } from '../tasks/taskQueries';
import { dayEvidence, type Evidence } from './dayEvidence';

/** What the person's records say of a day; nothing until all of them are there, or a draft would be half of one. */
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
      // Google isn't waited for: what comes later is added by drafting again.
      events: [...(events.data ?? []), ...externalEvents],
    },
    day,
    now,
  );
}
