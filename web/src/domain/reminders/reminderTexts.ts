import {
  REMINDER_MINUTES,
  type ReminderMinutes,
} from '@daymark/contract/reminders/reminderSettings';
import type { DeviceReminders } from '@daymark/contract/reminders/pushSubscription';
import { addDays, localDay, monthDay } from '../../lib/time/dates';

/** Returns when a reminder comes: "At the start", "10 minutes before". */
export const minutesBefore = (minutes: ReminderMinutes): string =>
  minutes === 0 ? 'At the start' : minutes === 60 ? '1 hour before' : `${minutes} minutes before`;

/** The times before an event that a person can choose, with their labels. */
export const REMINDER_CHOICES = REMINDER_MINUTES.map((minutes) => ({
  value: minutes,
  label: minutesBefore(minutes),
}));

/**
 * Returns what became of the last message to a device: "Delivered today", "Failed yesterday". Names no time, because the
 * server records one delivery a day.
 */
export function deliveryText({ lastDelivery }: DeviceReminders, now: Date): string {
  if (!lastDelivery) return 'Nothing sent yet';
  const { at, outcome } = lastDelivery;
  return `${outcome === 'delivered' ? 'Delivered' : 'Failed'} ${dayText(new Date(at), now)}`;
}

function dayText(at: Date, now: Date): string {
  const [day, today] = [localDay(at), localDay(now)];
  // The server's clock may be ahead.
  if (day >= today) return 'today';
  return day === addDays(today, -1) ? 'yesterday' : `on ${monthDay(at)}`;
}
