import type { Changes, CollectionName, KnownRevisions } from '@daymark/contract/changes';
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { byId, type Mutation, type Identified } from './mutation';

/*
 * What this browser stores of one person: the confirmed records of each collection, the collection's revision, and the
 * outbox. Each person has a database of their own, so that nobody can see another's.
 */

/** A collection's confirmed records and their revision. */
interface Copy {
  records: readonly Identified[];
  revision: string;
}

/** A mutation in the outbox, ordered by its sequence number. */
export type QueuedMutation = Mutation & { seq: number };

/** The result of a confirmed mutation: the record as the server has it, or that it is deleted. */
type Outcome = { record: Identified } | { gone: true };

/** One person's confirmed records and outbox. Every method is one transaction. */
export interface Replica {
  read: (collection: CollectionName) => Promise<Copy | undefined>;
  revisions: () => Promise<KnownRevisions>;
  replace: (collection: CollectionName, copy: Copy) => Promise<void>;
  /** Applies changes, except for collections that are reset. */
  apply: (changes: Changes) => Promise<void>;

  /** The queued mutations, oldest first. */
  outbox: () => Promise<QueuedMutation[]>;
  isQueued: (seq: number) => Promise<boolean>;
  enqueue: (mutation: Mutation) => Promise<QueuedMutation>;
  amend: (mutation: QueuedMutation) => Promise<void>;
  discard: (seqs: readonly number[]) => Promise<void>;
  /** Removes the mutation from the outbox and stores its result. */
  confirm: (mutation: QueuedMutation, outcome: Outcome) => Promise<void>;

  /** Reads a value that belongs to no collection, by its name. */
  readValue: (name: string) => Promise<StoredValue | undefined>;
  storeValue: (name: string, value: unknown) => Promise<void>;
  close: () => void;
}

/** A value, and when it was stored, in ms since 1970. */
export interface StoredValue {
  value: unknown;
  at: number;
}

/**
 * Raise it when records are stored in another shape: everything but the outbox is deleted and fetched again. The outbox
 * stays, because its mutations have the contract's shape.
 */
const SHAPE = 2;

interface Shape extends DBSchema {
  records: { key: [CollectionName, number]; value: Identified };
  revisions: { key: CollectionName; value: string };
  kept: { key: string; value: StoredValue };
  outbox: { key: number; value: Omit<QueuedMutation, 'seq'> & { seq?: number } };
}

const nameOf = (userId: number) => `daymark.${userId}`;

