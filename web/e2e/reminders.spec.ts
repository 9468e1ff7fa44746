import type { Event } from '@daymark/contract/event';
import {
  eventNotification,
  pushPayload,
  type ReminderAction,
  type ReminderNotification,
} from '@daymark/contract/reminders/notification';
import type { Settings } from '@daymark/contract/settings';
import type { Task } from '@daymark/contract/task';
import type { BrowserContext, Page } from '@playwright/test';
import {
  expect,
  heading,
  settleForOffline,
  signUp,
  taskRow,
  test,
  WITH_NOTIFICATIONS,
} from './fixtures';

const MINUTE = 60_000;
const TITLE = 'Write the report';
/** The ids that `signUp` gives to the first task and the first event. */
const ID = 1001;

test.use({
  ...WITH_NOTIFICATIONS,
  // Without a network every request is an error, and Firestore's SDK tries to reach Google.
  expectedErrors: /Failed to load resource|ERR_INTERNET|Content Security Policy|Failed to fetch/,
});

/** The parts of a service worker's scope that the tests use. */
interface Scope extends EventTarget {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: object) => globalThis.Event;
}

/** The reminder of the task's block. */
const reminder = (startMs: number): ReminderNotification =>
  eventNotification(
    { id: ID, title: '', place: null, taskId: ID },
    { title: TITLE },
    { eventId: ID, startMs },
    startMs - 5 * MINUTE,
    { hidesReminderTitles: false },
  );

/** Opens /tasks for a new person who has a task with a block that begins in 5 minutes. */
async function openTasksWithBlock(page: Page, context: BrowserContext) {
  const startMs = Date.now() + 5 * MINUTE;
  const [start, end] = [startMs, startMs + 30 * MINUTE].map((ms) => new Date(ms).toISOString());
  await signUp(page, {
    tasks: [{ title: TITLE }],
    events: [{ title: TITLE, start: start!, end: end!, taskId: ID }],
  });
  await settleForOffline(page);
  await page.clock.resume();
  const userId = await page.evaluate(() => globalThis.daymarkSync.userId);
  return { userId, reminder: reminder(startMs), ...(await browserOf(page, context)) };
}

/**
 * Returns functions that act on the service worker in place of the browser: `push` delivers the text of a push message,
 * as a push service would, `deliver` delivers any text, and `sync` runs a background sync. The first two resolve once a
 * notification is shown.
 */
async function browserOf(page: Page, context: BrowserContext) {
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await devTools.send('ServiceWorker.enable');
  const worker = { origin: new URL(page.url()).origin, registrationId: await registered };
  const deliver = async (data: string) => {
    const isShown = await nextShown(context);
    await devTools.send('ServiceWorker.deliverPushMessage', { ...worker, data });
    await isShown();
  };
  return {
    push: (notification: ReminderNotification, userId: number) =>
      deliver(JSON.stringify(pushPayload(notification, userId, ''))),
    deliver,
    sync: (tag: string) =>
      devTools.send('ServiceWorker.dispatchSyncEvent', { ...worker, tag, lastChance: false }),
  };
}

const workerOf = (context: BrowserContext) => {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no service worker.');
  return worker;
};

/**
 * Watches for the next notification of the service worker. Returns a function that resolves once it is shown. Chromium
 * leaves a notification out of its list if it is asked for the list while the notification is being shown.
 */
async function nextShown(context: BrowserContext): Promise<() => Promise<void>> {
  const watched = await workerOf(context).evaluateHandle(() => {
    const { registration } = globalThis as unknown as Scope;
    const { showNotification } = registration;
    const isShown = new Promise<void>((resolve, reject) => {
      registration.showNotification = (...given) => {
        registration.showNotification = showNotification;
        const showing = showNotification.apply(registration, given);
        void showing.then(resolve, reject);
        return showing;
      };
    });
    return { isShown };
  });
  return () => watched.evaluate(({ isShown }) => isShown);
}

