import { localDay } from '../../lib/dates';
import type { ShownTask } from './taskQueries';

/** Today's priorities in their order: open ones, and those completed on the local today (`functions/src/tasks/priorities`). */
export function todaysPriorities(tasks: readonly ShownTask[], now: Date): ShownTask[] {
  const today = localDay(now);
  return tasks
    .filter(
      ({ isPriority, completed, completedAt }) =>
        isPriority &&
        // One completed without a time was ticked just now.
        (!completed || completedAt === null || localDay(new Date(completedAt)) === today),
    )
    .sort(byPlace);
}

function byPlace(a: ShownTask, b: ShownTask): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (
    (a.order ?? last) - (b.order ?? last) ||
    Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
    a.id - b.id
  );
}
