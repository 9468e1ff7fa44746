import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import {
  addTask,
  addTaskUnsaved,
  allSaved,
  expect,
  collectErrors,
  openTasks,
  settle,
  settleAndListen,
  settleForOffline,
  signUp,
  skipQuietSeconds,
  taskRow,
  test,
  toast,
} from './fixtures';
import type { ScreenPath } from '../src/lib/screens';

// Without a network, every request logs an error in the console, and Firestore's SDK tries to reach Google.
test.use({
  expectedErrors:
    /Failed to load resource|ERR_INTERNET|Content Security Policy|Failed to fetch|tasks create/,
});

const SCREENS = {
  '/today': /^Good /,
  '/focus': 'Focus Time',
  '/calendar': 'Calendar',
  '/notes': 'Notes',
  '/reflection': 'Daily Reflection',
  '/insights': 'Insights',
  '/settings': 'Settings',
  '/tasks': 'Task Management',
} as const satisfies Record<ScreenPath, unknown>;

/** Collects the addresses of the API that the page requests from now on. */
function apiRequests(page: Page) {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) urls.push(request.url());
  });
  return urls;
}

/** Returns for how many people this browser stores data. */
const keptDatabases = (page: Page) =>
  page.evaluate(
    async () =>
      (await indexedDB.databases()).filter(({ name }) => name?.startsWith('daymark.')).length,
  );

/** Returns the collections as the screens show them. */
const shown = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      (
        [
          'tasks',
          'categories',
          'events',
          'settings',
          'reflections',
          'notes',
          'focusSessions',
        ] as const
      ).map((name) => [name, globalThis.daymarkSync.records(name).data]),
    ),
  );

