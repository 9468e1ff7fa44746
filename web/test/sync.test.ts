import 'fake-indexeddb/auto';
import type { Task } from '@daymark/contract/task';
import { roundsOf } from '@daymark/contract/test/longRuns';
import { task as anyTask } from '@daymark/contract/test/records';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterPaint } from '../src/lib/browser/afterPaint';
import { closingChange } from '../src/domain/tasks/taskRequests';
import { createSync, type Sync, type SyncEvents } from '../src/sync/createSync';
import { deleteReplica } from '../src/sync/replica/diskReplica';
import { LIVE_TOKEN, modelServer, TASK_IS_GONE, type Fate } from './modelServer';

/** The fate of each device's requests, by user id. */
const connection = new Map<number, () => Fate>();
let server: ReturnType<typeof modelServer>;
/** Milliseconds by which the server's clock is ahead. */
let aheadMs: number;
const syncs = new Set<Sync>();
let userIds = 0;

beforeEach(() => {
  // Start without data that other tests have stored.
  indexedDB = new IDBFactory();
  localStorage.clear();
  aheadMs = 0;
  server = modelServer({ now: () => new Date(Date.now() + aheadMs) });
  connection.clear();
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const device = Number((init.headers as Record<string, string>)['Daymark-User']);
    return server.fetch(() => connection.get(device)?.() ?? 'both')(input, init);
  });
});
afterEach(() => {
  for (const sync of syncs) sync.stop();
  syncs.clear();
});

const noted = () => ({
  onRejected: vi.fn<SyncEvents['onRejected']>(),
  onRetrying: vi.fn<SyncEvents['onRetrying']>(),
  onLost: vi.fn<SyncEvents['onLost']>(),
  onOverruled: vi.fn<SyncEvents['onOverruled']>(),
  onConflict: vi.fn<SyncEvents['onConflict']>(),
  onKept: vi.fn<SyncEvents['onKept']>(),
  onLeftAlone: vi.fn<SyncEvents['onLeftAlone']>(),
  onSignedOut: vi.fn<SyncEvents['onSignedOut']>(),
  onOutdated: vi.fn<SyncEvents['onOutdated']>(),
});

