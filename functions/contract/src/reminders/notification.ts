import type { Event } from '../event';
import type { Task } from '../task';
import { MINUTE_MS } from '../time/units';
import type { EventReminder } from './eventReminders';

/** The actions of a notification, which work without opening Daymark, and their labels. */
export const REMINDER_ACTIONS = {
  done: 'Done',
  snooze: 'Snooze 10 min',
  focus: 'Start focus',
} as const;
export type ReminderAction = keyof typeof REMINDER_ACTIONS;

/** How long Snooze puts a reminder off, in ms. */
export const SNOOZE_MS = 10 * MINUTE_MS;

/** A notification as the server sends it and an open page shows it. */
export interface ReminderNotification {
  title: string;
  body: string;
  /** A notification takes the place of an earlier one with the same tag. Also the `Topic` of the message (RFC 8030). */
  tag: string;
  /** The address in Daymark that a click opens. */
  path: string;
  actions: readonly ReminderAction[];
  /** The records that the actions change. `recordId` is the event that stores a snooze: of an occurrence, its series. */
  recordId?: number;
  taskId?: number;
}

interface Options {
  hidesReminderTitles: boolean;
}

/** At most this many characters of a text are shown. A push message holds about 4,000 bytes (RFC 8030). */
const TEXT_MAX = 120;

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > TEXT_MAX ? `${characters.slice(0, TEXT_MAX - 1).join('')}…` : text;
}

/**
 * Returns the notification of an event. `stored` is the event's record, which is the series of an occurrence. A block
 * has the title of its `task`.
 */
export function eventNotification(
  stored: Pick<Event, 'id' | 'title' | 'place' | 'taskId'>,
  task: Pick<Task, 'title'> | undefined,
  { eventId, startMs }: Pick<EventReminder, 'eventId' | 'startMs'>,
  nowMs: number,
  { hidesReminderTitles }: Options,
): ReminderNotification {
  const { id, taskId, place } = stored;
  const title = shortened(task?.title ?? stored.title);
  const hidden = taskId === null ? 'An event begins' : 'A task is due';
  return {
    title: hidesReminderTitles ? hidden : title,
    body: [
      startText(startMs, nowMs),
      ...(place && !hidesReminderTitles ? [shortened(place)] : []),
    ].join(' · '),
    tag: `event-${eventId}`,
    path: taskId === null ? `/calendar?opens=${eventId}` : `/tasks?opens=${taskId}`,
    actions: taskId === null ? ['snooze'] : ['done', 'snooze', 'focus'],
    recordId: id,
    ...(taskId !== null && { taskId }),
  };
}

/** Returns when an event starts, seen from `nowMs`: "In 10 minutes", "Now" or "Started 3 minutes ago". */
export function startText(startMs: number, nowMs: number): string {
  const minutes = Math.round((startMs - nowMs) / MINUTE_MS);
  if (minutes === 0) return 'Now';
  const text = Math.abs(minutes) === 1 ? '1 minute' : `${Math.abs(minutes)} minutes`;
  return minutes > 0 ? `In ${text}` : `Started ${text} ago`;
}

/** At most this many titles are named in a digest. */
const NAMED_MAX = 3;

/** Returns the digest of the tasks whose deadline is today. There is at least one. */
export function deadlinesNotification(
  titles: readonly string[],
  { hidesReminderTitles }: Options,
): ReminderNotification {
  const named = titles.slice(0, NAMED_MAX).map(shortened);
  const more = titles.length - named.length;
  const body = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const count = `${titles.length} due today`;
  return {
    title: hidesReminderTitles ? count : `${count}: ${named[0]}`,
    body: hidesReminderTitles ? 'Open Daymark to see what.' : body,
    tag: 'deadlines',
    path: '/tasks?view=today',
    actions: [],
  };
}

/** The nudge to plan the day. */
export const PLAN_NOTIFICATION: ReminderNotification = {
  title: 'Plan your day',
  body: 'Nothing is planned for today yet.',
  tag: 'plan',
  path: '/today?plan',
  actions: [],
};

/** The nudge to write the day's reflection. */
export const REFLECT_NOTIFICATION: ReminderNotification = {
  title: 'How was your day?',
  body: 'Take a minute to reflect on it.',
  tag: 'reflect',
  path: '/reflection',
  actions: [],
};

/** The notification that the settings send as a test. */
export const TEST_NOTIFICATION: ReminderNotification = {
  title: 'Reminders work',
  body: 'This device gets your reminders.',
  tag: 'test',
  path: '/settings#notifications',
  actions: [],
};

/** The text of a push message, in the declarative form, which a browser can show without a service worker. */
export interface PushPayload {
  web_push: 8030;
  notification: {
    title: string;
    body: string;
    tag: string;
    lang: 'en';
    navigate: string;
    actions: { action: ReminderAction; title: string; navigate: string }[];
    data: PushData;
  };
  /** The service worker may show the notification itself, with actions that work without the app. */
  mutable: true;
}

/** The data with which the service worker acts. */
export interface PushData {
  userId: number;
  path: string;
  recordId?: number;
  taskId?: number;
}

/** Returns the push message of a notification. `site` is Daymark's address, or empty if it isn't known. */
export function pushPayload(
  { title, body, tag, path, actions, recordId, taskId }: ReminderNotification,
  userId: number,
  site: string,
): PushPayload {
  const navigate = `${site}${path}`;
  return {
    web_push: 8030,
    notification: {
      title,
      body,
      tag,
      lang: 'en',
      navigate,
      actions: actions.map((action) => ({ action, title: REMINDER_ACTIONS[action], navigate })),
      data: {
        userId,
        path,
        ...(recordId !== undefined && { recordId }),
        ...(taskId !== undefined && { taskId }),
      },
    },
    mutable: true,
  };
}