/** Returns the notifications that are shown: title, text and the actions. */
const shown = (context: BrowserContext) =>
  workerOf(context).evaluate(async () => {
    const { registration } = globalThis as unknown as Scope;
    return (await registration.getNotifications()).map((one) => ({
      title: one.title,
      body: one.body,
      actions: (one as unknown as { actions: { title: string }[] }).actions.map(
        ({ title }) => title,
      ),
    }));
  });

/**
 * Clicks the shown notifications or one of their actions as often as `times`, and waits for what the service worker
 * does. Windows can't be opened, because no person has clicked.
 */
const click = (context: BrowserContext, action: ReminderAction | '' = '', times = 1) =>
  workerOf(context).evaluate(
    async ([name, count]) => {
      const scope = globalThis as unknown as Scope;
      const works: Promise<unknown>[] = [];
      for (const notification of await scope.registration.getNotifications())
        for (let done = 0; done < count; done++) {
          const event = new scope.NotificationEvent('notificationclick', {
            notification,
            action: name,
          });
          const waitUntil = (work: Promise<unknown>) => works.push(work);
          Object.defineProperty(event, 'waitUntil', { value: waitUntil });
          scope.dispatchEvent(event);
        }
      await Promise.all(works);
    },
    [action, times] as const,
  );

/** Returns what the server has at an address. */
const onServer = <Reply>(page: Page, path: string): Promise<Reply> =>
  page.evaluate(async (url) => (await fetch(url)).json() as Promise<Reply>, path);

const isCompleted = async (page: Page) =>
  (await onServer<Task[]>(page, '/api/tasks')).find(({ id }) => id === ID)?.completed;

/** The notification of a push for someone whose records this browser doesn't have. */
const OF_ANOTHER = {
  title: 'Daymark has a reminder',
  body: 'It is for another account.',
  actions: [],
};

test('a push is shown with its texts and actions', async ({ page, context }) => {
  const { userId, reminder: block, push } = await openTasksWithBlock(page, context);
  await push(block, userId);
  // Chromium shows the first two actions.
  const one = { title: TITLE, body: 'In 5 minutes', actions: ['Done', 'Snooze 10 min'] };
  expect(await shown(context)).toEqual([one]);

  await test.step('a repeat takes its place', async () => {
    await push({ ...block, body: 'Now' }, userId);
    expect(await shown(context)).toEqual([{ ...one, body: 'Now' }]);
  });

  await test.step('a push for another account doesn’t show its texts', async () => {
    await click(context);
    await push(block, userId + 1);
    expect(await shown(context)).toEqual([OF_ANOTHER]);
  });
});

test('a click opens the record in the open tab, without loading the page again', async ({
  page,
  context,
}) => {
  const { userId, reminder: block, push } = await openTasksWithBlock(page, context);
  await page.getByRole('link', { name: 'Notes' }).click();
  await expect(heading(page, 'Notes')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await push(block, userId);
  expect(await shown(context)).toHaveLength(1);
  await click(context);
  await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible();
  await expect(page).toHaveURL(/\/tasks$/);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await shown(context)).toEqual([]);
});

test('Done, Snooze and Start focus do their work, and an open tab shows it', async ({
  page,
  context,
}) => {
  const { userId, reminder: block, push } = await openTasksWithBlock(page, context);
  const act = async (action: ReminderAction, times = 1) => {
    await push(block, userId);
    expect(await shown(context)).toHaveLength(1);
    await click(context, action, times);
    // Success says nothing.
    expect(await shown(context)).toEqual([]);
  };

  await test.step('Snooze', async () => {
    const before = Date.now();
    await act('snooze', 2);
    const [event] = await onServer<Event[]>(page, '/api/events');
    expect(Date.parse(event?.snoozedUntil ?? '')).toBeGreaterThan(before + 9 * MINUTE);
  });

  await test.step('Start focus', async () => {
    await act('focus');
    await expect(page).toHaveURL(/\/focus$/);
    const timer = page.getByLabel('Focus timer');
    await expect(timer.getByRole('button', { name: 'Pause' })).toBeVisible();
    const settings = await onServer<Settings>(page, '/api/settings');
    expect(settings.timer).toMatchObject({ taskId: ID, run: { isRunning: true } });
  });

  await test.step('Done', async () => {
    await page.getByRole('link', { name: 'Tasks' }).click();
    await expect(taskRow(page, TITLE)).toBeVisible();
    await act('done', 2);
    expect(await isCompleted(page)).toBe(true);
    await expect(page.getByRole('checkbox', { name: TITLE })).toBeChecked();
  });
});

