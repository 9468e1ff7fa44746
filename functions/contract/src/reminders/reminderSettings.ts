import * as z from 'zod/mini';

/** How many minutes before an event a reminder may arrive. 0 is the event's start. */
export const REMINDER_MINUTES = [0, 5, 10, 15, 30, 60] as const;
export type ReminderMinutes = (typeof REMINDER_MINUTES)[number];

export const ReminderMinutes = z.literal(REMINDER_MINUTES, 'Must be 0, 5, 10, 15, 30 or 60');

/**
 * The reminders that a person gets (product §9). Each kind has a separate field, so that devices that change different kinds
 * offline don't overwrite each other.
 */
export const ReminderSettings = z.object({
  /** Blocks and own events. */
  remindsOfEvents: z.boolean(),
  /** How many minutes before an event, unless the event says otherwise. */
  reminderMinutes: ReminderMinutes,
  /** The tasks whose deadline is today, when the working hours begin. */
  remindsOfDeadlines: z.boolean(),
  /** The end of a focus session or a break. */
  remindsOfTimer: z.boolean(),
  /** When the working hours begin and nothing is planned for the day. */
  remindsToPlan: z.boolean(),
  /** When the working hours end and the day has no reflection. */
  remindsToReflect: z.boolean(),
  /** Whether notifications leave out what the person wrote. */
  hidesReminderTitles: z.boolean(),
});
export type ReminderSettings = z.infer<typeof ReminderSettings>;

/** The reminders until a person changes them. */
export const DEFAULT_REMINDERS = {
  remindsOfEvents: true,
  reminderMinutes: 0,
  remindsOfDeadlines: true,
  remindsOfTimer: true,
  remindsToPlan: false,
  remindsToReflect: false,
  hidesReminderTitles: false,
} satisfies ReminderSettings;