/** Starts a device. The model server treats every user id as the same person, so the id tells the devices apart. */
async function device({ id = ++userIds } = {}) {
  const events = noted();
  const sync = createSync(id, events);
  syncs.add(sync);
  await sync.start();
  return { id, sync, events };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
async function until(isSo: () => boolean) {
  for (let turns = 0; !isSo(); turns++) {
    if (turns > 200_000) throw new Error('The condition never held.');
    await turn();
  }
}

const newTask = (id: number, fields: Partial<Task> = {}) =>
  anyTask(id, {
    createdAt: new Date(Date.UTC(2026, 10, 20, 9, 0, 0, id)).toISOString(),
    ...fields,
  });
const create = (sync: Sync, id: number, fields?: Partial<Task>) =>
  sync.mutate({ kind: 'create', collection: 'tasks', record: newTask(id, fields) });
const rename = (sync: Sync, id: number, title: string) =>
  sync.mutate({ kind: 'update', collection: 'tasks', id, fields: { title } });
const tasks = (sync: Sync) => sync.records('tasks').data ?? [];
const titles = (sync: Sync) => tasks(sync).map(({ title }) => title);
const isSaved = (sync: Sync) => () => sync.status().waiting === 0;
const online = () => dispatchEvent(new Event('online'));

describe('storage whose connection is lost', () => {
  let connections: IDBDatabase[];
  /** Whether opening the database again fails. */
  let isBlocked: boolean;
  beforeEach(() => {
    connections = [];
    isBlocked = false;
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (...parameters) => {
      if (isBlocked) throw new DOMException('Storage is blocked.', 'SecurityError');
      const request = open(...parameters);
      request.addEventListener('success', () => connections.push(request.result));
      return request;
    };
  });
  const lose = () => connections.forEach((connection) => connection.close());

  it('is opened again, and no change is lost', async () => {
    const { id, sync } = await device();
    connection.set(id, () => 'requestLost');
    create(sync, 1);
    await until(() => sync.status().offline && !sync.status().lostOnClose);
    lose();
    create(sync, 2);
    rename(sync, 1, 'Renamed');
    await until(() => !sync.status().lostOnClose);
    expect(sync.status().waiting).toBe(3);
    lose();
    connection.delete(id);
    online();
    await until(isSaved(sync));
    expect(server.records('tasks')).toMatchObject([{ id: 1, title: 'Renamed' }, { id: 2 }]);
    // Nothing is sent again after a restart.
    const again = await restarted(id);
    expect(again.status().waiting).toBe(0);
  });

  it('is replaced by memory if it can’t be reopened, and every change is still sent', async () => {
    const { id, sync } = await device();
    connection.set(id, () => 'requestLost');
    create(sync, 1);
    create(sync, 2);
    await until(() => sync.status().offline && !sync.status().lostOnClose);
    lose();
    isBlocked = true;
    create(sync, 3);
    rename(sync, 2, 'Renamed');
    await until(() => sync.status().lostOnClose);
    expect(sync.status().waiting).toBe(4);
    expect(titles(sync).sort()).toEqual(['Renamed', 'Task 1', 'Task 3']);
    connection.delete(id);
    online();
    await until(isSaved(sync));
    expect(server.records('tasks').sort((a, b) => a.id - b.id)).toMatchObject([
      { id: 1, title: 'Task 1' },
      { id: 2, title: 'Renamed' },
      { id: 3, title: 'Task 3' },
    ]);
    // Changes from another device still arrive.
    const other = await device();
    rename(other.sync, 3, 'From elsewhere');
    await until(isSaved(other.sync));
    await sync.pull();
    expect(titles(sync)).toContain('From elsewhere');
  });

  it('stores changes in the order in which they were made, even while it is reopened', async () => {
    const { sync, events } = await device();
    lose();
    create(sync, 1);
    rename(sync, 1, 'Renamed');
    await until(isSaved(sync));
    expect(server.records('tasks')).toMatchObject([{ id: 1, title: 'Renamed' }]);
    expect(events.onLost).not.toHaveBeenCalled();
  });

  it('keeps a rejected create in other tabs until the server has the edited record', async () => {
    const [one, other] = [await device(), await device({ id: userIds })];
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('No.', { status: 400 })));
    create(one.sync, 1);
    await until(() => one.sync.status().rejected === 1 && other.sync.status().rejected === 1);
    lose();
    isBlocked = true;
    vi.stubGlobal('fetch', fetch);
    connection.set(one.id, () => 'requestLost');
    rename(other.sync, 1, 'Typed');
    await until(() => other.sync.status().offline && other.sync.status().lostOnClose);
    for (let turns = 0; turns < 100; turns++) await turn();
    expect(one.sync.status().rejected).toBe(1);
    connection.delete(one.id);
    online();
    await until(() => isSaved(other.sync)() && one.sync.status().rejected === 0);
    await until(() => titles(one.sync)[0] === 'Typed');
    expect(server.records('tasks')).toMatchObject([{ id: 1, title: 'Typed' }]);
  });

  it('keeps the person’s changes for their next sign-in if it can’t be reopened', async () => {
    const { id, sync } = await device();
    connection.set(id, () => 'requestLost');
    lose();
    isBlocked = true;
    create(sync, 1);
    await until(() => sync.status().offline && sync.status().lostOnClose);
    const carriedOver = sync.stop();
    expect(sync.stop().mutations).toEqual([]);
    connection.delete(id);
    isBlocked = false;
    const again = createSync(id, noted(), { carriedOver });
    syncs.add(again);
    expect(again.status()).toMatchObject({ waiting: 1, lostOnClose: true });
    await again.start();
    await until(isSaved(again));
    expect(server.records('tasks')).toMatchObject([{ id: 1 }]);
  });

  it('still hands over its unsent changes after a later version of the app has upgraded it', async () => {
    const { id, sync } = await device();
    connection.set(id, () => 'requestLost');
    create(sync, 1);
    await until(() => sync.status().offline && !sync.status().lostOnClose);
    sync.stop();
    const later = await openDB(`daymark.${id}`, 99, {
      upgrade(database) {
        database.deleteObjectStore('records');
        database.createObjectStore('recordsOfLater');
      },
    });
    later.close();

    connection.delete(id);
    const again = await restarted(id);
    await until(isSaved(again));
    expect(server.records('tasks')).toMatchObject([{ id: 1 }]);
    create(again, 2);
    await until(isSaved(again));
    const next = await restarted(id);
    expect(next.status().waiting).toBe(0);
  });

  /** Restarts the app on the same device, as if its tab was closed and opened again. */
  async function restarted(id: number): Promise<Sync> {
    for (const sync of syncs) if (sync.userId === id) sync.stop();
    const again = createSync(id, noted());
    syncs.add(again);
    await again.start();
    return again;
  }
});

