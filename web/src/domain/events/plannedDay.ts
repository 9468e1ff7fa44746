import type { Event } from '@daymark/contract/event';
import { isOpen, type Task } from '@daymark/contract/task';
import { personsDay, startOfPersonsDay, type LocalDay } from '../../lib/time/dates';
import { eventSpan } from './eventSpan';

/**
 * Returns the new planned day of an open task that has these blocks: the day of the first block that is not over.
 * Returns undefined if the task is already planned for that day, if all blocks are over, or if the task is closed.
 */
export function plannedDayAfter(
  task: Pick<Task, 'completed' | 'skippedAt' | 'plannedDay'>,
  blocks: readonly Pick<Event, 'start' | 'end'>[],
  now: Date,
): LocalDay | undefined {
  if (!isOpen(task)) return undefined;
  const ahead = blocks.map(eventSpan).filter(({ to }) => to > now.getTime());
  if (ahead.length === 0) return undefined;
  const first = Math.min(...ahead.map(({ from }) => from));
  // A block that has been running since yesterday is today's.
  const day = personsDay(new Date(Math.max(first, startOfPersonsDay(personsDay(now)).getTime())));
  return day === task.plannedDay ? undefined : day;
}
