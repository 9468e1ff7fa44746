import type { Task } from '@daymark/contract/task';
import type { LocalDay } from '../../lib/time/dates';

/**
 * Returns the day for which a task is planned, as seen on `day`. A daily task that was missed does not pile up, but
 * moves on with each day.
 */
export const plannedDayOn = (
  { plannedDay, repeat }: Pick<Task, 'plannedDay' | 'repeat'>,
  day: LocalDay,
): LocalDay | null =>
  repeat?.every === 'day' && plannedDay !== null && plannedDay < day ? day : plannedDay;