/** Returns the same collections as the server has them. */
const onServer = (page: Page) =>
  page.evaluate(async () => {
    const get = async (path: string): Promise<unknown> => (await fetch(path)).json();
    return {
      tasks: await get('/api/tasks'),
      categories: await get('/api/categories'),
      events: await get('/api/events'),
      settings: [await get('/api/settings')],
      reflections: await get('/api/reflections/days'),
      notes: await get('/api/notes'),
      focusSessions: await get('/api/focus-sessions'),
    };
  });

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('every screen opens offline, and changes made offline survive a restart and are sent later', async ({
    baseURL,
    launchOptions,
    expectedErrors,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'daymark-browser-'));
    const open = async () => {
      const opened = await chromium.launchPersistentContext(folder, {
        ...launchOptions,
        ...(baseURL && { baseURL }),
      });
      return { context: opened, page: await opened.newPage() };
    };
    let { context, page } = await open();
    const errors: string[] = [];
    collectErrors(page, errors, expectedErrors);
    try {
      const person = await signUp(page, { tasks: [{ title: 'Kept for the train' }] });
      await settleForOffline(page);

      await context.setOffline(true);
      for (const [path, name] of Object.entries(SCREENS))
        await test.step(`${path} opens offline`, async () => {
          await page.goto(path);
          await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
          await expect(page.getByRole('alert')).toHaveCount(0);
          await expect(page.getByText('Offline', { exact: true })).toBeVisible();
        });

      await test.step('changes made offline survive a restart of the browser', async () => {
        await expect(taskRow(page, 'Kept for the train')).toBeVisible();
        const count = await page.evaluate(work);
        const waiting = `Offline · ${count} changes waiting`;
        await expect(page.getByText(waiting)).toBeVisible();
        await page.evaluate(() => daymarkSync.stored());
        const before = await shown(page);
        await context.close();

        ({ context, page } = await open());
        collectErrors(page, errors, expectedErrors);
        await context.setOffline(true);
        await page.goto('/tasks');
        await expect(taskRow(page, 'Renamed offline')).toBeVisible();
        await expect(page.getByText(waiting)).toBeVisible();
        await expect(toast(page)).toHaveCount(0);
        await page.evaluate(() => globalThis.daymarkSync.start());
        expect(await shown(page)).toEqual(before);
      });

      await test.step('once the network is back, the server has the records that the screens show', async () => {
        await context.setOffline(false);
        await allSaved(page);
        const [screen, server] = [await shown(page), await onServer(page)];
        expect(screen).toEqual(server);
        expect(server.tasks).toMatchObject([
          { title: 'Renamed offline', completed: true },
          { title: 'Kept for the train', completed: true },
        ]);
      });

      await test.step('changes that wait when the session ends are sent after the next sign-in', async () => {
        await context.setOffline(true);
        await addTaskUnsaved(page, 'Still mine');
        await page.evaluate(() => daymarkSync.stored());
        await page.reload();
        await expect(taskRow(page, 'Still mine')).toBeVisible();
        await context.clearCookies();
        await context.setOffline(false);
        await expect(page).toHaveURL(/\/login$/);
        await page.getByLabel('Email').fill(person.email);
        await page.getByLabel('Password').fill(person.password);
        await page.getByRole('button', { name: 'Login', exact: true }).click();
        await expect(page).toHaveURL(/\/today$/);
        await expect
          .poll(async () => (await onServer(page)).tasks)
          .toContainEqual(expect.objectContaining({ title: 'Still mine' }));
      });
    } finally {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    }
    expect(errors, 'an unexpected console error fails the test').toEqual([]);
  });
  test('a new version is offered, not forced, and keeps changes that are still being stored', async ({
    browser,
    baseURL,
  }) => {
    let version = 1;
    const proxy = await startProxy(baseURL, (path) =>
      path === '/serviceWorker.js' ? { appended: `\n// version ${version}` } : {},
    );
    const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'allow' });
    const page = await context.newPage();
    await signUp(page);
    await settleForOffline(page);
    // The page that registers the first worker is not controlled by it, but the next page is.
    await openTasks(page);
    await skipQuietSeconds(page);
    version = 2;
    const reload = page.getByRole('button', { name: 'Reload to update' });
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(reload).toBeVisible();
    await context.setOffline(true);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.dismiss();
    });
    await occupyOutbox(page, 2_000);
    await addTaskUnsaved(page, 'Waits through the update');
    await Promise.all([page.waitForEvent('load'), reload.click()]);
    await expect(taskRow(page, 'Waits through the update')).toBeVisible();
    const isWaiting = async () => !!(await navigator.serviceWorker.getRegistration())?.waiting;
    await expect.poll(() => page.evaluate(isWaiting), 'the new version took over').toBe(false);
    expect(dialogs, 'the browser asks nothing').toEqual([]);
    await context.setOffline(false);
    await allSaved(page);
    expect((await onServer(page)).tasks).toMatchObject([{ title: 'Waits through the update' }]);
    await context.close();
    proxy.stop();
  });
});

/** Keeps the outbox on disk busy for this many ms, as a slow disk would. */
async function occupyOutbox(page: Page, forMs: number): Promise<void> {
  await page.evaluate((durationMs) => {
    const opening = indexedDB.open(`daymark.${globalThis.daymarkSync.userId}`);
    opening.onsuccess = () => {
      const db = opening.result;
      const outbox = db.transaction('outbox', 'readwrite').objectStore('outbox');
      const end = Date.now() + durationMs;
      const occupy = () => {
        if (Date.now() > end) db.close();
        else outbox.count().onsuccess = occupy;
      };
      occupy();
    };
  }, forMs);
}

