import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import type { Sync } from '../src/sync/createSync';
import {
  addTask,
  addTaskUnsaved,
  expect,
  heading,
  openTasks,
  signUp,
  taskRow,
  test,
  toast,
} from './fixtures';

declare global {
  /** Only in builds for the emulators: app/shell/personSync.ts. */
  var daymarkSync: Sync;
}

// Without a network every request is an error in the console, and Firestore's SDK tries to reach Google.
test.use({
  serviceWorkers: 'allow',
  expectedErrors:
    /Failed to load resource|ERR_INTERNET|Content Security Policy|Failed to fetch|tasks create/,
});

const SCREENS = {
  '/today': /^Good /,
  '/focus': 'Focus Time',
  '/tasks': 'Task Management',
  '/calendar': 'Calendar',
  '/notes': 'Notes',
  '/reflection': 'Daily Reflection',
  '/insights': 'Insights',
} as const;

const allSaved = (page: Page) => expect(page.getByText('All changes saved')).toBeAttached();

/** Opens /tasks and waits until the browser has everything it needs offline. */
async function settle(page: Page) {
  await openTasks(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    await globalThis.daymarkSync.start();
  });
}

/** How many people's data this browser keeps. */
const keptDatabases = (page: Page) =>
  page.evaluate(
    async () =>
      (await indexedDB.databases()).filter(({ name }) => name?.startsWith('daymark.')).length,
  );

/** Every collection as the screens show it. */
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

/** Every collection as the server has it. */
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

test('every signed-in screen opens again offline, with the person’s own data', async ({
  page,
  context,
}) => {
  await signUp(page, { tasks: [{ title: 'Kept for the train' }] });
  await settle(page);
  await page.reload();
  await context.setOffline(true);
  for (const [path, name] of Object.entries(SCREENS)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText('Offline')).toBeVisible();
  }
  await page.goto('/tasks');
  await expect(taskRow(page, 'Kept for the train')).toBeVisible();
});

test('what is done offline waits, survives a reload, and is sent once the network is back', async ({
  page,
  context,
}) => {
  await signUp(page);
  await settle(page);
  await page.reload();
  await context.setOffline(true);
  await addTaskUnsaved(page, 'Written in a tunnel');
  await taskRow(page, 'Written in a tunnel').getByRole('checkbox').check();
  await expect(page.getByText('Offline · 2 changes waiting')).toBeVisible();
  await page.reload();
  await expect(taskRow(page, 'Written in a tunnel').getByRole('checkbox')).toBeChecked();
  await expect(page.getByText('Offline · 2 changes waiting')).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  await context.setOffline(false);
  await allSaved(page);
  const { tasks } = await onServer(page);
  expect(tasks).toMatchObject([{ title: 'Written in a tunnel', completed: true }]);
});