test('Done works offline with no tab open, and the next tab sends it once', async ({
  page,
  context,
}) => {
  const { userId, reminder: block, push } = await openTasksWithBlock(page, context);
  await push(block, userId);
  expect(await shown(context)).toHaveLength(1);
  await page.goto('about:blank');
  await context.setOffline(true);
  await click(context, 'done', 2);
  expect(await shown(context)).toEqual([]);

  const sent: number[] = [];
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === `/api/tasks/${ID}`) sent.push(response.status());
  });
  await page.goto('/tasks');
  await expect(page.getByRole('checkbox', { name: TITLE })).toBeChecked();
  // The task is completed, and its block is deleted.
  await expect(page.getByText('Offline · 2 changes waiting')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => isCompleted(page)).toBe(true);
  expect(sent).toEqual([200]);
});

test('without a tab, background sync sends what was done offline', async ({ page, context }) => {
  const { userId, reminder: block, push, sync } = await openTasksWithBlock(page, context);
  await push(block, userId);
  expect(await shown(context)).toHaveLength(1);
  await page.goto('about:blank');
  await context.setOffline(true);
  await click(context, 'done');
  await context.setOffline(false);
  await sync(`daymark.outbox.${userId}`);
  const tasks = async () => (await (await context.request.get('/api/tasks')).json()) as Task[];
  await expect.poll(tasks).toMatchObject([{ id: ID, completed: true }]);
});

test('after a logout, a push shows nothing of the person', async ({ page, context }) => {
  const { userId, reminder: block, push } = await openTasksWithBlock(page, context);
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
  // The toast appears in the page that is loaded after the records have been deleted.
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await push(block, userId);
  expect(await shown(context)).toEqual([OF_ANOTHER]);
});

test('once the session has ended, an action asks to sign in', async ({ page, context }) => {
  const { userId, reminder: block, push } = await openTasksWithBlock(page, context);
  await push(block, userId);
  expect(await shown(context)).toHaveLength(1);
  await page.goto('about:blank');
  await context.clearCookies();
  await click(context, 'done');
  const titles = (await shown(context)).map(({ title }) => title);
  expect(titles).toEqual(['Sign in to Daymark to do this.']);
});

/** A browser's subscription at the stand-in for a push service. */
interface Subscribed {
  endpoint: string;
  keys: object;
}

