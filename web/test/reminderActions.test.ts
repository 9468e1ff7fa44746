import 'fake-indexeddb/auto';
import type { PushData } from '@daymark/contract/reminders/notification';
import { event as anyEvent, task as anyTask } from '@daymark/contract/test/records';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSync, type Sync } from '../src/sync/createSync';
import { deleteReplica } from '../src/sync/replica/diskReplica';
import { createReminderActions } from '../src/worker/reminderActions';
import { changeInWorker } from '../src/worker/workerSync';
import { modelServer, type Fate, type Written } from './modelServer';

const actOnReminder = createReminderActions();
const MINUTE = 60_000;
const ID = 7;
let server: ReturnType<typeof modelServer>;
let fate: Fate;
/** The id of the person who is signed in. */
let signedIn: number;
/** The changes that had an effect on the server. */
let written: Written[];
const syncs = new Set<Sync>();

beforeEach(() => {
  indexedDB = new IDBFactory();
  localStorage.clear();
  written = [];
  server = modelServer({
    onWritten(one) {
      if (Object.keys(one.fields).length > 0) written.push(one);
    },
  });
  fate = 'both';
  signedIn = ID;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const { 'Daymark-User': user } = init.headers as Record<string, string>;
    if (fate === 'both' && Number(user) !== signedIn)
      return Promise.resolve(new Response('Please sign in.', { status: 401 }));
    return server.fetch(() => fate)(input, init);
  });
  server.put('tasks', anyTask(1, { title: 'Write the report' }));
  server.put('events', anyEvent(2, { taskId: 1 }));
});
afterEach(() => {
  for (const sync of syncs) sync.stop();
  syncs.clear();
});

/** Opens a tab that has all records. */
async function tab(): Promise<Sync> {
  const ignore = () => undefined;
  const sync = createSync(ID, {
    onRejected: ignore,
    onRetrying: ignore,
    onLost: ignore,
    onOverruled: ignore,
    onConflict: ignore,
    onKept: ignore,
    onLeftAlone: ignore,
    onSignedOut: ignore,
    onOutdated: ignore,
  });
  syncs.add(sync);
  await sync.start();
  return sync;
}

/** Lets the browser have all records, with no tab open. */
async function closedTab(): Promise<void> {
  (await tab()).stop();
}

const data: PushData = { userId: ID, path: '/tasks?opens=1', recordId: 2, taskId: 1 };
const SAVED = { isWaiting: false };
const taskOnServer = () => server.records('tasks').find(({ id }) => id === 1);
const timerOnServer = () => server.records('settings')[0]?.timer;

it('Done completes the task with no tab open', async () => {
  await closedTab();
  expect(await actOnReminder('done', data)).toEqual(SAVED);
  expect(taskOnServer()).toMatchObject({ completed: true });
});

it('Done twice completes the task once', async () => {
  await closedTab();
  await Promise.all([actOnReminder('done', data), actOnReminder('done', data)]);
  expect(written.filter(({ collection }) => collection === 'tasks')).toHaveLength(1);
});

it('Done leaves a task alone that was completed meanwhile', async () => {
  const sync = await tab();
  sync.mutate({ kind: 'update', collection: 'tasks', id: 1, fields: { completed: true } });
  await vi.waitFor(() => expect(taskOnServer()).toMatchObject({ completed: true }));
  const before = taskOnServer();
  expect(await actOnReminder('done', data)).toEqual(SAVED);
  expect(taskOnServer()).toEqual(before);
});

it('an open tab shows what the worker did', async () => {
  const sync = await tab();
  await actOnReminder('done', data);
  await vi.waitFor(() => expect(sync.records('tasks').data).toMatchObject([{ completed: true }]));
  await vi.waitFor(() => expect(sync.status().waiting).toBe(0));
  expect(written.filter(({ collection }) => collection === 'tasks')).toHaveLength(1);
});

it('Done completes a task that this browser doesn’t have yet', async () => {
  await closedTab();
  server.put('tasks', anyTask(5));
  await actOnReminder('done', { ...data, taskId: 5 });
  expect(server.records('tasks').find(({ id }) => id === 5)).toMatchObject({ completed: true });
});