test('offline work: 60 mutations over every collection, the browser restarted, and the server equals the screen', async ({
  baseURL,
  launchOptions,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-browser-'));
  const open = () =>
    chromium.launchPersistentContext(folder, { ...launchOptions, ...(baseURL && { baseURL }) });
  let context: BrowserContext = await open();
  try {
    let page = await context.newPage();
    await signUp(page);
    await settle(page);
    await page.reload();
    await settle(page);
    await context.setOffline(true);
    await page.evaluate(work);
    const before = await shown(page);
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await expect.poll(() => page.evaluate(() => daymarkSync.status().lostOnClose)).toBe(false);
    await context.close();

    context = await open();
    await context.setOffline(true);
    page = await context.newPage();
    await page.goto('/tasks');
    await expect(heading(page, 'Task Management')).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => globalThis.daymarkSync.status().waiting))
      .toBeGreaterThan(30);
    await page.evaluate(() => globalThis.daymarkSync.start());
    expect(await shown(page)).toEqual(before);

    await context.setOffline(false);
    await expect(page.getByText('All changes saved')).toBeVisible();
    const [screen, server] = [await shown(page), await onServer(page)];
    expect(screen).toEqual(server);
    expect(server.tasks).not.toEqual([]);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** 60 mutations of every kind, in the page. The random numbers have a fixed seed, so that a failure can be repeated. */
function work() {
  let random = 20_261_120;
  const upTo = (most: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    return random % most;
  };
  const sync = globalThis.daymarkSync;
  const userId = sync.userId;
  const any = <T>(list: readonly T[] | undefined) => list?.[upTo(Math.max(1, list.length))];
  let id = 1_000;
  const moment = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 9, minutes)).toISOString();
  for (let n = 0; n < 60; n++) {
    const now = sync.now().toISOString();
    switch (upTo(10)) {
      case 0:
      case 1: {
        const task = { title: `Task ${n}`, completed: false, categoryId: 1 + upTo(4), order: null };
        const record = {
          ...task,
          id: ++id,
          userId,
          isPriority: false,
          createdAt: now,
          completedAt: null,
        };
        sync.mutate({ kind: 'create', collection: 'tasks', record });
        break;
      }
      case 2: {
        const task = any(sync.records('tasks').data);
        if (task)
          sync.mutate({
            kind: 'update',
            collection: 'tasks',
            id: task.id,
            fields: { title: `Renamed ${n}` },
          });
        break;
      }
      case 3: {
        const task = any(sync.records('tasks').data);
        if (task)
          sync.mutate({
            kind: 'update',
            collection: 'tasks',
            id: task.id,
            fields: { completed: !task.completed },
          });
        break;
      }
      case 4: {
        const start = upTo(600);
        const record = { title: `Event ${n}`, start: moment(start), end: moment(start + 30) };
        const rest = { color: null, googleEventId: null, id: ++id, userId };
        sync.mutate({ kind: 'create', collection: 'events', record: { ...record, ...rest } });
        break;
      }
      case 5: {
        const event = any(sync.records('events').data);
        if (event)
          sync.mutate({
            kind: 'update',
            collection: 'events',
            id: event.id,
            fields: { title: `Moved ${n}` },
          });
        break;
      }
      case 6: {
        const record = {
          id: ++id,
          userId,
          title: `Note ${n}`,
          content: 'x'.repeat(n),
          createdAt: now,
          updatedAt: now,
        };
        sync.mutate({ kind: 'create', collection: 'notes', record });
        break;
      }
      case 7: {
        const collection = (['tasks', 'events', 'notes'] as const)[upTo(3)]!;
        const record = any<{ id: number }>(sync.records(collection).data);
        if (record && upTo(2) === 0) sync.mutate({ kind: 'delete', collection, id: record.id });
        break;
      }
      case 8: {
        const fields = { date: '2026-11-20T00:00:00+00:00', challenges: `Challenge ${n}` };
        sync.mutate({ kind: 'update', collection: 'reflections', id: 20261120, fields });
        sync.mutate({
          kind: 'update',
          collection: 'settings',
          id: 1,
          fields: { focusDuration: 1 + upTo(60) },
        });
        break;
      }
      default: {
        const run = { mode: 'focus' as const, start: moment(n), end: moment(n + 25), note: null };
        const seconds = {
          plannedSeconds: 1500,
          actualSeconds: 1500,
          completed: true,
          taskId: null,
        };
        const own = { id: ++id, userId };
        sync.mutate({
          kind: 'create',
          collection: 'focusSessions',
          record: { ...run, ...seconds, ...own },
        });
      }
    }
  }
}

