import type { Event } from '@daymark/contract/event';
import { MINUTE_MS } from '@daymark/contract/time/units';
import {
  addDays,
  localDay,
  localInstant,
  startOfDay,
  timeOnDay,
  type LocalDay,
} from '../../lib/time/dates';
import { eventSpan } from './eventSpan';
import type { TimeSpan } from '../../lib/time/timeSpans';
import { STEP_MINUTES } from './eventTimes';

/* Time blocks are events with a `taskId`. */

type Times = Pick<Event, 'start' | 'end'>;

const STEP_MS = STEP_MINUTES * MINUTE_MS;

/** Returns the times of a block that begins at `start`. */
export const blockTimes = (start: Date, minutes: number): Times => ({
  start: localInstant(start),
  end: localInstant(new Date(start.getTime() + minutes * MINUTE_MS)),
});

/**
 * Returns how long the focus timer can run in what is left of a block, in minutes, or undefined if less than a minute
 * is left.
 */
export function focusMinutesOf(block: Times, now: Date): number | undefined {
  const { from, to } = eventSpan(block);
  const left = Math.floor((to - Math.max(from, now.getTime())) / MINUTE_MS);
  return left >= 1 ? Math.min(left, FOCUS_MINUTES_MAX) : undefined;
}

/** Longest focus session that the timer's settings allow, in minutes. */
const FOCUS_MINUTES_MAX = 180;

/** Returns the first quarter of an hour of a day at or after `from`, in ms since 1970. */
function quarterFrom(day: LocalDay, from: number): number {
  const first = startOfDay(day).getTime();
  return first + Math.ceil((from - first) / STEP_MS) * STEP_MS;
}

/** Returns the first day on which a block can still begin: today, or tomorrow in the last minutes of today. */
export function firstDay(now: Date): LocalDay {
  const today = localDay(now);
  const tomorrow = addDays(today, 1);
  return quarterFrom(today, now.getTime()) < startOfDay(tomorrow).getTime() ? today : tomorrow;
}

/**
 * Returns the proposed start of a block of this length on a day. The start is the first quarter of an hour from which
 * the block fits into a gap, or else the first quarter in any gap. On a day without gaps, the start is the next quarter
 * from now. If the next quarter is on another day, the block begins with the working hours, or at 9:00 on a day off.
 */
export function proposedStart(
  day: LocalDay,
  minutes: number,
  { gaps, working, now }: { gaps: readonly TimeSpan[]; working: TimeSpan | undefined; now: Date },
): Date {
  const starts = gaps
    .map(({ from, to }) => ({ from: quarterFrom(day, from), to }))
    .filter(({ from, to }) => to - from >= STEP_MS);
  const fitting = starts.find(({ from, to }) => to - from >= minutes * MINUTE_MS) ?? starts[0];
  if (fitting) return new Date(fitting.from);
  const next = quarterFrom(day, now.getTime());
  if (next >= startOfDay(day).getTime() && next < startOfDay(addDays(day, 1)).getTime())
    return new Date(next);
  return new Date(working?.from ?? timeOnDay(day, 9 * 60));
}
