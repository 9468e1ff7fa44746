import type { Changes, CollectionName, KnownRevisions } from '@daymark/contract/changes';
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { byId, type Mutation, type Identified } from './mutation';

/*
 * What this browser keeps of one person: a copy of each collection as the server confirmed it, how far that copy has
 * come, and the changes that wait to be sent. A database for each person, so that nobody can see another's.
 */

/** A collection's records, and the server's word for how far they have come. */
interface Copy {
  records: readonly Identified[];
  revision: string;
}

/** A mutation as it is kept: in the order of its number. */
export type QueuedMutation = Mutation & { seq: number };

/** What became of a mutation that was sent: the record as it stands now, or that there is none. */
type Outcome = { record: Identified } | { gone: true };

/** The copies and the outbox of one person. Every method is one transaction: it happens whole, or not at all. */
export interface Replica {
  read: (collection: CollectionName) => Promise<Copy | undefined>;
  revisions: () => Promise<KnownRevisions>;
  replace: (collection: CollectionName, copy: Copy) => Promise<void>;
  /** Takes over what is new, but for collections that are to be read anew. */
  apply: (changes: Changes) => Promise<void>;

  /** The changes that wait, oldest first. */
  outbox: () => Promise<QueuedMutation[]>;
  isWaiting: (seq: number) => Promise<boolean>;
  enqueue: (mutation: Mutation) => Promise<QueuedMutation>;
  amend: (mutation: QueuedMutation) => Promise<void>;
  discard: (seqs: readonly number[]) => Promise<void>;
  /** The mutation is done with, and the copy has what came of it: both or neither. */
  settle: (mutation: QueuedMutation, outcome: Outcome) => Promise<void>;

  /** What was kept under a name; for replies that are no collection's records. */
  kept: (name: string) => Promise<Kept | undefined>;
  keep: (name: string, value: unknown) => Promise<void>;
  close: () => void;
}

/** A value, and when it was kept, in ms. */
export interface Kept {
  value: unknown;
  at: number;
}

/**
 * Raised when records are kept in another shape: copies of the old one are then read anew from the server. The outbox
 * stays; its changes are in the contract's terms.
 */
const SHAPE = 2;

interface Shape extends DBSchema {
  records: { key: [CollectionName, number]; value: Identified };
  revisions: { key: CollectionName; value: string };
  kept: { key: string; value: Kept };
  outbox: { key: number; value: Omit<QueuedMutation, 'seq'> & { seq?: number } };
}

const nameOf = (userId: number) => `daymark.${userId}`;

/** Opens what is kept of a person. @throws where the browser keeps nothing. */
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
    // Another tab deletes what is kept, or has a newer version of the app: it doesn't wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  return replicaIn(db);
}

/** Deletes what is kept of a person. */
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
      for (const [collection, news] of entriesOf(changes)) {
        if (news.reset) continue;
        for (const record of news.changed) void store.put(record, [collection, record.id]);
        for (const id of news.deleted) void store.delete([collection, id]);
        void transaction.objectStore('revisions').put(news.revision, collection);
      }
      await transaction.done;
    },

    outbox: async () => (await db.getAll('outbox')) as QueuedMutation[],
    isWaiting: async (seq) => (await db.count('outbox', seq)) > 0,
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

    async settle({ seq, collection, recordId }, outcome) {
      const transaction = db.transaction(['outbox', 'records', 'revisions'], 'readwrite');
      void transaction.objectStore('outbox').delete(seq);
      // Without a copy of the collection there is nothing to bring up to date.
      if (await transaction.objectStore('revisions').getKey(collection)) {
        const records = transaction.objectStore('records');
        if ('record' in outcome) void records.put(outcome.record, [collection, outcome.record.id]);
        else void records.delete([collection, recordId]);
      }
      await transaction.done;
    },

    kept: (name) => db.get('kept', name),
    async keep(name, value) {
      await db.put('kept', { value, at: Date.now() }, name);
    },

    close: () => db.close(),
  };
}

/** For a browser that keeps nothing: all of it lasts as long as the page. */
export function memoryReplica(): Replica {
  const copies = new Map<CollectionName, { byId: Map<number, Identified>; revision: string }>();
  const values = new Map<string, Kept>();
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
      for (const [collection, news] of entriesOf(changes)) {
        const copy = copies.get(collection);
        if (!copy || news.reset) continue;
        for (const record of news.changed) copy.byId.set(record.id, record);
        for (const id of news.deleted) copy.byId.delete(id);
        copy.revision = news.revision;
      }
      return done;
    },
    outbox: () => soon(outbox),
    isWaiting: (wanted) => soon(outbox.some((mutation) => mutation.seq === wanted)),
    enqueue(mutation) {
      const kept = { ...mutation, seq: ++seq };
      outbox = [...outbox, kept];
      return soon(kept);
    },
    amend(mutation) {
      outbox = outbox.map((other) => (other.seq === mutation.seq ? mutation : other));
      return done;
    },
    discard(seqs) {
      outbox = outbox.filter((mutation) => !seqs.includes(mutation.seq));
      return done;
    },
    settle(mutation, outcome) {
      outbox = outbox.filter(({ seq: other }) => other !== mutation.seq);
      const records = copies.get(mutation.collection)?.byId;
      if ('record' in outcome) records?.set(outcome.record.id, outcome.record);
      else records?.delete(mutation.recordId);
      return done;
    },
    kept: (name) => soon(values.get(name)),
    keep(name, value) {
      values.set(name, { value, at: Date.now() });
      return done;
    },
    close: () => undefined,
  };
}

/** The parts of a reply, each with its collection's name. */
export const entriesOf = (changes: Changes) =>
  Object.entries(changes) as [
    CollectionName,
    { revision: string; reset: boolean; changed: Identified[]; deleted: number[] },
  ][];
