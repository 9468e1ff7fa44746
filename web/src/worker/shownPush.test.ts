import {
  deadlinesNotification,
  eventNotification,
  pushPayload,
} from '@daymark/contract/reminders/notification';
import { expect, it } from 'vitest';
import { dataOf, shownPush } from './shownPush';

const START = Date.parse('2026-11-20T09:00:00Z');
const BLOCK = eventNotification(
  { id: 12, title: '', place: null, taskId: 34 },
  { title: 'Write the report' },
  { eventId: 12, startMs: START },
  START - 600_000,
  { hidesReminderTitles: false },
);
const textOf = (notification = BLOCK) => JSON.stringify(pushPayload(notification, 7, ''));
const hasPerson = (person: number) => (userId: number) => Promise.resolve(userId === person);

it('a push is shown with its texts, its actions and its data', async () => {
  const { title, options } = await shownPush(textOf(), hasPerson(7));
  expect(title).toBe('Write the report');
  expect(options).toMatchObject({ body: 'In 10 minutes', tag: 'event-12', lang: 'en' });
  expect(options.actions?.map((one) => one.title)).toEqual([
    'Done',
    'Snooze 10 min',
    'Start focus',
  ]);
  expect(options.data).toEqual({ userId: 7, path: '/tasks?opens=34', recordId: 12, taskId: 34 });
});

it('a repeat makes no second sound', async () => {
  expect((await shownPush(textOf(), hasPerson(7))).options.renotify).toBe(false);
});

it('a digest is shown without actions', async () => {
  const digest = deadlinesNotification(['Pay rent'], { hidesReminderTitles: false });
  const { title, options } = await shownPush(textOf(digest), hasPerson(7));
  expect([title, options.actions]).toEqual(['1 due today: Pay rent', []]);
});

it.each([undefined, '', 'hello', '{}', '{"web_push":8030,"notification":{"title":"Hi"}}'])(
  'a push that can’t be read is shown as a reminder: %s',
  async (text) => {
    const { title, options } = await shownPush(text, hasPerson(7));
    expect(title).toBe('Daymark has a reminder');
    expect(dataOf({ data: options.data })).toBeUndefined();
  },
);

it('a push for another account shows nothing of that account', async () => {
  const shown = await shownPush(textOf(), hasPerson(8));
  expect(JSON.stringify(shown)).not.toMatch(/report|34|12/);
  expect(shown.options.body).toBe('It is for another account.');
});

it('a notification that the browser has made of a declarative message is shown the same way', async () => {
  const { notification } = pushPayload(BLOCK, 7, 'https://daymark.example');
  const made = notification as unknown as Notification;
  expect(await shownPush(made, hasPerson(7))).toEqual(await shownPush(textOf(), hasPerson(7)));
});
