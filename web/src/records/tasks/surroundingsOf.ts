import type { Surroundings } from '../../domain/tasks/taskRequests';
import { personsDay } from '../../lib/time/dates';
import type { Sync } from '../../sync/createSync';

/** Returns the facts that a change of a task needs to know, as they are now. */
export function surroundingsOf(sync: Sync): Surroundings {
  const now = sync.now();
  return {
    tasks: sync.records('tasks').data ?? [],
    events: sync.records('events').data ?? [],
    today: personsDay(now),
    now,
  };
}