/** Makes creates, updates and deletes in seven collections in the page. Returns their number. */
function work(): number {
  const sync = globalThis.daymarkSync;
  const userId = sync.userId;
  const now = sync.now().toISOString();
  const moment = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
  const newTask = { completed: false, completedAt: null, order: null, isPriority: false };
  const focusSession = {
    mode: 'focus' as const,
    note: null,
    taskId: null,
    plannedSeconds: 1500,
    actualSeconds: 1500,
    completed: true,
  };
  const requests = [
    {
      kind: 'create',
      collection: 'tasks',
      record: {
        ...newTask,
        id: 1,
        userId,
        title: 'Written offline',
        categoryId: 1,
        createdAt: now,
      },
    },
    { kind: 'update', collection: 'tasks', id: 1, fields: { title: 'Renamed offline' } },
    { kind: 'update', collection: 'tasks', id: 1, fields: { completed: true } },
    { kind: 'update', collection: 'tasks', id: 1001, fields: { completed: true } },
    {
      kind: 'create',
      collection: 'tasks',
      record: { ...newTask, id: 2, userId, title: 'A mistake', categoryId: null, createdAt: now },
    },
    { kind: 'delete', collection: 'tasks', id: 2 },
    { kind: 'update', collection: 'categories', id: 2, fields: { name: 'Errands' } },
    {
      kind: 'create',
      collection: 'events',
      record: {
        id: 3,
        userId,
        title: 'Lunch',
        start: moment(12),
        end: moment(13),
        color: null,
        googleEventId: null,
        days: null,
      },
    },
    { kind: 'update', collection: 'events', id: 3, fields: { end: moment(14) } },
    {
      kind: 'create',
      collection: 'notes',
      record: { id: 4, userId, title: 'Idea', content: 'A draft', createdAt: now, updatedAt: now },
    },
    {
      kind: 'update',
      collection: 'reflections',
      id: 20261120,
      fields: { date: '2026-11-20T00:00:00+00:00', challenges: 'No network' },
    },
    { kind: 'update', collection: 'settings', id: 1, fields: { focusDuration: 40 } },
    {
      kind: 'create',
      collection: 'focusSessions',
      record: { ...focusSession, id: 5, userId, start: moment(9), end: moment(10) },
    },
  ] as const;
  for (const request of requests) sync.mutate(request);
  return requests.length;
}

test('the first response of a start brings the changes and the token for live updates', async ({
  page,
}) => {
  await signUp(page);
  await settle(page);
  const asked = apiRequests(page);
  await settleAndListen(page);
  const [changes, ...more] = asked.filter((url) => /changes|live/.test(url));
  expect(changes).toContain('live=true');
  for (const url of more) expect(url).toMatch(/changes(?!.*live)/);
});

test('a tab that was hidden for five minutes lets another tab listen for live updates', async ({
  page,
  context,
  browser,
}) => {
  await signUp(page);
  await settleAndListen(page);
  const second = await context.newPage();
  await settle(second);
  await skipQuietSeconds(second);
  const listens = second.waitForResponse(/Listen\/channel/);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.fastForward('05:00');
  await page.clock.setSystemTime(Date.now());
  await listens;

  const device = await browser.newContext({
    storageState: await context.storageState(),
    serviceWorkers: 'block',
  });
  const elsewhere = await device.newPage();
  await openTasks(elsewhere);
  await addTask(elsewhere, 'Seen in the other tab');
  await expect(taskRow(second, 'Seen in the other tab')).toBeVisible();
  await device.close();
});

