import { topThree } from '@daymark/contract/topThree';
import { personsDay } from '../../lib/time/dates';
import type { ShownTask } from '../shownRecords';

/** Returns the tasks that are in the Top 3 now, in their order. */
export function todaysPriorities(tasks: readonly ShownTask[], now: Date): ShownTask[] {
  const today = personsDay(now);
  return topThree(tasks, (moment) => personsDay(new Date(moment)) === today);
}
