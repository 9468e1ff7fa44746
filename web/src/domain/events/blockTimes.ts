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

/* Time blocks are events with a `taskId` (design part 8). */

type Times = Pick<Event, 'start' | 'end'>;

const STEP_MS = STEP_MINUTES * MINUTE_MS;

/** A block's times. */
export const blockTimes = (start: Date, minutes: number): Times => ({
  start: localInstant(start),
  end: localInstant(new Date(start.getTime() + minutes * MINUTE_MS)),
});

/** How long the focus timer can run in a block: what is left of it. Undefined when it is over. */
export function focusMinutesOf(block: Times, now: Date): number | undefined {
  const { from, to } = eventSpan(block);
  const left = Math.floor((to - Math.max(from, now.getTime())) / MINUTE_MS);
  return left >= 1 ? Math.min(left, FOCUS_MINUTES_MAX) : undefined;
}

/** The longest session that the timer's settings allow. */
const FOCUS_MINUTES_MAX = 180;

/** The start of the next quarter of an hour of a day, in ms. */
function quarterFrom(day: LocalDay, from: number): number {
  const first = startOfDay(day).getTime();
  return first + Math.ceil((from - first) / STEP_MS) * STEP_MS;
}

/** The first day of which a quarter of an hour is left to begin a block: today, until shortly before midnight. */
export function firstDay(now: Date): LocalDay {
  const today = localDay(now);
  const tomorrow = addDays(today, 1);
  return quarterFrom(today, now.getTime()) < startOfDay(tomorrow).getTime() ? today : tomorrow;
}

/**
 * When a block of this length is proposed to begin on a day: at the first quarter of an hour from which it fits into the
 * day's gaps, otherwise at the first one of a gap. On a day without gaps, at the next quarter or, if that is on another day,
 * when the working hours begin.
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