describe('the outbox', () => {
  it('shows a mutation at once and sends it', async () => {
    const { sync } = await device();
    create(sync, 1);
    expect(titles(sync)).toEqual(['Task 1']);
    expect(server.records('tasks')).toEqual([]);
    await until(isSaved(sync));
    expect(server.records('tasks')).toMatchObject([{ id: 1, title: 'Task 1' }]);
    expect(titles(sync)).toEqual(['Task 1']);
  });

  it('keeps the same list when a mutation is stored and when the server confirms it', async () => {
    const { sync } = await device();
    create(sync, 1);
    const shown = sync.records('tasks');
    const changes = vi.fn();
    sync.subscribe(changes);
    await until(isSaved(sync));
    expect(changes).toHaveBeenCalled();
    expect(sync.records('tasks')).toBe(shown);
    create(sync, 2);
    expect(titles(sync)).toEqual(['Task 2', 'Task 1']);
    expect(tasks(sync)[1]).toBe(shown.data?.[0]);
    rename(sync, 1, 'New');
    expect(titles(sync)).toEqual(['Task 2', 'New']);
  });

  it('keeps mutations in order across a restart while offline, and sends them once online', async () => {
    const { id, sync } = await device();
    connection.set(id, () => 'requestLost');
    create(sync, 1);
    rename(sync, 1, 'Renamed');
    create(sync, 2);
    sync.mutate({ kind: 'delete', collection: 'tasks', id: 2 });
    await until(() => sync.status().offline && !sync.status().lostOnClose);
    sync.stop();

    const again = createSync(id, noted());
    syncs.add(again);
    await again.load('tasks');
    expect(titles(again)).toEqual(['Renamed']);
    expect(again.status()).toMatchObject({ waiting: 4, offline: false });
    connection.delete(id);
    await again.start();
    await until(isSaved(again));
    expect(server.records('tasks')).toMatchObject([{ id: 1, title: 'Renamed' }]);
  });

  it('sends each mutation once and in order over a connection that loses requests and replies', async () => {
    const { id, sync, events } = await device();
    let random = 12_345;
    const chance = () => (random = (random * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
    connection.set(id, () =>
      chance() < 0.2 ? 'requestLost' : chance() < 0.25 ? 'replyLost' : 'both',
    );
    const count = roundsOf('MUTATIONS', 300, 1_000);
    for (let n = 1; n <= count; n++) create(sync, n);
    await until(() => {
      if (sync.status().offline) online();
      return isSaved(sync)();
    });
    expect(server.records('tasks').map((task) => task.id)).toEqual(
      Array.from({ length: count }, (_, n) => n + 1),
    );
    for (const event of Object.values(events)) expect(event).not.toHaveBeenCalled();
  }, 60_000);

  it('sends edits with increasing times even if the clock is set back between them', async () => {
    const { sync } = await device();
    create(sync, 1);
    await until(isSaved(sync));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    rename(sync, 1, 'First');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 1_500);
    rename(sync, 1, 'Second');
    await until(isSaved(sync));
    expect(server.records('tasks')).toMatchObject([{ id: 1, title: 'Second' }]);
  });

  it('gives the next edit a later time even after a slow response and a restart', async () => {
    const { id, sync } = await device();
    create(sync, 1);
    await until(isSaved(sync));
    const { fetch } = globalThis;
    const clock = vi.spyOn(Date, 'now');
    const start = Date.now();
    clock.mockReturnValue(start);
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      const reply = await fetch(...request);
      clock.mockReturnValue(start + 60_000);
      return reply;
    });
    rename(sync, 1, 'First');
    await until(isSaved(sync));
    // A slow response is no proof that the server's clock is behind.
    expect(sync.now().getTime() - Date.now()).toBeGreaterThan(-2_000);
    sync.stop();
    vi.stubGlobal('fetch', fetch);
    const again = createSync(id, noted());
    syncs.add(again);
    await again.start();
    rename(again, 1, 'Second');
    await until(isSaved(again));
    expect(server.records('tasks')).toMatchObject([{ id: 1, title: 'Second' }]);
  });

  it('keeps a rejected mutation on its record, and saves it once the record is edited', async () => {
    const { sync, events } = await device();
    create(sync, 1);
    await until(isSaved(sync));
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('Too long.', { status: 400 })));
    rename(sync, 1, 'Far too long');
    await until(() => events.onRejected.mock.calls.length > 0);
    expect(tasks(sync)[0]).toMatchObject({
      title: 'Far too long',
      saveError: { sentence: 'Too long.', kind: 'rejected' },
    });
    vi.stubGlobal('fetch', fetch);
    rename(sync, 1, 'Short');
    await until(() => sync.status().rejected === 0 && isSaved(sync)());
    expect(events.onRejected).toHaveBeenCalledOnce();
    expect(server.records('tasks')).toMatchObject([{ title: 'Short' }]);
  });

  it('sends one edit when a rejected edit is edited again', async () => {
    const { sync, events } = await device();
    create(sync, 1);
    await until(isSaved(sync));
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('Too long.', { status: 400 })));
    rename(sync, 1, 'First');
    rename(sync, 1, 'Second');
    await until(() => events.onRejected.mock.calls.length > 0);
    rename(sync, 1, 'Third');
    expect(titles(sync)).toEqual(['Third']);
    vi.stubGlobal('fetch', fetch);
    sync.retry('tasks', 1);
    await until(() => sync.status().rejected === 0 && isSaved(sync)());
    expect(server.records('tasks')).toMatchObject([{ title: 'Third' }]);
  });

  it.each([
    { what: 'its older copy', isEditedLater: false, title: 'Typed', kept: [] },
    {
      what: 'a later edit of another device',
      isEditedLater: true,
      title: 'Elsewhere',
      kept: ['Typed'],
    },
  ])(
    'sends what was typed into a rejected create when the server has $what',
    async ({ isEditedLater, title, kept }) => {
      const { sync } = await device();
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', () => Promise.resolve(new Response('No.', { status: 400 })));
      create(sync, 1);
      await until(() => sync.status().rejected === 1);
      vi.stubGlobal('fetch', fetch);
      rename(sync, 1, 'Typed');
      // Before the edit is sent, the network delivers the create a second time and another device completes the task.
      const later = new Date(Date.now() + 2_000).toISOString();
      server.put(
        'tasks',
        { ...newTask(1), completed: true, ...(isEditedLater && { title: 'Elsewhere' }) },
        isEditedLater ? { title: later } : {},
      );
      await until(isSaved(sync));
      expect(server.records('conflicts').map(({ text }) => text)).toEqual(kept);
      expect(server.records('tasks')).toMatchObject([{ title, completed: true }]);
      expect(titles(sync)).toEqual([title]);
    },
  );

  it('discards a rejected create while other records are sent', async () => {
    const { sync } = await device();
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('No.', { status: 409 })));
    create(sync, 1);
    await until(() => sync.status().rejected === 1);
    vi.stubGlobal('fetch', fetch);
    create(sync, 2);
    await until(isSaved(sync));
    sync.discard('tasks', 1);
    expect(titles(sync)).toEqual(['Task 2']);
    expect(sync.status()).toMatchObject({ rejected: 0, waiting: 0 });
    expect(server.records('tasks')).toHaveLength(1);
  });

  it('retries when the server fails, reports the failure once, and marks the record', async () => {
    const { sync, events } = await device();
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('Later.', { status: 503 })));
    create(sync, 1);
    create(sync, 2);
    await until(() => sync.status().retrying);
    expect(tasks(sync).find(({ id }) => id === 1)?.saveError).toEqual({
      sentence: 'Later.',
      kind: 'retrying',
    });
    vi.stubGlobal('fetch', fetch);
    sync.retry('tasks', 1);
    await until(isSaved(sync));
    expect(events.onRetrying).toHaveBeenCalledOnce();
    expect(tasks(sync).every(({ saveError }) => !saveError)).toBe(true);
  });

  it('stops without losing anything when the session has ended', async () => {
    const { id, sync, events } = await device();
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('Sign in.', { status: 401 })));
    create(sync, 1);
    await until(() => events.onSignedOut.mock.calls.length > 0);
    sync.stop();
    vi.stubGlobal('fetch', fetch);
    const again = (await device({ id })).sync;
    await until(isSaved(again));
    expect(server.records('tasks')).toHaveLength(1);
  });
});