/** Calls an action of the stand-in for a push service. */
async function standIn<Reply>(action: string, what: object = {}): Promise<Reply> {
  const reply = await fetch(`${process.env.PUSH_STAND_IN_URL}/_state`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ do: action, ...what }),
  });
  if (!reply.ok) throw new Error(`${action}: ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

/**
 * Lets the page subscribe at the stand-in, because Chromium can't subscribe without Google's service. Returns a function
 * that returns the browser's subscription.
 */
async function subscribeAtStandIn(context: BrowserContext): Promise<() => Subscribed | undefined> {
  let current: Subscribed | undefined;
  await context.exposeFunction('atStandIn', async (action: string, serverKey?: string) => {
    if (action === 'subscribe') current = await standIn<Subscribed>('subscribe', { serverKey });
    if (action === 'unsubscribe') current = undefined;
    return current && { ...current, serverKey };
  });
  await context.addInitScript(() => {
    const { atStandIn } = window as unknown as {
      atStandIn: (action: string, key?: string) => Promise<Subscribed | undefined>;
    };
    const KEY = 'test.serverKey';
    const bytes = (key: string) =>
      Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))
        .buffer;
    const subscription = (made: Subscribed | undefined) =>
      made && {
        endpoint: made.endpoint,
        options: { applicationServerKey: bytes(localStorage.getItem(KEY) ?? '') },
        toJSON: () => made,
        unsubscribe: async () => !(await atStandIn('unsubscribe')),
      };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription(await atStandIn('get')) ?? null,
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        localStorage.setItem(KEY, applicationServerKey);
        return subscription(await atStandIn('subscribe', applicationServerKey));
      },
    });
  });
  return () => current;
}

/** Signs up a new person who turns reminders on in this browser. */
async function turnOnReminders(page: Page, context: BrowserContext) {
  const subscription = await subscribeAtStandIn(context);
  const person = await signUp(page);
  await settleForOffline(page);
  await page.clock.resume();
  await page.goto('/settings');
  // The box is ticked once the server knows the subscription.
  await page.getByRole('checkbox', { name: 'Reminders in this browser' }).click();
  await expect.poll(() => subscription()?.endpoint).toBeDefined();
  const { endpoint = '' } = subscription() ?? {};
  await expect.poll(() => isOnServer(endpoint)).toBe(true);
  return { person, subscription, endpoint };
}

/** Whether the server has a subscription of anyone. */
async function isOnServer(endpoint: string): Promise<boolean> {
  const { FIRESTORE_EMULATOR_HOST: host, GCLOUD_PROJECT: project } = process.env;
  const documents = `http://${host}/v1/projects/${project}/databases/(default)/documents`;
  const reply = await fetch(`${documents}/reminders?pageSize=300`, {
    headers: { Authorization: 'Bearer owner' },
  });
  return (await reply.text()).includes(endpoint);
}

test('a reminder comes from the server to the worker, encrypted on its way', async ({
  page,
  context,
}) => {
  const { endpoint } = await turnOnReminders(page, context);
  const { deliver } = await browserOf(page, context);
  const startMs = Date.now() + 5 * MINUTE + 2_000;
  await page.evaluate(
    ([start, end]) =>
      daymarkSync.mutate({
        kind: 'create',
        collection: 'events',
        record: { id: 5, title: 'Meet the plumber', start, end, reminder: 5 } as never,
      }),
    [startMs, startMs + 30 * MINUTE].map((ms) => new Date(ms).toISOString()),
  );
  const arrived = async () => {
    await standIn('sendReminders');
    return standIn<{ text: string }[]>('arrived', { endpoint });
  };
  await expect.poll(arrived).toHaveLength(1);
  const [message] = await arrived();
  await deliver(message?.text ?? '');
  await expect
    .poll(() => shown(context))
    .toEqual([{ title: 'Meet the plumber', body: 'In 5 minutes', actions: ['Snooze 10 min'] }]);
});

test('logout ends the subscription on the server and in the browser', async ({ page, context }) => {
  const { subscription, endpoint } = await turnOnReminders(page, context);
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect.poll(() => isOnServer(endpoint)).toBe(false);
  await expect.poll(subscription).toBeUndefined();
});

test('sign-out on another device ends the subscription', async ({ page, context, playwright }) => {
  const { person, subscription, endpoint } = await turnOnReminders(page, context);
  const other = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  const { email, password } = person;
  await other.post('/api/login', { data: { email, password } });
  const data = { thisDevice: false, apiTokens: false, calendarFeed: false };
  expect((await other.post('/api/devices/sign-out', { data })).ok()).toBe(true);
  await expect.poll(() => isOnServer(endpoint)).toBe(false);
  await page.goto('/tasks');
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(subscription).toBeUndefined();
  await other.dispose();
});

test('the deletion of the account ends the subscription', async ({ page, context }) => {
  const { person, subscription, endpoint } = await turnOnReminders(page, context);
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Type your name').fill(person.username);
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => isOnServer(endpoint)).toBe(false);
  await expect.poll(subscription).toBeUndefined();
});
