import type { CollectionName } from '@daymark/contract/changes';
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { databaseName, IDENTITY, keysOfCollection, SHAPE } from './diskShape';
import { memoryReplica } from './memoryReplica';
import type { Identified, Mutation } from '../../domain/mutation';
import {
  advanced,
  entriesOf,
  surplusNames,
  type QueuedMutation,
  type Replica,
  type StoredOutbox,
  type StoredValue,
} from './replica';

/* A person's replica on disk. Each person has a separate database, so that nobody sees another person's data. */

interface Shape extends DBSchema {
  records: { key: [CollectionName, number]; value: Identified };
  revisions: { key: CollectionName; value: string };
  kept: { key: string; value: StoredValue };
  outbox: { key: number; value: OutboxEntry };
  /** Drafts of a session that has ended. */
  drafts: { key: string; value: string };
}

/** A mutation, or the outbox's identity. */
type OutboxEntry = (Omit<QueuedMutation, 'seq'> | { key: string }) & { seq?: number };

/** At most this many tries of an operation whose connection is lost. */
const TRIES_MAX = 4;

/** Opens a database, as `openDB` of idb does. */
export type OpenDatabase = typeof openDB;

/**
 * Opens a person's replica on disk. Browsers close the connections of tabs in the background, and another tab may need
 * the database for itself. An operation that finds the connection lost opens it again and is retried. Calls `onClosed`
 * when the browser has closed the connection.
 * @throws if storage is blocked. Each operation throws as well if the database can't be opened again.
 */
export async function openReplica(
  userId: number,
  openDatabase: OpenDatabase = openDB,
  onClosed: () => void = () => undefined,
): Promise<Replica> {
  let isClosed = false;
  // After a logout no data of the person may be written again.
  const onDeleted = () => void (isClosed = true);
  const events = {
    onDeleted,
    onClosed: () => {
      if (!isClosed) onClosed();
    },
  };
  const connectAgain = () => connect(userId, openDatabase, events);
  let connection = connectAgain();
  await connection;

  async function run<T>(
    operation: (replica: Replica) => Promise<T>,
    again = operation,
  ): Promise<T> {
    for (let tries = 1; ; tries++) {
      const used = connection;
      try {
        return await (tries === 1 ? operation : again)(await used);
      } catch (error) {
        if (isClosed || !isConnectionLost(error) || tries === TRIES_MAX) throw error;
        if (connection === used) connection = connectAgain();
      }
    }
  }

  return {
    read: (collection) => run((replica) => replica.read(collection)),
    revisions: () => run((replica) => replica.revisions()),
    replace: (collection, copy) => run((replica) => replica.replace(collection, copy)),
    apply: (changes) => run((replica) => replica.apply(changes)),
    outbox: () => run((replica) => replica.outbox()),
    find: (mutation) => run((replica) => replica.find(mutation)),
    putBack: (mutations) => run((replica) => replica.putBack(mutations)),
    enqueue: (...mutations) =>
      run(
        (replica) => replica.enqueue(...mutations),
        // The connection may have been lost after the mutations were stored.
        async (replica) => {
          const keys = mutations.map(({ key }) => key);
          const { queued } = await replica.outbox();
          const stored = queued.filter(({ key }) => keys.includes(key));
          return stored.length > 0 ? stored : replica.enqueue(...mutations);
        },
      ),
    amend: (mutation) => run((replica) => replica.amend(mutation)),
    supersede: (other, mutation, edit) =>
      run(
        (replica) => replica.supersede(other, mutation, edit),
        // The connection may have been lost after the mutations were stored.
        async (replica) => {
          const keys = [mutation.key, edit?.key];
          const { queued } = await replica.outbox();
          const stored = queued.filter(({ key }) => keys.includes(key));
          return stored.length > 0 ? stored : replica.supersede(other, mutation, edit);
        },
      ),
    discard: (mutations) => run((replica) => replica.discard(mutations)),
    confirm: (mutation, outcome) => run((replica) => replica.confirm(mutation, outcome)),
    readValue: (name) => run((replica) => replica.readValue(name)),
    storeValue: (name, value) => run((replica) => replica.storeValue(name, value)),
    keepValues: (prefix, most) => run((replica) => replica.keepValues(prefix, most)),
    close() {
      isClosed = true;
      void connection.then(
        (replica) => replica.close(),
        () => undefined,
      );
    },
  };
}

const isConnectionLost = (error: unknown) =>
  error instanceof DOMException &&
  ['InvalidStateError', 'AbortError', 'UnknownError'].includes(error.name);

interface ConnectionEvents {
  /** Called when the database is being deleted. */
  onDeleted: () => void;
  /** Called when the browser has closed the connection. The browser may have emptied the database. */
  onClosed: () => void;
}

async function connect(
  userId: number,
  openDatabase: OpenDatabase,
  { onDeleted, onClosed }: ConnectionEvents,
): Promise<Replica> {
  const { db, isNewer } = await openPersonDatabase(userId, openDatabase, onDeleted);
  db.onclose = onClosed;
  return isNewer ? outboxOf(db) : replicaIn(db);
}