describe('reading', () => {
  it('reads a screen’s lists in parallel, and sends nothing while one is being read', async () => {
    const { fetch } = globalThis;
    const asked: string[] = [];
    let respond: () => void = () => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      asked.push(`${init.method} ${input}`);
      await responded;
      return fetch(input, init);
    });
    const sync = createSync(++userIds, noted());
    syncs.add(sync);
    void sync.load('tasks');
    void sync.load('notes');
    create(sync, 1);
    // The mutation is sent once it is stored and painted.
    await until(() => !sync.status().lostOnClose);
    await new Promise<void>(afterPaint);
    void sync.load('events');
    await until(() => asked.length === 2);
    for (let n = 0; n < 20; n++) await turn();
    expect(asked).toEqual(['GET /api/tasks', 'GET /api/notes']);
    respond();
    await until(() => sync.records('events').data !== undefined);
    expect(asked).toEqual([
      'GET /api/tasks',
      'GET /api/notes',
      'POST /api/tasks',
      'GET /api/events',
    ]);
  });
});

describe('the token for live updates', () => {
  const MINUTE_MS = 60_000;

  it('comes with the first changes and can be taken once', async () => {
    const { sync, id } = await device();
    connection.set(id, () => 'requestLost');
    await sync.pull();
    expect(sync.takeLiveToken()).toBeUndefined();
    connection.delete(id);
    await sync.pull();
    expect(sync.takeLiveToken()).toBe(LIVE_TOKEN);
    await sync.pull();
    expect(sync.takeLiveToken()).toBeUndefined();
  });

  it('is not used after ten minutes', async () => {
    const { sync } = await device();
    await sync.pull();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 10 * MINUTE_MS);
    expect(sync.takeLiveToken()).toBeUndefined();
  });
});

