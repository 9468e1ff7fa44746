import { EVENT_TITLE_MAX, PLACE_MAX } from '@daymark/contract/event';
import {
  deadlinesNotification,
  eventNotification,
  pushPayload,
  type ReminderNotification,
} from '@daymark/contract/reminders/notification';
import { TASK_TITLE_MAX } from '@daymark/contract/task';
import { expect, test } from 'vitest';

/** The bytes of a text that fit into a push message of 4,096 bytes with its encryption (RFC 8291). */
const BYTES_MAX = 3993;

const SHOWN = { hidesReminderTitles: false };
const ID = Number.MAX_SAFE_INTEGER;

const bytesOf = (notification: ReminderNotification) =>
  Buffer.byteLength(JSON.stringify(pushPayload(notification, ID, 'https://daymark.app')));

test.each(['🌿', '\u0001', 'ü'])(
  'a block with the longest texts of %j fits into a push message',
  (one) => {
    const event = {
      id: ID,
      title: one.repeat(EVENT_TITLE_MAX),
      place: one.repeat(PLACE_MAX),
      taskId: ID,
    };
    const task = { title: one.repeat(TASK_TITLE_MAX) };
    const notification = eventNotification(event, task, { eventId: ID, startMs: 0 }, 0, SHOWN);
    expect(bytesOf(notification)).toBeLessThanOrEqual(BYTES_MAX);
    expect(notification.title).toBe(`${one.repeat(119)}…`);
  },
);

test.each(['🌿', '\u0001', 'ü'])(
  'a digest of the longest titles of %j fits into a push message',
  (one) => {
    const titles = Array.from({ length: 1000 }, () => one.repeat(TASK_TITLE_MAX));
    expect(bytesOf(deadlinesNotification(titles, SHOWN))).toBeLessThanOrEqual(BYTES_MAX);
  },
);