it('Done on a task that was deleted elsewhere says nothing', async () => {
  await closedTab();
  server.handle('DELETE', new URL('https://daymark.example/api/tasks/1'), {});
  expect(await actOnReminder('done', data)).toEqual(SAVED);
  expect(server.records('tasks')).toEqual([]);
});

it('offline, Done waits in the outbox, and the next tab sends it once', async () => {
  await closedTab();
  fate = 'requestLost';
  expect(await actOnReminder('done', data)).toEqual({ isWaiting: true });
  expect(written).toEqual([]);
  fate = 'both';
  const sync = await tab();
  await vi.waitFor(() => expect(sync.status().waiting).toBe(0));
  expect(written.filter(({ collection }) => collection === 'tasks')).toHaveLength(1);
  expect(taskOnServer()).toMatchObject({ completed: true });
});

it('an open tab shows an action at once while the browser is offline', async () => {
  const sync = await tab();
  fate = 'requestLost';
  await actOnReminder('done', data);
  await vi.waitFor(() => expect(sync.records('tasks').data).toMatchObject([{ completed: true }]));
});

it('background sync sends what waits', async () => {
  await closedTab();
  fate = 'requestLost';
  await actOnReminder('done', data);
  expect(await changeInWorker(ID)).toEqual({ kind: 'waiting' });
  fate = 'both';
  expect(await changeInWorker(ID)).toEqual({ kind: 'saved' });
  expect(taskOnServer()).toMatchObject({ completed: true });
});

it('a request whose reply is lost is applied once', async () => {
  await closedTab();
  fate = 'replyLost';
  expect(await actOnReminder('snooze', data)).toEqual({ isWaiting: true });
  fate = 'both';
  expect(await changeInWorker(ID)).toEqual({ kind: 'saved' });
  expect(written.filter(({ collection }) => collection === 'events')).toHaveLength(1);
});

it('Snooze puts the reminder off by 10 minutes', async () => {
  await closedTab();
  const before = Date.now();
  expect(await actOnReminder('snooze', data)).toEqual(SAVED);
  const until = Date.parse(server.records('events')[0]?.snoozedUntil as string);
  expect(until).toBeGreaterThanOrEqual(before + 10 * MINUTE);
  expect(until).toBeLessThanOrEqual(Date.now() + 10 * MINUTE);
});

it('Snooze twice puts the reminder off once', async () => {
  await closedTab();
  await Promise.all([actOnReminder('snooze', data), actOnReminder('snooze', data)]);
  expect(written.filter(({ collection }) => collection === 'events')).toHaveLength(1);
});

it('Start focus starts a session with the task', async () => {
  await closedTab();
  expect(await actOnReminder('focus', data)).toEqual(SAVED);
  expect(timerOnServer()).toMatchObject({
    mode: 'focus',
    taskId: 1,
    run: { plannedMs: 25 * MINUTE, isRunning: true },
  });
});

it('Start focus leaves a run with another task, and says so', async () => {
  await closedTab();
  server.put('tasks', anyTask(5));
  await actOnReminder('focus', { ...data, taskId: 5 });
  const before = timerOnServer();
  const { notice } = await actOnReminder('focus', data);
  expect(notice?.title).toBe('The focus timer is already in use');
  expect(timerOnServer()).toEqual(before);
});

it('an action asks to sign in after a logout, and stores nothing', async () => {
  await closedTab();
  await deleteReplica(ID);
  const { notice } = await actOnReminder('done', data);
  expect(notice?.title).toBe('Sign in to Daymark to do this.');
  expect(await indexedDB.databases()).toEqual([]);
});

it('an action changes nothing in the account of another person who is signed in', async () => {
  await closedTab();
  signedIn = 8;
  const { notice } = await actOnReminder('done', data);
  expect(notice?.title).toBe('Sign in to Daymark to do this.');
  expect(written).toEqual([]);
});

it('an action that the server refuses says why', async () => {
  await closedTab();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    init.method === 'PATCH'
      ? Promise.resolve(new Response('This account is full.', { status: 403 }))
      : fetch(input, init),
  );
  expect(await actOnReminder('done', data)).toEqual({
    isWaiting: false,
    notice: { title: 'Not saved', body: 'This account is full.', path: '/tasks?opens=1' },
  });
});