describe('thousands of records that are written at once', () => {
  /** Makes every `/api/changes` respond that the tasks must be read again. Returns the requested paths. */
  function resetTasks(): string[] {
    const { fetch } = globalThis;
    const asked: string[] = [];
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      asked.push(input.replace(/\?.*/, ''));
      if (!input.startsWith('/api/changes')) return fetch(input, init);
      const tasks = { revision: '0.9.0', reset: true, changed: [], deleted: [] };
      return Promise.resolve(Response.json({ tasks }));
    });
    return asked;
  }

  it('are fetched once even if several responses ask for it', async () => {
    const { sync } = await device();
    const asked = resetTasks();
    await Promise.all([sync.pull(), sync.pull(), sync.pull()]);
    await until(() => asked.includes('/api/tasks'));
    await sync.pull();
    // The last pull came after the list was read, so the list is read once more.
    await until(() => asked.filter((path) => path === '/api/tasks').length === 2);
    for (let n = 0; n < 20; n++) await turn();
    expect(asked.filter((path) => path === '/api/changes')).toHaveLength(4);
    expect(asked.filter((path) => path === '/api/tasks')).toHaveLength(2);
  });

  it('are not requested while pulls are held, and are requested once afterwards', async () => {
    const { sync } = await device();
    const asked = resetTasks();
    const resume = [sync.holdPulls(), sync.holdPulls()];
    await Promise.all([sync.pull(), sync.pull()]);
    resume[0]!();
    resume[0]!();
    await sync.pull();
    expect(asked).toEqual([]);
    resume[1]!();
    await until(() => asked.includes('/api/tasks'));
    expect(asked).toEqual(['/api/changes', '/api/tasks']);
  });

  it('are loaded once sync has caught up', async () => {
    const { sync } = await device();
    resetTasks();
    server.put('tasks', { ...newTask(1) });
    expect(tasks(sync)).toEqual([]);
    await sync.catchUp();
    expect(titles(sync)).toEqual(['Task 1']);
  });
});

