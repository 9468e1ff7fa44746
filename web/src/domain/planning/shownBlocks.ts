import type { Event } from '@daymark/contract/event';
import {
  dayName,
  personsDay,
  startOfPersonsDay,
  timeText,
  type LocalDay,
} from '../../lib/time/dates';
import { eventSpan } from '../events/eventSpan';
import { briefTimes } from '../events/eventTimes';

/** The times of a task's block. */
export type Block = Pick<Event, 'start' | 'end'>;

/** The block that each task's row shows, by the task's id. */
export type ShownBlocks = ReadonlyMap<number, Block>;

/** Returns the block that each task's row shows: the next one that is not over, or else the last one of today. */
export function shownBlocks(
  events: readonly (Block & Pick<Event, 'taskId'>)[],
  now: Date,
): ShownBlocks {
  const midnight = startOfPersonsDay(personsDay(now)).getTime();
  const shown = new Map<number, Block>();
  for (const event of events) {
    if (event.taskId === null || eventSpan(event).to <= midnight) continue;
    const other = shown.get(event.taskId);
    if (!other || isShownBefore(event, other, now)) shown.set(event.taskId, event);
  }
  return shown;
}

/** Whether there is a block that is over. */
export const isBlockOver = (block: Block | undefined, now: Date): boolean =>
  block !== undefined && eventSpan(block).to <= now.getTime();

/** Whether the first block is the one to show of two blocks of a task. */
function isShownBefore(first: Block, second: Block, now: Date): boolean {
  const isOver = isBlockOver(first, now);
  if (isOver !== isBlockOver(second, now)) return !isOver;
  const isEarlier = eventSpan(first).from < eventSpan(second).from;
  return isOver ? !isEarlier : isEarlier;
}

/** Returns the day of a block. A block that has been running since yesterday is today's. */
export const dayOfBlock = (block: Block, today: LocalDay): LocalDay =>
  personsDay(new Date(Math.max(eventSpan(block).from, startOfPersonsDay(today).getTime())));

/** Returns a block's time as rows show it: "9:15 – 9:45 AM" for today and for `knownDay`, else "Tomorrow 9:15 AM". */
export function blockText(block: Block, today: LocalDay, knownDay: LocalDay | null = null): string {
  const day = dayOfBlock(block, today);
  if (day === today || day === knownDay) return briefTimes(block, day);
  return `${dayName(day, today)} ${timeText(new Date(block.start))}`;
}
