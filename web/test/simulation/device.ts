import { IDBFactory } from 'fake-indexeddb';
import { openDB, unwrap, type IDBPDatabase } from 'idb';
import type { QueuedMutation } from '../../src/sync/replica/replica';
import type { OpenDatabase } from '../../src/sync/replica/diskReplica';
import type { Platform } from '../../src/sync/platform';
import type { Request, SimulatedServer } from './server';
import type { World } from './world';

/** Time until a change is painted, in ms. */
const FRAME_MS = 16;

/** The quality of a device's connection: its speed, and the probability of each failure. */
export interface Line {
  requestLost: number;
  replyLost: number;
  doubled: number;
  /** Longest time that a request or a reply takes, in ms. */
  slowestMs: number;
}

export const GOOD_LINE: Line = { requestLost: 0, replyLost: 0, doubled: 0, slowestMs: 80 };

export type Device = ReturnType<typeof createDevice>;
export type BrowserTab = ReturnType<Device['openTab']>;

interface Waiting {
  owner: Platform;
  mode: LockMode;
  start: () => void;
}

/**
 * Creates a device with a browser. All tabs of the browser share the disk, clock, connection, session, locks and
 * messages.
 */
export function createDevice(world: World, server: SimulatedServer) {
  const factory = new IDBFactory();
  const values = new Map<string, string>();
  const tabs = new Set<BrowserTab>();
  const locks = new Map<string, { held: Waiting[]; queue: Waiting[] }>();
  const channels = new Map<string, Set<{ owner: object; receive: (message: unknown) => void }>>();
  let keys = 0;
  /** The number of times the browser has emptied the databases. */
  let emptied = 0;

  /** Settles once the last opening of a database is over. */
  let opening: Promise<unknown> = Promise.resolve();
  /** Settles once another version has finished with the database. */
  let raising: Promise<void> = Promise.resolve();

  async function untilIdle(name: string): Promise<void> {
    const isBusy = () =>
      (databasesOf(factory).get(name)?.transactions ?? []).some(
        ({ _state }) => _state !== 'finished',
      );
    while (isBusy()) await new Promise<void>((resolve) => world.after(1, resolve));
  }

  const device = {
    name: '',
    number: 1 + Math.floor(world.random() * 1_000_000),
    clockAheadMs: 0,
    isOnline: true,
    line: GOOD_LINE,
    /** The session that the browser's cookie names, which may have ended. */
    session: undefined as number | undefined,
    isStorageBlocked: false,
    isDiskFull: false,
    /** Whether the disk was ever blocked or full. */
    hasFailed: false,
    /** When the browser last emptied its databases, in ms. */
    emptiedAtMs: -Infinity,
    /** When the browser last closed the connections to its databases, in ms. */
    disconnectedAtMs: -Infinity,

    /** Empties the databases, as a browser does when its disk is nearly full. The app is not told. */
    emptyDatabases(): void {
      device.emptiedAtMs = world.now();
      emptied++;
      databasesOf(factory).clear();
      device.loseConnections();
    },

    /** Returns the mutations on disk. Reads the rows directly, so that no transaction starts. */
    stored(userId: number): QueuedMutation[] {
      const { _databases: databases } = factory as unknown as {
        _databases: Map<
          string,
          { rawObjectStores: Map<string, { getAllValues: () => unknown[] }> }
        >;
      };
      const outbox = databases.get(`daymark.${userId}`)?.rawObjectStores.get('outbox');
      // The row with `seq` 0 is the outbox's identity.
      return ((outbox?.getAllValues() ?? []) as QueuedMutation[]).filter(({ seq }) => seq !== 0);
    },

    goOnline(isOnline: boolean): void {
      device.isOnline = isOnline;
      for (const tab of tabs) tab.tellOnline(isOnline);
    },

    /** Closes all connections to the disk, as a browser does in the background. */
    loseConnections(): void {
      device.disconnectedAtMs = world.now();
      for (const tab of tabs) tab.loseConnections();
    },

    /**
     * Lets another version of the app, which stores records in another shape, use the database once. Browsers make the
     * other version wait until all transactions have ended, but fake-indexeddb doesn't.
     */
    raiseVersion(userId: number, to: number): void {
      device.loseConnections();
      raising = untilIdle(`daymark.${userId}`)
        .then(() => openWith(factory, `daymark.${userId}`, to, { upgrade }))
        .then(
          (database) => database.close(),
          () => undefined,
        );
    },

    /** The values that this browser stores for all tabs, by key. */
    storage: {
      get: (key: string): string | null => values.get(key) ?? null,
      set: (key: string, value: string): void => void values.set(key, value),
      remove: (key: string): void => void values.delete(key),
      take(key: string): string | null {
        const value = values.get(key) ?? null;
        values.delete(key);
        return value;
      },
      keys: (prefix: string) => [...values.keys()].filter((key) => key.startsWith(prefix)),
      removeAll(prefix: string): void {
        for (const key of device.storage.keys(prefix)) values.delete(key);
      },
    },

    signIn: (userId: number): void => void (device.session = server.startSession(userId)),
    /** Returns the id of the person who is signed in, if any. */
    signedIn: () => server.userOf(device.session),

    openTab,
  };

  const lockOf = (name: string) => {
    const lock = locks.get(name) ?? { held: [], queue: [] };
    locks.set(name, lock);
    return lock;
  };

  function request(lock: { held: Waiting[]; queue: Waiting[] }) {
    for (;;) {
      const next = lock.queue[0];
      if (!next) return;
      const isFree =
        lock.held.length === 0 ||
        (next.mode === 'shared' && lock.held.every(({ mode }) => mode === 'shared'));
      if (!isFree) return;
      lock.queue.shift();
      lock.held.push(next);
      next.start();
    }
  }

  /**
   * Opens a tab. Returns the platform that the app in the tab uses, and functions that control the tab. Nothing that a
   * closed tab does has an effect. Calls `onRequest` with each request.
   */
  function openTab(onRequest: (request: Request) => void) {
    let isClosed = false;
    const connections = new Set<IDBDatabase>();
    const onlineListeners = new Set<(isOnline: boolean) => void>();
    const onClosed: (() => void)[] = [];
    /** Never settles, because the page that waits for it is gone. */
    const never = <T>() => new Promise<T>(() => {});

    const openDatabase: OpenDatabase = async (name, version, callbacks) => {
      if (isClosed) return never();
      if (device.isStorageBlocked) throw new DOMException('Storage is blocked.', 'SecurityError');
      await raising;
      const emptiedBefore = emptied;
      // Browsers open a database once the previous opening, with its upgrade, is over.
      const opened = opening.then(() => openWith(factory, name, version, callbacks as never));
      opening = opened.catch(() => undefined);
      const database = await opened;
      const connection = unwrap(database);
      if (isClosed as boolean) {
        connection.close();
        return never();
      }
      // The browser has emptied the databases in the meantime, so this database doesn't exist.
      if (emptied > emptiedBefore) {
        connection.close();
        return openDatabase(name, version, callbacks);
      }
      connections.add(connection);
      const transaction = connection.transaction.bind(connection);
      connection.transaction = (stores, mode, options) => {
        if (device.isDiskFull && mode === 'readwrite')
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        return transaction(stores, mode, options);
      };
      return database as never;
    };

    const platform: Platform = {
      now: () => Math.floor(world.now() + device.clockAheadMs),
      random: world.random,
      newKey: () => `${device.name}-${++keys}`,
      after: (ms, callback) => world.after(ms, () => isClosed || callback()),
      afterPaint: (work) => void platform.after(FRAME_MS, work),
      timeout(ms) {
        const controller = new AbortController();
        world.after(ms, () => controller.abort(new DOMException('Timed out.', 'TimeoutError')));
        return controller.signal;
      },
      device: () => device.number,
      isOnline: () => device.isOnline,
      onOnlineChange(listener) {
        onlineListeners.add(listener);
        return () => onlineListeners.delete(listener);
      },
      values: {
        get: (key) => (device.isStorageBlocked ? null : (values.get(key) ?? null)),
        set: (key, value) => void (device.isStorageBlocked || isClosed || values.set(key, value)),
      },
      openDatabase,

      openChannel<Message>(name: string, onMessage?: (message: Message) => void) {
        const ends = channels.get(name) ?? new Set();
        channels.set(name, ends);
        const end = {
          owner: platform,
          receive: (message: unknown) => isClosed || onMessage?.(message as Message),
        };
        const close = () => void ends.delete(end);
        ends.add(end);
        onClosed.push(close);
        return {
          broadcast(message: Message) {
            if (isClosed || !ends.has(end)) return;
            const sent: unknown = structuredClone(message);
            const delay = world.between(0, 5);
            for (const other of ends)
              if (other !== end) world.after(delay, () => ends.has(other) && other.receive(sent));
          },
          close,
        };
      },

      createLock(name) {
        const lock = lockOf(name);
        return (mode, work) => {
          if (isClosed) return never();
          return new Promise((resolve, reject) => {
            const own: Waiting = {
              owner: platform,
              mode,
              start() {
                const release = () => {
                  lock.held = lock.held.filter((other) => other !== own);
                  request(lock);
                };
                onClosed.push(release);
                work().then(resolve, reject).finally(release);
              },
            };
            lock.queue.push(own);
            request(lock);
          });
        };
      },

      fetch: (path, init) => (isClosed ? never() : send({ path, init })),
    };

    function send(sent: Request): Promise<Response> {
      onRequest(sent);
      return new Promise((resolved, rejected) => {
        const { line } = device;
        const { signal } = sent.init;
        // Node keeps a composed signal alive while it has a listener.
        const stopListening = () => signal?.removeEventListener('abort', onAbort);
        const onAbort = () => isClosed || reject(signal?.reason as Error);
        const resolve = (reply: Response) => {
          stopListening();
          resolved(reply);
        };
        const reject = (error: Error) => {
          stopListening();
          rejected(error);
        };
        const fail = () => isClosed || reject(new TypeError('Failed to fetch'));
        if (signal?.aborted) {
          reject(signal.reason as Error);
          return;
        }
        signal?.addEventListener('abort', onAbort);
        if (!device.isOnline) return void world.after(1, fail);
        const { session } = device;
        const arrive = (responds: boolean) => {
          const reply = server.respond(sent, session);
          if (!responds) return;
          const isLost = !device.isOnline || world.chance(line.replyLost);
          if (isLost && world.chance(0.5)) return; // The request waits until it times out.
          world.after(world.between(1, line.slowestMs), () => {
            // The browser applies a response's cookie even if no tab waits for the response.
            if (!isLost && reply.headers.has('Clear-Cookie')) device.session = undefined;
            if (isClosed) return;
            if (isLost) fail();
            else resolve(reply);
          });
        };
        if (world.chance(line.requestLost)) {
          if (world.chance(0.5)) world.after(world.between(1, line.slowestMs), fail);
          return;
        }
        const under = world.between(1, line.slowestMs);
        world.after(under, () => arrive(true));
        if (world.chance(line.doubled))
          world.after(under + world.between(1, 4 * line.slowestMs), () => arrive(false));
        return;
      });
    }

    const tab = {
      platform,
      /** Takes a lock if it is free. Returns a function that releases the lock, or undefined if it isn't free. */
      claim(name: string): (() => void) | undefined {
        const lock = lockOf(name);
        if (isClosed || lock.held.length > 0) return undefined;
        const own: Waiting = { owner: platform, mode: 'exclusive', start: () => undefined };
        const release = () => void (lock.held = lock.held.filter((other) => other !== own));
        lock.held.push(own);
        onClosed.push(release);
        return release;
      },
      tellOnline: (isOnline: boolean) => onlineListeners.forEach((listener) => listener(isOnline)),
      loseConnections() {
        const lost = [...connections];
        connections.clear();
        for (const connection of lost) {
          connection.close();
          connection.onclose?.(new Event('close'));
        }
      },
      /** Closes the tab without a warning to the app. */
      close() {
        isClosed = true;
        tabs.delete(tab);
        tab.loseConnections();
        for (const lock of locks.values())
          lock.queue = lock.queue.filter(({ owner }) => owner !== platform);
        onClosed.forEach((end) => end());
      },
    };
    tabs.add(tab);
    return tab;
  }

  return device;
}

/** The parts of a fake-indexeddb database that are read here. */
interface RawDatabase {
  rawObjectStores: Map<string, { getAllValues: () => unknown[] }>;
  transactions: { _state: string }[];
}

const databasesOf = (factory: IDBFactory) =>
  (factory as unknown as { _databases: Map<string, RawDatabase> })._databases;

/** Upgrades to another shape. The records are fetched again, and the outbox stays. */
function upgrade(database: IDBPDatabase) {
  for (const store of ['records', 'revisions', 'kept'])
    if (database.objectStoreNames.contains(store)) database.deleteObjectStore(store);
  if (!database.objectStoreNames.contains('outbox'))
    database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
}

/** Calls `openDB` for this device's databases. `openDB` reads the global `indexedDB` synchronously. */
function openWith(factory: IDBFactory, ...parameters: Parameters<OpenDatabase>) {
  globalThis.indexedDB = factory;
  return openDB(...parameters);
}