describe('an app that was loaded before the server changed', () => {
  const responses: [string, () => Response][] = [
    ['that it is too old', () => new Response('Please reload.', { status: 426 })],
    ['what it cannot read', () => new Response('{"titel":"Task 1"}', { status: 201 })],
    ['with no JSON', () => new Response('<html>', { status: 201 })],
  ];
  it.each(responses)(
    'keeps unsent mutations and offers to reload when the server responds %s',
    async (_what, respond) => {
      const { id, sync, events } = await device();
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', () => Promise.resolve(respond()));
      create(sync, 1);
      await until(() => events.onOutdated.mock.calls.length > 0);
      expect(sync.status()).toMatchObject({ waiting: 1, rejected: 0, offline: false });
      expect(events.onRejected).not.toHaveBeenCalled();
      expect(events.onRetrying).not.toHaveBeenCalled();
      sync.stop();
      vi.stubGlobal('fetch', fetch);
      const { sync: reloaded } = await device({ id });
      await until(isSaved(reloaded));
      expect(server.records('tasks')).toMatchObject([{ id: 1, title: 'Task 1' }]);
    },
  );
});

describe('the server’s counters', () => {
  it('report changes of other devices as missing, but not this browser’s confirmed ones', async () => {
    const [a, b] = [await device(), await device()];
    const tasksAt = (count: number) => ({ tasks: count });
    expect(await a.sync.missing(tasksAt(0))).toBe('nothing');
    create(a.sync, 1);
    await until(isSaved(a.sync));
    expect(await a.sync.missing(tasksAt(1))).toBe('nothing');
    expect(await a.sync.missing(tasksAt(0))).toBe('counters');
    expect(await b.sync.missing(tasksAt(1))).toBe('changes');
    create(b.sync, 2);
    await until(isSaved(b.sync));
    create(a.sync, 3);
    await until(isSaved(a.sync));
    expect(await a.sync.missing(tasksAt(3))).toBe('changes');
    await a.sync.pull();
    expect(tasks(a.sync)).toHaveLength(3);
    expect(await a.sync.missing(tasksAt(3))).toBe('nothing');
  });

  it('report something as missing after a change that also changed other records', async () => {
    const { sync } = await device();
    create(sync, 1);
    create(sync, 2, { parentId: 1 });
    await until(isSaved(sync));
    sync.mutate({ kind: 'delete', collection: 'tasks', id: 1 });
    await until(isSaved(sync));
    expect(await sync.missing({ tasks: 4 })).toBe('changes');
    await sync.pull();
    expect(tasks(sync)).toHaveLength(0);
  });
});