test('two browsers edit the same tasks offline, and converge: fields merge, the later edit of one counts, deleting wins', async ({
  page,
  context,
  browser,
}) => {
  await signUp(page, {
    tasks: [
      { title: 'Both rename' },
      { title: 'One ticks, one renames' },
      { title: 'One deletes' },
    ],
  });
  await settle(page);
  const other = await browser.newContext({ storageState: await context.storageState() });
  const second = await other.newPage();
  await settle(second);
  await expect(taskRow(second, 'One deletes')).toBeVisible();

  await context.setOffline(true);
  await other.setOffline(true);
  const idOf = async (title: string) =>
    Number(await taskRow(page, title).locator('[data-task]').getAttribute('data-task'));
  const ids = await Promise.all(['Both rename', 'One ticks, one renames', 'One deletes'].map(idOf));
  const edit = (where: Page, id: number | undefined, fields: object) =>
    where.evaluate(
      ([task, changed]) =>
        globalThis.daymarkSync.mutate({
          kind: 'update',
          collection: 'tasks',
          id: task as number,
          fields: changed as object,
        }),
      [id, fields],
    );
  await edit(page, ids[0], { title: 'Renamed first' });
  await edit(page, ids[1], { completed: true });
  await edit(page, ids[2], { title: 'Edited in vain' });
  await edit(second, ids[0], { title: 'Renamed last' });
  await edit(second, ids[1], { title: 'Renamed and ticked' });
  await second.evaluate(
    (id) =>
      globalThis.daymarkSync.mutate({ kind: 'delete', collection: 'tasks', id: id as number }),
    ids[2],
  );

  // The later edits arrive first.
  await other.setOffline(false);
  await allSaved(second);
  await context.setOffline(false);
  await allSaved(page);
  await expect(toast(page)).toContainText('Deleted on another device');
  for (const where of [page, second]) {
    await expect(taskRow(where, 'Renamed last')).toBeVisible();
    await expect(taskRow(where, 'Renamed and ticked').getByRole('checkbox')).toBeChecked();
    await expect(where.locator('[data-task]')).toHaveCount(2);
  }
  const tasks = async (where: Page) => (await shown(where)).tasks;
  expect(await tasks(page)).toEqual(await tasks(second));
  expect(await tasks(page)).toEqual((await onServer(page)).tasks);
  await other.close();
});

test('a change in one browser shows in the other within about a second, without polling', async ({
  page,
  context,
  browser,
}) => {
  await signUp(page);
  await settle(page);
  const other = await browser.newContext({ storageState: await context.storageState() });
  const second = await other.newPage();
  const listening = second.waitForResponse(/Listen\/channel/);
  await settle(second);
  await listening;
  const asked: string[] = [];
  second.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  const started = Date.now();
  await addTaskUnsaved(page, 'Seen elsewhere');
  await expect(taskRow(second, 'Seen elsewhere')).toBeVisible();
  test.info().annotations.push({ type: 'ms', description: String(Date.now() - started) });
  for (const url of asked) expect(url).toContain('/api/changes');
  await other.close();
});

test('§7 in half an hour in which nothing happens, nothing is requested', async ({ page }) => {
  await signUp(page);
  await page.clock.install();
  await settle(page);
  const listening = page.waitForResponse(/Listen\/channel/);
  await page.reload();
  await listening;
  await allSaved(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  // Minute by minute, so that every timer fires.
  for (let minute = 0; minute < 30; minute++) await page.clock.runFor('01:00');
  // A window that gets the focus requests nothing either.
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor('01:00');
  await addTaskUnsaved(page, 'Said at last');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked[0]).toContain('/api/tasks');
});

test('two tabs show the same, whichever of them made the change', async ({ page, context }) => {
  await signUp(page);
  await settle(page);
  const second = await context.newPage();
  await settle(second);
  await addTaskUnsaved(page, 'From the first');
  await expect(taskRow(second, 'From the first')).toBeVisible();
  await taskRow(second, 'From the first').getByRole('checkbox').check();
  await expect(taskRow(page, 'From the first').getByRole('checkbox')).toBeChecked();
});

test('a device woken after a day shows what happened meanwhile, and sends its own changes', async ({
  page,
  context,
  browser,
}) => {
  await signUp(page);
  await settle(page);
  const other = await browser.newContext({ storageState: await context.storageState() });
  const second = await other.newPage();
  await settle(second);
  await context.setOffline(true);
  await addTaskUnsaved(page, 'Left over from yesterday');
  await addTask(second, 'Made meanwhile');
  await page.clock.install();
  await page.clock.fastForward('24:00:00');
  await context.setOffline(false);
  await page.clock.runFor(2_000);
  await page.clock.resume();
  await expect(taskRow(page, 'Made meanwhile')).toBeVisible();
  await allSaved(page);
  await expect(taskRow(page, 'Left over from yesterday')).toBeVisible();
  await other.close();
});

test('offline is not signed out; a session that has ended is, and what waited is sent after the next sign-in', async ({
  page,
  context,
}) => {
  const person = await signUp(page);
  await settle(page);
  await page.reload();
  await context.setOffline(true);
  await addTaskUnsaved(page, 'Still mine');
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
    .toMatchObject([{ title: 'Still mine' }]);
});