/**
 * Opens a person's database. `isNewer` is true if a later version of the app, since rolled back, stored its records in
 * the database. If `isNewer` is true, only the drafts and the outbox can be read. The outbox has the contract's shape.
 */
export async function openPersonDatabase(
  userId: number,
  openDatabase: OpenDatabase = openDB,
  onDeleted: () => void = () => undefined,
): Promise<{ db: IDBPDatabase<Shape>; isNewer: boolean }> {
  // Another tab that deletes or upgrades the database must not wait for this one.
  const blocking = (_current: number, newVersion: number | null, event: IDBVersionChangeEvent) => {
    if (newVersion === null) onDeleted();
    (event.target as IDBDatabase).close();
  };
  try {
    const db = await openDatabase<Shape>(databaseName(userId), SHAPE, {
      upgrade(database) {
        if (!database.objectStoreNames.contains('outbox'))
          database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
        if (!database.objectStoreNames.contains('drafts')) database.createObjectStore('drafts');
        for (const store of ['records', 'revisions', 'kept'] as const) {
          if (database.objectStoreNames.contains(store)) database.deleteObjectStore(store);
          database.createObjectStore(store);
        }
      },
      blocking,
    });
    return { db, isNewer: false };
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
    const db = await openDatabase<Shape>(databaseName(userId), undefined, { blocking });
    if (db.version > SHAPE) return { db, isNewer: true };
    // The browser has emptied the database since the first attempt, and this database is new.
    db.close();
    return openPersonDatabase(userId, openDatabase, onDeleted);
  }
}

/** Creates a replica that has only its outbox on disk. */
function outboxOf(db: IDBPDatabase<Shape>): Replica {
  const memory = memoryReplica();
  const outbox = outboxIn(db);
  return {
    ...memory,
    ...outbox,
    async confirm(mutation, { followUp, ...outcome }) {
      const { replacement, added = [], rebased = [] } = followUp ?? {};
      // Store the follow-up before removing the mutation. Storing the follow-up twice is better than losing it.
      const queued = await outbox.enqueue(...(replacement ? [replacement] : []), ...added);
      for (const one of rebased) await outbox.amend(one);
      await outbox.discard([mutation]);
      const { advance } = await memory.confirm(mutation, outcome);
      return { advance, queued: [...queued, ...rebased] };
    },
    close: () => db.close(),
  };
}

export const deleteReplica = (userId: number): Promise<void> => deleteDB(databaseName(userId));

type Outbox = Pick<
  Replica,
  'outbox' | 'find' | 'putBack' | 'enqueue' | 'amend' | 'supersede' | 'discard'
>;

const isMutation = (entry: OutboxEntry): entry is QueuedMutation => entry.seq !== IDENTITY;

/** Queues the given mutations that are missing, then reads the outbox. An outbox without an identity gets one. */
async function identified(
  db: IDBPDatabase<Shape>,
  mutations: readonly (Mutation | QueuedMutation)[] = [],
): Promise<StoredOutbox> {
  const { store, done } = db.transaction('outbox', 'readwrite');
  const entries = await store.getAll();
  const queued = entries.filter(isMutation);
  const known = new Set(mutations.map(({ key }) => key));
  const missing = mutations.filter(({ key }) => !queued.some((other) => other.key === key));
  // Missing mutations return to their old positions, because the sender may be sending one of them. If newer mutations
  // have the same or earlier positions, the missing mutations go before all queued ones.
  const areLate = missing.some(
    (given) =>
      'seq' in given &&
      queued.some(({ key, seq }) => seq === given.seq || (seq < given.seq && !known.has(key))),
  );
  let first = Math.min(IDENTITY, ...queued.map(({ seq }) => seq));
  for (const given of areLate ? [...missing].reverse() : missing) {
    const mutation = areLate && 'seq' in given ? { ...given, seq: --first } : given;
    queued.push({ ...mutation, seq: await store.add(mutation) });
  }
  queued.sort((a, b) => a.seq - b.seq);
  let identity = entries.find(({ seq }) => seq === IDENTITY)?.key;
  if (identity === undefined) {
    identity = crypto.randomUUID();
    void store.put({ seq: IDENTITY, key: identity });
  }
  await done;
  return { queued, identity };
}