test('two browsers of one person are quiet while idle and show each other’s changes', async ({
  page,
  context,
  browser,
  expectedErrors,
}) => {
  await signUp(page, {
    tasks: [
      { title: 'Both rename' },
      { title: 'One ticks, one renames' },
      { title: 'One deletes' },
    ],
  });
  const other = await browser.newContext({
    storageState: await context.storageState(),
    serviceWorkers: 'block',
  });
  const second = await other.newPage();
  const errors: string[] = [];
  collectErrors(second, errors, expectedErrors);
  await settleAndListen(page);
  await settleAndListen(second);
  const asked = apiRequests(page);
  const askedWhileIdle = apiRequests(second);

  await test.step('nothing is requested in half an hour in which nothing happens', async () => {
    // Move the clock minute by minute, so that repeating timers fire repeatedly.
    for (let minute = 0; minute < 30; minute++) await second.clock.fastForward('01:00');
    // A window that gets the focus requests nothing either.
    await second.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await second.clock.fastForward('01:00');
    await second.clock.setSystemTime(Date.now());
    expect(askedWhileIdle).toEqual([]);
  });

  await test.step('a change in one browser shows in the other, which requests only the changes', async () => {
    const started = Date.now();
    // Watch the browser whose clock did not jump. A jump ends connections, and Firebase reconnects up to a minute
    // later.
    await addTaskUnsaved(second, 'Seen elsewhere');
    await expect(taskRow(page, 'Seen elsewhere')).toBeVisible();
    test.info().annotations.push({ type: 'ms', description: String(Date.now() - started) });
    expect(asked).not.toEqual([]);
    for (const url of asked) expect(url).toContain('/api/changes');
  });

  await test.step('edits made offline merge by field, and the person decides about the texts', async () => {
    await context.setOffline(true);
    await other.setOffline(true);
    const idOf = async (title: string) =>
      Number(await taskRow(page, title).locator('[data-task]').getAttribute('data-task'));
    const [renamed, ticked, deleted] = [
      await idOf('Both rename'),
      await idOf('One ticks, one renames'),
      await idOf('One deletes'),
    ];
    const edit = (where: Page, id: number, fields: object) =>
      where.evaluate(
        ([task, changed]) =>
          globalThis.daymarkSync.mutate({
            kind: 'update',
            collection: 'tasks',
            id: task,
            fields: changed,
          }),
        [id, fields] as const,
      );
    await edit(page, renamed, { title: 'Renamed first' });
    await edit(page, ticked, { completed: true });
    await edit(page, deleted, { title: 'Edited in vain' });
    // The second browser's clock may be a few ms behind. Wait until its edits are later than the first browser's.
    const timeIn = (where: Page) => where.evaluate(() => globalThis.daymarkSync.now().getTime());
    const editedAt = await timeIn(page);
    await expect.poll(() => timeIn(second)).toBeGreaterThan(editedAt);
    await edit(second, renamed, { title: 'Renamed last' });
    await edit(second, ticked, { title: 'Renamed and ticked' });
    await second.evaluate(
      (id) => globalThis.daymarkSync.mutate({ kind: 'delete', collection: 'tasks', id }),
      deleted,
    );

    // Send the later edits first.
    await other.setOffline(false);
    await allSaved(second);
    await context.setOffline(false);
    const row = taskRow(page, 'Edited in vain');
    await expect(row).toContainText('Deleted on another device');
    await row.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Two versions' }).click();
    await page.getByRole('button', { name: 'Keep theirs' }).click();
    await allSaved(page);
    for (const where of [page, second]) {
      await expect(taskRow(where, 'Renamed last')).toBeVisible();
      await expect(taskRow(where, 'Renamed and ticked').getByRole('checkbox')).toBeChecked();
      await expect(where.locator('[data-task]')).toHaveCount(3);
    }
    const tasks = async (where: Page) => (await shown(where)).tasks;
    expect(await tasks(page)).toEqual(await tasks(second));
    expect(await tasks(page)).toEqual((await onServer(page)).tasks);
  });

  await test.step('a browser that wakes after a day shows the other browser’s changes and sends its own', async () => {
    await other.setOffline(true);
    await addTaskUnsaved(second, 'Left over from yesterday');
    await addTask(page, 'Made meanwhile');
    await second.clock.fastForward('24:00:00');
    await other.setOffline(false);
    await expect(taskRow(second, 'Made meanwhile')).toBeVisible();
    await allSaved(second);
    await expect(taskRow(second, 'Left over from yesterday')).toBeVisible();
    const titles = (await onServer(page)).tasks as { title: string }[];
    expect(titles.map(({ title }) => title)).toContain('Left over from yesterday');
  });
  await other.close();
  expect(errors, 'an unexpected console error fails the test').toEqual([]);
});