/** Opens a person's replica on disk. @throws if storage is blocked. */
export async function openReplica(userId: number): Promise<Replica> {
  const db = await openDB<Shape>(nameOf(userId), SHAPE, {
    upgrade(database, oldVersion) {
      if (oldVersion === 0)
        database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      for (const store of ['records', 'revisions', 'kept'] as const) {
        if (database.objectStoreNames.contains(store)) database.deleteObjectStore(store);
        database.createObjectStore(store);
      }
    },
    // Another tab deletes the database or upgrades it: it must not wait for this tab.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  return replicaIn(db);
}

/** Deletes a person's replica from disk. */
export const deleteReplica = (userId: number): Promise<void> => deleteDB(nameOf(userId));

const all = (collection: CollectionName) => IDBKeyRange.bound([collection], [collection, []]);

function replicaIn(db: IDBPDatabase<Shape>): Replica {
  return {
    async read(collection) {
      const transaction = db.transaction(['records', 'revisions']);
      const [revision, records] = await Promise.all([
        transaction.objectStore('revisions').get(collection),
        transaction.objectStore('records').getAll(all(collection)),
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
      void store.delete(all(collection));
      for (const record of records) void store.put(record, [collection, record.id]);
      void transaction.objectStore('revisions').put(revision, collection);
      await transaction.done;
    },

    async apply(changes) {
      const transaction = db.transaction(['records', 'revisions'], 'readwrite');
      const store = transaction.objectStore('records');
      for (const [collection, { reset, changed, deleted, revision }] of entriesOf(changes)) {
        if (reset) continue;
        for (const record of changed) void store.put(record, [collection, record.id]);
        for (const id of deleted) void store.delete([collection, id]);
        void transaction.objectStore('revisions').put(revision, collection);
      }
      await transaction.done;
    },

    outbox: async () => (await db.getAll('outbox')).map(withRejection) as QueuedMutation[],
    isQueued: async (seq) => (await db.count('outbox', seq)) > 0,
    async enqueue(mutation) {
      const seq = await db.add('outbox', mutation);
      return { ...mutation, seq };
    },
    async amend(mutation) {
      await db.put('outbox', mutation);
    },
    async discard(seqs) {
      const transaction = db.transaction('outbox', 'readwrite');
      for (const seq of seqs) void transaction.store.delete(seq);
      await transaction.done;
    },

    async confirm({ seq, collection, recordId }, outcome) {
      const transaction = db.transaction(['outbox', 'records', 'revisions'], 'readwrite');
      void transaction.objectStore('outbox').delete(seq);
      // A collection without a revision is not in the replica: it will be fetched whole.
      if (await transaction.objectStore('revisions').getKey(collection)) {
        const records = transaction.objectStore('records');
        if ('record' in outcome) void records.put(outcome.record, [collection, outcome.record.id]);
        else void records.delete([collection, recordId]);
      }
      await transaction.done;
    },

    readValue: (name) => db.get('kept', name),
    async storeValue(name, value) {
      await db.put('kept', { value, at: Date.now() }, name);
    },

    close: () => db.close(),
  };
}

/** Until November 2026 the app stored the rejection of a mutation as `refusal`. */
function withRejection<M extends object>(mutation: M & { refusal?: string }): M {
  const { refusal, ...rest } = mutation;
  return refusal === undefined ? mutation : ({ ...rest, rejection: refusal } as unknown as M);
}

/** A replica in memory, for browsers that block storage. It lasts as long as the page. */
export function memoryReplica(): Replica {
  const copies = new Map<CollectionName, { byId: Map<number, Identified>; revision: string }>();
  const values = new Map<string, StoredValue>();
  let outbox: QueuedMutation[] = [];
  let seq = 0;
  const soon = <T>(value: T) => Promise.resolve(value);
  const done = Promise.resolve();
  return {
    read(collection) {
      const copy = copies.get(collection);
      return soon(copy && { records: [...copy.byId.values()], revision: copy.revision });
    },
    revisions: () =>
      soon(Object.fromEntries([...copies].map(([name, { revision }]) => [name, revision]))),
    replace(collection, { records, revision }) {
      copies.set(collection, { byId: new Map(byId(records)), revision });
      return done;
    },
    apply(changes) {
      for (const [collection, { reset, changed, deleted, revision }] of entriesOf(changes)) {
        const copy = copies.get(collection);
        if (!copy || reset) continue;
        for (const record of changed) copy.byId.set(record.id, record);
        for (const id of deleted) copy.byId.delete(id);
        copy.revision = revision;
      }
      return done;
    },
    outbox: () => soon(outbox),
    isQueued: (wanted) => soon(outbox.some((mutation) => mutation.seq === wanted)),
    enqueue(mutation) {
      const queued = { ...mutation, seq: ++seq };
      outbox = [...outbox, queued];
      return soon(queued);
    },
    amend(mutation) {
      outbox = outbox.map((other) => (other.seq === mutation.seq ? mutation : other));
      return done;
    },
    discard(seqs) {
      outbox = outbox.filter((mutation) => !seqs.includes(mutation.seq));
      return done;
    },
    confirm(mutation, outcome) {
      outbox = outbox.filter(({ seq: other }) => other !== mutation.seq);
      const records = copies.get(mutation.collection)?.byId;
      if ('record' in outcome) records?.set(outcome.record.id, outcome.record);
      else records?.delete(mutation.recordId);
      return done;
    },
    readValue: (name) => soon(values.get(name)),
    storeValue(name, value) {
      values.set(name, { value, at: Date.now() });
      return done;
    },
    close: () => undefined,
  };
}

/** The changes of each collection, with its name. */
export const entriesOf = (changes: Changes) =>
  Object.entries(changes) as [
    CollectionName,
    { revision: string; reset: boolean; changed: Identified[]; deleted: number[] },
  ][];
