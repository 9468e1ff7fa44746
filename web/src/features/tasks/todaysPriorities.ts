import { priorityKey } from '@daymark/contract/task';
import { localDay } from '../../lib/dates';
import type { ShownTask } from './taskQueries';

/** Today's priorities, sorted: open ones and those completed today. `functions/src/tasks/priorities` counts the same. */
export function todaysPriorities(tasks: readonly ShownTask[], now: Date): ShownTask[] {
  const today = localDay(now);
  return tasks
    .filter(
      ({ isPriority, completed, completedAt }) =>
        isPriority &&
        // Without a time it was ticked just now, and the server hasn't set the time yet.
        (!completed || completedAt === null || localDay(new Date(completedAt)) === today),
    )
    .sort(byOrder);
}

function byOrder(a: ShownTask, b: ShownTask): number {
  const [first, second] = [priorityKey(a), priorityKey(b)];
  if (first !== second) return first < second ? -1 : 1;
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}