test('after a logout or another person’s sign-in, the browser shows nothing of the first person', async ({
  page,
  context,
}) => {
  await test.step('both tabs show a change, whichever of them made it', async () => {
    await signUp(page);
    await settle(page);
    const second = await context.newPage();
    await settle(second);
    await addTaskUnsaved(page, 'Private');
    await expect(taskRow(second, 'Private')).toBeVisible();
    await taskRow(second, 'Private').getByRole('checkbox').check();
    await expect(taskRow(page, 'Private').getByRole('checkbox')).toBeChecked();
    await allSaved(second);
    await second.close();
  });

  await test.step('another person sees nothing of the first person’s data', async () => {
    await context.clearCookies();
    await page.goto('/auth');
    await signUp(page);
    await page.evaluate(() => localStorage.removeItem('daymark.user'));
    await settle(page);
    await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
    await expect(page.getByText('Private')).toHaveCount(0);
    await expect.poll(() => keptDatabases(page)).toBe(1);
  });

  await test.step('logout warns while changes wait, and deletes what the browser stored', async () => {
    await page.route('**/api/tasks', (route) => route.abort());
    await addTaskUnsaved(page, 'Not sent');
    await page.getByRole('button', { name: 'Logout' }).click();
    const warning = page.getByRole('alertdialog', { name: 'Log out with unsaved changes?' });
    await expect(warning).toContainText(
      '1 change isn’t saved yet. If you log out, you’ll lose it.',
    );
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/api/tasks');
    await allSaved(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    expect(await keptDatabases(page)).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('daymark.user'))).toBeNull();
  });
});

/** Starts a proxy in front of the site. `via` decides what happens to each request. */
async function startProxy(
  baseURL: string | undefined,
  via: (path: string) => { fate?: 'requestLost' | 'replyLost'; appended?: string },
) {
  const { hostname, port } = new URL(baseURL ?? '');
  const site = createServer((incoming, outgoing) => {
    const { method, url: path = '/' } = incoming;
    const { fate, appended } = via(path);
    if (fate === 'requestLost') {
      incoming.destroy();
      return;
    }
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const upstream = httpRequest({ hostname, port, method, path, headers }, (reply) => {
      if (fate === 'replyLost') {
        reply.resume();
        outgoing.destroy();
        return;
      }
      if (appended !== undefined) delete reply.headers['content-length'];
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing, { end: appended === undefined });
      if (appended !== undefined) reply.on('end', () => outgoing.end(appended));
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.on('error', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    stop: () => {
      site.closeAllConnections();
      site.close();
    },
  };
}

test('6 changes arrive once and in order through a proxy that loses requests and replies @long', async ({
  browser,
  baseURL,
}) => {
  let calls = -1;
  const lost = { requestLost: 0, replyLost: 0 };
  const proxy = await startProxy(baseURL, (path) => {
    if (calls < 0 || !path.startsWith('/api/')) return {};
    const fate = (['requestLost', 'replyLost', undefined] as const)[calls++ % 3];
    if (!fate) return {};
    lost[fate]++;
    return { fate };
  });
  const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signUp(page);
  await settle(page);
  // Record each toast, however short.
  await page.evaluate(() => {
    const seen = Object.assign(window, { toasts: [] as string[] });
    new MutationObserver(() => {
      const shownNow = document.querySelector('[data-toast]')?.textContent;
      if (shownNow) seen.toasts.push(shownNow);
    }).observe(document, { childList: true, subtree: true });
  });
  calls = 0;
  await page.evaluate(() => {
    const sync = globalThis.daymarkSync;
    for (let n = 1; n <= 6; n++) {
      const createdAt = new Date(Date.UTC(2026, 10, 20, 9) + n).toISOString();
      const rest = { completed: false, categoryId: null, isPriority: false, order: null };
      const record = { id: n, title: `Task ${n}`, userId: sync.userId, createdAt, ...rest };
      sync.mutate({ kind: 'create', collection: 'tasks', record });
    }
  });
  await page.waitForFunction(() => globalThis.daymarkSync.status().waiting === 0);
  calls = -1;
  const { tasks } = await onServer(page);
  expect((tasks as { id: number }[]).map(({ id }) => id)).toEqual(
    Array.from({ length: 6 }, (_, n) => 6 - n),
  );
  expect(await page.evaluate(() => Reflect.get(window, 'toasts') as string[])).toEqual([]);
  expect(lost.requestLost).toBeGreaterThanOrEqual(6);
  expect(lost.replyLost).toBeGreaterThanOrEqual(6);
  await context.close();
  proxy.stop();
});
