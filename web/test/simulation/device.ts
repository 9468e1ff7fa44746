import { IDBFactory } from 'fake-indexeddb';
import { openDB, unwrap, type IDBPDatabase } from 'idb';
import type { QueuedMutation } from '../../src/sync/replica/replica';
import type { OpenDatabase } from '../../src/sync/replica/diskReplica';
import type { Platform } from '../../src/sync/platform';
import type { Request, SimulatedServer } from './server';
import type { World } from './world';

/** How long it takes until a change is painted. */
const FRAME_MS = 16;

/** How a device's requests fare: the probability of each mishap. */
export interface Line {
  requestLost: number;
  replyLost: number;
  doubled: number;
  /** The longest that a request or a reply is under way, in ms. */
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
 * A device with a browser: its disk, its clock, its connection and its session. All tabs share these, and locks and
 * messages.
 */
export function createDevice(world: World, server: SimulatedServer) {
  const factory = new IDBFactory();
  const values = new Map<string, string>();
  const tabs = new Set<BrowserTab>();
  const locks = new Map<string, { held: Waiting[]; queue: Waiting[] }>();
  const channels = new Map<string, Set<{ owner: object; receive: (message: unknown) => void }>>();
  let keys = 0;
  /** How often the browser has emptied the databases. */
  let emptied = 0;

  /** While a database is opened. */
  let opening: Promise<unknown> = Promise.resolve();
  /** While another version uses the database. */
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
    /** The session that the browser's cookie names. It may have ended. */
    session: undefined as number | undefined,
    isStorageBlocked: false,
    isDiskFull: false,
    /** Whether the disk was ever blocked or full. */
    hasFailed: false,
    /** When the browser last emptied its databases. */
    emptiedAtMs: -Infinity,
    /** When it last closed the connections to them. */
    disconnectedAtMs: -Infinity,

    /** The browser empties the databases, as it does when its disk is nearly full, without a word to the app. */
    emptyDatabases(): void {
      device.emptiedAtMs = world.now();
      emptied++;
      databasesOf(factory).clear();
      device.loseConnections();
    },

    /** The mutations on disk, read without the disk noticing. */
    stored(userId: number): QueuedMutation[] {
      const { _databases: databases } = factory as unknown as {
        _databases: Map<
          string,
          { rawObjectStores: Map<string, { getAllValues: () => unknown[] }> }
        >;
      };
      const outbox = databases.get(`daymark.${userId}`)?.rawObjectStores.get('outbox');
      // Without the outbox's identity.
      return ((outbox?.getAllValues() ?? []) as QueuedMutation[]).filter(({ seq }) => seq !== 0);
    },

    goOnline(isOnline: boolean): void {
      device.isOnline = isOnline;
      for (const tab of tabs) tab.tellOnline(isOnline);
    },

    /** The browser closes all connections to the disk, as it does in the background. */
    loseConnections(): void {
      device.disconnectedAtMs = world.now();
      for (const tab of tabs) tab.loseConnections();
    },

    /**
     * Another version of the app, with another shape of the records, uses the database once. Browsers let it wait until
     * the others' transactions have ended, which fake-indexeddb does not.
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

    /** What is stored in this browser for all tabs, by key. */
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
    /** Who is signed in. */
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
   * A tab: what the app in it needs of the browser. Once it is closed, nothing that it does has an effect. `onRequest`
   * gets its requests.
   */
  function openTab(onRequest: (request: Request) => void) {
    let isClosed = false;
    const connections = new Set<IDBDatabase>();
    const onlineListeners = new Set<(isOnline: boolean) => void>();
    const onClosed: (() => void)[] = [];
    /** Never settles: the page that waits for it is gone. */
    const never = <T>() => new Promise<T>(() => {});

    const openDatabase: OpenDatabase = async (name, version, callbacks) => {
      if (isClosed) return never();
      if (device.isStorageBlocked) throw new DOMException('Storage is blocked.', 'SecurityError');
      await raising;
      const emptiedBefore = emptied;
      // Browsers open a database once the last opening of it, with its upgrade, is over.
      const opened = opening.then(() => openWith(factory, name, version, callbacks as never));
      opening = opened.catch(() => undefined);
      const database = await opened;
      const connection = unwrap(database);
      if (isClosed as boolean) {
        connection.close();
        return never();
      }
      // The database that was opened no longer exists.
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
        // Node keeps a composed signal for as long as somebody listens to it.
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
        const arrive = (answers: boolean) => {
          const reply = server.answer(sent, session);
          if (!answers) return;
          const isLost = !device.isOnline || world.chance(line.replyLost);
          if (isLost && world.chance(0.5)) return; // until the request is given up
          world.after(world.between(1, line.slowestMs), () => {
            // The browser does what an answer says of its cookie, also if no tab waits for it.
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
      /** Takes a lock if no other tab has it: returns what releases it. */
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

/** What fake-indexeddb keeps of a database. */
interface RawDatabase {
  rawObjectStores: Map<string, { getAllValues: () => unknown[] }>;
  transactions: { _state: string }[];
}

const databasesOf = (factory: IDBFactory) =>
  (factory as unknown as { _databases: Map<string, RawDatabase> })._databases;

/** The upgrade to another shape: the records are fetched again, and the outbox stays. */
function upgrade(database: IDBPDatabase) {
  for (const store of ['records', 'revisions', 'kept'])
    if (database.objectStoreNames.contains(store)) database.deleteObjectStore(store);
  if (!database.objectStoreNames.contains('outbox'))
    database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
}

/** `openDB` in this device's databases: it takes those of the global `indexedDB`, at once. */
function openWith(factory: IDBFactory, ...parameters: Parameters<OpenDatabase>) {
  globalThis.indexedDB = factory;
  return openDB(...parameters);
}
