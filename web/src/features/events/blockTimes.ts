import type { Event } from '@daymark/contract/event';
import type { WorkingTime } from '@daymark/contract/settings';
import {
  addDays,
  localInstant,
  startOfDay,
  timeOnDay,
  weekdayFromMonday,
  type LocalDay,
} from '../../lib/dates';
import { eventSpan } from '../../lib/eventSpan';
import { gapsIn, type TimeSpan } from '../../lib/timeSpans';
import { STEP_MINUTES } from './eventTimes';

/* Time blocks are events with a `taskId` (design part 8). */

type Times = Pick<Event, 'start' | 'end'>;

const MINUTE_MS = 60_000;
const STEP_MS = STEP_MINUTES * MINUTE_MS;

/** A block's length for a task about whose length nothing is known. */
const UNKNOWN_MINUTES = 30;

/** The length of a task's new block: what remains of its estimate, in quarters of an hour; without that, half an hour. */
export const blockMinutes = (remaining: number | null): number =>
  remaining === null || remaining <= 0
    ? UNKNOWN_MINUTES
    : Math.max(Math.round(remaining / STEP_MINUTES) * STEP_MINUTES, STEP_MINUTES);

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

/** A day's working hours, as the settings have them: Monday is first. Undefined on a day off. */
export function workingSpan(
  day: LocalDay,
  workingHours: readonly (WorkingTime | null)[],
): TimeSpan | undefined {
  const time = workingHours[weekdayFromMonday(day)];
  if (!time) return undefined;
  const at = (clock: string) => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number);
    return timeOnDay(day, hours * 60 + minutes).getTime();
  };
  return { from: at(time.start), to: at(time.end) };
}

/** The time within a day's working hours that nothing covers and that has not passed. */
export function freeSpans(
  working: TimeSpan | undefined,
  events: readonly Times[],
  now: Date,
): TimeSpan[] {
  if (!working) return [];
  const window = { from: Math.max(working.from, now.getTime()), to: working.to };
  return window.from < window.to ? gapsIn(window, events.map(eventSpan)) : [];
}

/**
 * When a block of this length is proposed to begin on a day: at the first quarter of an hour from which it fits into the
 * free time, otherwise at the first free one. On a day without free time, at the next quarter or, if that is on another
 * day, when the working hours begin.
 */
export function proposedStart(
  day: LocalDay,
  minutes: number,
  { working, events, now }: { working: TimeSpan | undefined; events: readonly Times[]; now: Date },
): Date {
  const quarter = (ms: number) => {
    const first = startOfDay(day).getTime();
    return first + Math.ceil((ms - first) / STEP_MS) * STEP_MS;
  };
  const starts = freeSpans(working, events, now)
    .map(({ from, to }) => ({ from: quarter(from), to }))
    .filter(({ from, to }) => to - from >= STEP_MS);
  const fitting = starts.find(({ from, to }) => to - from >= minutes * MINUTE_MS) ?? starts[0];
  if (fitting) return new Date(fitting.from);
  const next = quarter(now.getTime());
  if (next >= startOfDay(day).getTime() && next < startOfDay(addDays(day, 1)).getTime())
    return new Date(next);
  return new Date(working?.from ?? timeOnDay(day, 9 * 60));
}