describe('two devices', () => {
  it('merge by field', async () => {
    const [a, b] = [await device(), await device()];
    create(a.sync, 1);
    await until(isSaved(a.sync));
    await b.sync.pull();
    connection.set(a.id, () => 'requestLost');
    connection.set(b.id, () => 'requestLost');
    rename(a.sync, 1, 'From A');
    b.sync.mutate({ kind: 'update', collection: 'tasks', id: 1, fields: { categoryId: 2 } });
    connection.clear();
    await until(() => (online(), isSaved(a.sync)() && isSaved(b.sync)()));
    await Promise.all([a.sync.pull(), b.sync.pull()]);
    for (const { sync } of [a, b])
      expect(tasks(sync)).toMatchObject([{ title: 'From A', categoryId: 2 }]);
  });

  it('the later edit of a field without text wins even if it arrives first', async () => {
    server.put('tasks', { ...newTask(1) });
    const [a, b] = [await device(), await device()];
    const choose = (sync: Sync, categoryId: number) =>
      sync.mutate({ kind: 'update', collection: 'tasks', id: 1, fields: { categoryId } });
    connection.set(a.id, () => 'requestLost');
    choose(a.sync, 2);
    await until(() => a.sync.status().offline);
    choose(b.sync, 3);
    await until(isSaved(b.sync));
    connection.clear();
    await until(() => (online(), isSaved(a.sync)()));
    expect(server.records('tasks')).toMatchObject([{ categoryId: 3 }]);
    // The device whose edit lost is told.
    expect(a.events.onOverruled).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ fields: { categoryId: 2 } }),
      ['categoryId'],
    );
    expect(b.events.onOverruled).not.toHaveBeenCalled();
  });

  it('deleting wins over an edit without text, and Undo brings the record back', async () => {
    server.put('tasks', { ...newTask(1) });
    const b = await device();
    const [standing] = tasks(b.sync);
    server.remove('tasks', 1);
    b.sync.mutate({ kind: 'update', collection: 'tasks', id: 1, fields: { completed: true } });
    await until(isSaved(b.sync));
    expect(titles(b.sync)).toEqual([]);
    expect(b.events.onLost).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ recordId: 1 }),
      expect.objectContaining({ completed: true }),
    );
    b.sync.mutate({ kind: 'create', collection: 'tasks', record: standing!, restore: true });
    await until(isSaved(b.sync));
    expect(server.records('tasks')).toMatchObject([{ id: 1 }]);
  });

  it('an edit made after Undo stays if another device has deleted the record meanwhile', async () => {
    server.put('tasks', { ...newTask(1) });
    const [a, b] = [await device(), await device()];
    connection.set(b.id, () => 'requestLost');
    rename(b.sync, 1, 'Before');
    const [shown] = tasks(b.sync);
    b.sync.mutate({ kind: 'delete', collection: 'tasks', id: 1 });
    b.sync.mutate({ kind: 'create', collection: 'tasks', record: shown!, restore: true });
    rename(b.sync, 1, 'After');
    a.sync.mutate({ kind: 'delete', collection: 'tasks', id: 1 });
    await until(isSaved(a.sync));
    connection.delete(b.id);
    online();
    await until(isSaved(b.sync));
    expect(server.records('tasks')).toMatchObject([{ id: 1, title: 'After' }]);
  });

  it.each([
    { what: 'Undo brings it back', isEditedBefore: true, times: 0 },
    { what: 'Undo brings back what was there before it', isEditedBefore: false, times: 1 },
  ])('an edit is reported as lost $times times when $what', async ({ isEditedBefore, times }) => {
    server.put('tasks', { ...newTask(1) });
    const [a, b] = [await device(), await device()];
    connection.set(b.id, () => 'requestLost');
    const [before] = tasks(b.sync);
    rename(b.sync, 1, 'Edited');
    const [edited] = tasks(b.sync);
    const record = (isEditedBefore ? edited : before)!;
    b.sync.mutate({ kind: 'delete', collection: 'tasks', id: 1 });
    b.sync.mutate({ kind: 'create', collection: 'tasks', record, restore: true });
    a.sync.mutate({ kind: 'delete', collection: 'tasks', id: 1 });
    await until(isSaved(a.sync));
    connection.delete(b.id);
    online();
    await until(isSaved(b.sync));
    expect(server.records('tasks')).toMatchObject([{ id: 1, title: record.title }]);
    expect(b.events.onLost).toHaveBeenCalledTimes(times);
  });

  it('a create whose response was lost doesn’t bring back a record deleted on another device', async () => {
    const { id, sync } = await device();
    connection.set(id, () => 'replyLost');
    create(sync, 1);
    await until(() => sync.status().offline);
    server.remove('tasks', 1);
    connection.clear();
    await until(() => (online(), isSaved(sync)()));
    expect(server.records('tasks')).toEqual([]);
    expect(titles(sync)).toEqual([]);
  });

  /**
   * Lets one device add a step to a repeating task and complete the task offline. The other device completes the task
   * too and deletes the next task. Returns the first device.
   */
  async function nextTaskIsDeleted(write: (sync: Sync, copyId: number) => void = () => undefined) {
    const repeat = { every: 'day', interval: 1, from: 'schedule' } as const;
    const series = { repeat, seriesId: 1, seriesDay: '2026-11-20', plannedDay: '2026-11-20' };
    server.put('tasks', { ...newTask(1, series) });
    const [a, b] = [await device(), await device()];
    const complete = ({ sync }: typeof a) => {
      const around = { tasks: tasks(sync), events: [], today: '2026-11-20', now: new Date() };
      const [task] = tasks(sync).filter(({ id }) => id === 1);
      const { requests, next } = closingChange(task!, { completed: true }, around);
      sync.mutate(...requests);
      return next!.id;
    };
    connection.set(a.id, () => 'requestLost');
    create(a.sync, 2, { title: 'Step', parentId: 1 });
    const nextId = complete(a);
    write(a.sync, tasks(a.sync).find(({ parentId }) => parentId === nextId)!.id);
    complete(b);
    b.sync.mutate({ kind: 'delete', collection: 'tasks', id: nextId });
    await until(isSaved(b.sync));
    connection.clear();
    await until(() => (online(), a.sync.status().rejected > 0 || isSaved(a.sync)()));
    return a;
  }

  it('the steps of a next task are deleted if another device has deleted that task', async () => {
    const { sync, events } = await nextTaskIsDeleted();
    expect(events.onRejected).not.toHaveBeenCalled();
    const records = server.records('tasks');
    expect(records.map(({ id }) => id).sort()).toEqual([1, 2]);
    expect(titles(sync).sort()).toEqual(['Step', 'Task 1']);
  });

  it('an edited step of the deleted task stays and says that its task is gone', async () => {
    const { sync } = await nextTaskIsDeleted((made, id) => rename(made, id, 'Written'));
    const written = tasks(sync).filter(({ title }) => title === 'Written');
    expect(written).toMatchObject([{ saveError: { sentence: TASK_IS_GONE, kind: 'rejected' } }]);
  });
});

