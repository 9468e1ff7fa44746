import type { Event } from '../event';
import type { Reflection } from '../reflection';
import type { Settings } from '../settings';
import { isOpen, type Task } from '../task';
import { DAY_MS, HOUR_MS } from '../time/units';

/** No reminder of an event is of use for longer than this after it was due, in ms. */
export const EVENT_OF_USE_MS = 2 * HOUR_MS;

/** No daily reminder is of use for longer than this after it was due, in ms. */
export const DAILY_OF_USE_MS = 2 * DAY_MS;

/**
 * Returns the latest reminder that is due later than `afterMs` and not later than `nowMs`, or undefined if there is none
 * or if it is of no use any more. `nextAfter` returns the first reminder after a moment.
 */
export function latestDue<R extends { at: number; expiresMs: number }>(
  nextAfter: (ms: number) => R | undefined,
  afterMs: number,
  nowMs: number,
): R | undefined {
  let latest: R | undefined;
  for (let next = nextAfter(afterMs); next && next.at <= nowMs; next = nextAfter(next.at))
    latest = next;
  return latest && latest.expiresMs > nowMs ? latest : undefined;
}

/** Whether there is nothing left to remind of, because a time block's task is done or the person works on it. */
export function needsNoReminder(
  { taskId }: Pick<Event, 'taskId'>,
  task: Task | undefined,
  { timer }: Pick<Settings, 'timer'>,
  nowMs: number,
): boolean {
  if (taskId === null) return false;
  if (!task || !isOpen(task)) return true;
  const run = timer?.mode === 'focus' && timer.taskId === taskId ? timer.run : null;
  return run?.isRunning === true && run.at + run.leftMs > nowMs;
}

/** Whether a day's reflection has an answer. */
export const isReflected = (reflection: Reflection | undefined): boolean =>
  Boolean(
    reflection?.accomplishments ||
    reflection?.challenges ||
    reflection?.tomorrowFocus ||
    reflection?.productivityRating,
  );