function outboxIn(db: IDBPDatabase<Shape>): Outbox {
  return {
    outbox: () => identified(db),
    async find({ seq, key }) {
      const { store } = db.transaction('outbox');
      const [entry, identity] = await Promise.all([store.get(seq), store.get(IDENTITY)]);
      return { isQueued: entry?.key === key, identity: identity?.key ?? '' };
    },
    putBack: (mutations) => identified(db, mutations),
    async enqueue(...mutations) {
      const { store, done } = db.transaction('outbox', 'readwrite');
      const seqs = await Promise.all(mutations.map((mutation) => store.add(mutation)));
      await done;
      return mutations.map((mutation, index) => ({ ...mutation, seq: seqs[index] ?? 0 }));
    },
    async amend(mutation) {
      const { store, done } = db.transaction('outbox', 'readwrite');
      if ((await store.get(mutation.seq))?.key === mutation.key) void store.put(mutation);
      await done;
    },
    async supersede({ seq, key }, mutation, edit) {
      const { store, done } = db.transaction('outbox', 'readwrite');
      const isQueued = (await store.get(seq))?.key === key;
      const stored: QueuedMutation[] = [];
      if (isQueued) {
        stored.push({ ...mutation, seq });
        void store.put({ ...mutation, seq });
      }
      if (edit && (!isQueued || mutation.kind === 'create'))
        stored.push({ ...edit, seq: await store.add(edit) });
      await done;
      return stored;
    },
    async discard(mutations) {
      const { store, done } = db.transaction('outbox', 'readwrite');
      for (const { seq, key } of mutations)
        if ((await store.get(seq))?.key === key) void store.delete(seq);
      await done;
    },
  };
}

/** How many records are stored before the page gets a turn, in the same transaction. */
const PUTS = 50;

function replicaIn(db: IDBPDatabase<Shape>): Replica {
  return {
    async read(collection) {
      const transaction = db.transaction(['records', 'revisions']);
      const [revision, records] = await Promise.all([
        transaction.objectStore('revisions').get(collection),
        transaction.objectStore('records').getAll(keysOfCollection(collection)),
      ]);
      return revision === undefined ? undefined : { records, revision };
    },

    async revisions() {
      const store = db.transaction('revisions').store;
      const [names, revisions] = await Promise.all([store.getAllKeys(), store.getAll()]);
      return Object.fromEntries(names.map((name, index) => [name, revisions[index]]));
    },

    async replace(collection, { records, revision }) {
      const transaction = db.transaction(['records', 'revisions'], 'readwrite');
      const store = transaction.objectStore('records');
      void store.delete(keysOfCollection(collection));
      for (let first = 0; first < records.length; first += PUTS) {
        const slice = records.slice(first, first + PUTS);
        // Storing thousands of records at once would block the page.
        await Promise.all(slice.map((record) => store.put(record, [collection, record.id])));
      }
      void transaction.objectStore('revisions').put(revision, collection);
      await transaction.done;
    },

    async apply(changes) {
      const transaction = db.transaction(['records', 'revisions'], 'readwrite');
      const store = transaction.objectStore('records');
      const known = new Set(await transaction.objectStore('revisions').getAllKeys());
      for (const [collection, { reset, changed, deleted, revision }] of entriesOf(changes)) {
        // Changes of a collection that is not on disk would look like the whole collection.
        if (reset || !known.has(collection)) continue;
        for (const record of changed) void store.put(record, [collection, record.id]);
        for (const id of deleted) void store.delete([collection, id]);
        void transaction.objectStore('revisions').put(revision, collection);
      }
      await transaction.done;
    },

    ...outboxIn(db),

    async confirm({ seq, key, collection, recordId }, outcome) {
      const transaction = db.transaction(['outbox', 'records', 'revisions'], 'readwrite');
      const outbox = transaction.objectStore('outbox');
      const isConfirmed = (await outbox.get(seq))?.key === key;
      const queued: QueuedMutation[] = [];
      if (isConfirmed) {
        const { replacement, added = [], rebased = [] } = outcome.followUp ?? {};
        if (replacement) queued.push({ ...replacement, seq });
        if (replacement) void outbox.put({ ...replacement, seq });
        else void outbox.delete(seq);
        for (const one of rebased)
          if ((await outbox.get(one.seq))?.key === one.key) {
            void outbox.put(one);
            queued.push(one);
          }
        for (const one of added) queued.push({ ...one, seq: await outbox.add(one) });
      }
      const revisions = transaction.objectStore('revisions');
      const revision = await revisions.get(collection);
      // A collection without a revision is not in the replica and will be fetched whole.
      if (revision !== undefined) {
        const records = transaction.objectStore('records');
        if ('record' in outcome) void records.put(outcome.record, [collection, outcome.record.id]);
        else void records.delete([collection, recordId]);
      }
      const advance =
        revision !== undefined && isConfirmed && outcome.isCounted ? advanced(revision) : undefined;
      if (advance) void revisions.put(advance.revision, collection);
      await transaction.done;
      return { advance, queued };
    },

    readValue: (name) => db.get('kept', name),
    async storeValue(name, value) {
      await db.put('kept', { value, at: Date.now() }, name);
    },
    async keepValues(prefix, most) {
      const { store, done } = db.transaction('kept', 'readwrite');
      const [names, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      const entries = names.flatMap((name, index): [string, StoredValue][] => {
        const value = values[index];
        return value ? [[name, value]] : [];
      });
      for (const name of surplusNames(entries, prefix, most)) void store.delete(name);
      await done;
    },

    close: () => db.close(),
  };
}
