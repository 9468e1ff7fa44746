import type { Event } from '@daymark/contract/event';
import { EVENT_OF_USE_MS, latestDue } from '@daymark/contract/reminders/dueRules';
import { nextEventReminder, type EventReminder } from '@daymark/contract/reminders/eventReminders';
import type { Settings } from '@daymark/contract/settings';

/**
 * Returns the latest of an event's reminders that is due and still of use, or undefined if there is none. `remindAt` is
 * the stored moment. Earlier reminders have been handled.
 */
export function dueReminder(
  event: Event,
  { remindsOfEvents, reminderMinutes }: Settings,
  remindAt: number,
  nowMs: number,
): EventReminder | undefined {
  if (!remindsOfEvents) return undefined;
  return latestDue(
    (ms) => nextEventReminder(event, reminderMinutes, ms),
    Math.max(remindAt - 1, nowMs - EVENT_OF_USE_MS),
    nowMs,
  );
}

/** Returns when an event reminds next after a moment, in ms, or null. */
export const nextRemindAt = (
  event: Event,
  { remindsOfEvents, reminderMinutes }: Settings,
  afterMs: number,
): number | null =>
  (remindsOfEvents && nextEventReminder(event, reminderMinutes, afterMs)?.at) || null;
