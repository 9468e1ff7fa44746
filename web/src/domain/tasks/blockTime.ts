import type { Event } from '@daymark/contract/event';
import { isOpen, type BlockTime, type Task } from '@daymark/contract/task';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { clockText } from '../../lib/time/clockText';
import { minutesAfterMidnight } from '../../lib/time/dates';
import { eventSpan } from '../events/eventSpan';

const DAY_MINUTES = 1440;

type Times = Pick<Event, 'start' | 'end'>;

/**
 * Returns the block time of a start in minutes after midnight and a length in ms. The length is at least a minute and
 * at most a day.
 */
export const blockTimeFrom = (startMinutes: number, lengthMs: number): BlockTime => ({
  start: clockText(startMinutes),
  minutes: Math.min(Math.max(Math.round(lengthMs / MINUTE_MS), 1), DAY_MINUTES),
});

/** Returns the block time of a block. */
export function blockTimeOf(times: Times): BlockTime {
  const { from, to } = eventSpan(times);
  return blockTimeFrom(minutesAfterMidnight(new Date(from)), to - from);
}

/** Whether later tasks of an open task's series get a block. */
export const hasBlockTime = (task: Task): boolean =>
  isOpen(task) && task.repeat !== null && task.blockTime !== null;

/** Whether two blocks have the same clock time and length, on whatever days. */
export function hasSameBlockTime(one: Times, other: Times): boolean {
  const [first, second] = [blockTimeOf(one), blockTimeOf(other)];
  return first.start === second.start && first.minutes === second.minutes;
}

/** Whether a block has another clock time or length than its series. Returns false if the series has no time. */
export function differsFromSeries({ blockTime }: Pick<Task, 'blockTime'>, times: Times): boolean {
  if (blockTime === null) return false;
  const { start, minutes } = blockTimeOf(times);
  return start !== blockTime.start || minutes !== blockTime.minutes;
}