test('another person on the same browser sees nothing of the first', async ({ page, context }) => {
  await signUp(page, { tasks: [{ title: 'Private' }] });
  await settle(page);
  await expect(taskRow(page, 'Private')).toBeVisible();
  await context.clearCookies();
  await page.goto('/auth');
  await signUp(page);
  await page.evaluate(() => localStorage.removeItem('daymark.user'));
  await settle(page);
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
  await expect(page.getByText('Private')).toHaveCount(0);
  await expect.poll(() => keptDatabases(page)).toBe(1);
});

test('logout warns while changes wait, and deletes what the browser kept', async ({
  page,
  context,
}) => {
  await signUp(page);
  await settle(page);
  await context.setOffline(true);
  await addTaskUnsaved(page, 'Not sent');
  await page.getByRole('button', { name: 'Logout' }).click();
  const warning = page.getByRole('alertdialog', { name: 'Log out with unsaved changes?' });
  await expect(warning).toContainText('1 change has not reached the server yet');
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await context.setOffline(false);
  await allSaved(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  expect(await keptDatabases(page)).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('daymark.user'))).toBeNull();
});

/** A proxy in front of the site; `via` decides what happens to each request. */
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

test('100 changes through a proxy that loses a fifth of the requests and a fifth of the replies: each is there once, in order, without a toast', async ({
  browser,
  baseURL,
}) => {
  let random = 20_261_121;
  const chance = () => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647;
  let isLossy = false;
  const lost = { requests: 0, replies: 0 };
  const proxy = await startProxy(baseURL, (path) => {
    if (!isLossy || !path.startsWith('/api/')) return {};
    const drawn = chance();
    if (drawn < 0.2) {
      lost.requests++;
      return { fate: 'requestLost' };
    }
    if (drawn < 0.4) {
      lost.replies++;
      return { fate: 'replyLost' };
    }
    return {};
  });
  const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await signUp(page);
  await settle(page);
  isLossy = true;
  await page.evaluate(() => {
    const sync = globalThis.daymarkSync;
    for (let n = 1; n <= 100; n++) {
      const createdAt = new Date(Date.UTC(2026, 10, 20, 9) + n).toISOString();
      const rest = { completed: false, categoryId: null, isPriority: false, order: null };
      const record = { id: n, title: `Task ${n}`, userId: sync.userId, createdAt, ...rest };
      sync.mutate({ kind: 'create', collection: 'tasks', record });
    }
  });
  let toasts = 0;
  await expect
    .poll(
      async () => {
        toasts = Math.max(toasts, await toast(page).count());
        return page.evaluate(() => globalThis.daymarkSync.status().waiting);
      },
      { timeout: 45_000 },
    )
    .toBe(0);
  isLossy = false;
  const ids = await page.evaluate(async () => {
    const all: number[] = [];
    for (let path: string | undefined = '/api/tasks'; path;) {
      const reply: Response = await fetch(path);
      for (const { id } of (await reply.json()) as { id: number }[]) all.push(id);
      path = /<([^>]*)>/.exec(reply.headers.get('Link') ?? '')?.[1];
    }
    return all;
  });
  expect(ids).toEqual(Array.from({ length: 100 }, (_, n) => 100 - n));
  expect(toasts).toBe(0);
  expect(lost.requests + lost.replies).toBeGreaterThan(30);
  await context.close();
  proxy.stop();
});

test('a new version is offered, not forced, and takes over with everything that waits', async ({
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
  await settle(page);
  await page.reload();
  await settle(page);
  version = 2;
  const reload = page.getByRole('button', { name: 'New version: reload' });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(reload).toBeVisible();
  await context.setOffline(true);
  await addTaskUnsaved(page, 'Waits through the update');
  await Promise.all([page.waitForEvent('load'), reload.click()]);
  await expect(taskRow(page, 'Waits through the update')).toBeVisible();
  await expect(reload).toBeHidden();
  await context.setOffline(false);
  await allSaved(page);
  expect((await onServer(page)).tasks).toMatchObject([{ title: 'Waits through the update' }]);
  await context.close();
  proxy.stop();
});