it('deleting a replica removes everything that is stored for the person', async () => {
  const first = await device();
  create(first.sync, 1);
  await until(isSaved(first.sync));
  first.sync.stop();
  await deleteReplica(first.id);
  connection.set(first.id, () => 'requestLost');
  const again = createSync(first.id, noted());
  syncs.add(again);
  await again.load('tasks');
  expect(again.records('tasks')).toMatchObject({ data: undefined, isPending: false });
});

it('a tab that is still open stores nothing for a person whose replica was deleted', async () => {
  const { id, sync } = await device();
  create(sync, 1);
  await until(isSaved(sync));
  await deleteReplica(id);
  create(sync, 2);
  await until(isSaved(sync));
  await sync.storeValue('note', 'private');
  expect(await indexedDB.databases()).toEqual([]);
});

it.each(['on disk', 'in memory'])('only the newest stored values are kept, %s', async (where) => {
  const { sync } = await device();
  if (where === 'in memory') {
    await deleteReplica(sync.userId);
    create(sync, 1);
    await until(isSaved(sync));
  }
  const clock = vi.spyOn(Date, 'now');
  for (const [ms, name] of ['events a', 'events b', 'settings', 'events c'].entries()) {
    clock.mockReturnValue(1_000 + ms);
    await sync.storeValue(name, name);
  }
  const left = async () =>
    (await Promise.all(['events a', 'events b', 'events c', 'settings'].map(sync.readValue))).map(
      (stored) => stored?.value,
    );
  await sync.keepValues('events ', 2);
  expect(await left()).toEqual([undefined, 'events b', 'events c', 'settings']);
  await sync.keepValues('events ', 0);
  expect(await left()).toEqual([undefined, undefined, undefined, 'settings']);
});
