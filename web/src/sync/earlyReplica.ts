import type { CollectionName } from '@daymark/contract/changes';
import { databaseName, keysOfCollection, keysOfMutations, SHAPE } from './diskShape';
import type { Identified } from '../domain/mutation';
import type { Copy } from './replica';

/*
 * Begins to read a person's replica in the first file of the app, while the browser still compiles the others: that
 * takes about as long as opening the database and reading a thousand records. Nothing is written here.
 */

/** What was read, for the replica that takes it over. */
export interface EarlyReplica {
  /** Undefined if there is no database of this shape. */
  database: Promise<IDBDatabase | undefined>;
  copies: ReadonlyMap<CollectionName, Promise<Copy | undefined>>;
  /** The sequence numbers of the mutations that were queued when the copies were read. */
  queued: Promise<readonly number[]>;
}

let early: { userId: number; replica: EarlyReplica } | undefined;

/** Begins to read these collections of a person. Where storage is blocked there is nothing to read. */
export function readReplicaEarly(userId: number, collections: readonly CollectionName[]): void {
  const database = openExisting(userId).catch(() => undefined);
  const reading = database.then((db) => db?.transaction(['records', 'revisions', 'outbox']));
  const read = async <T>(
    from: (transaction: IDBTransaction) => IDBRequest,
  ): Promise<T | undefined> => {
    const transaction = await reading;
    return transaction && ((await resultOf(from(transaction))) as T);
  };
  const copyOf = async (collection: CollectionName): Promise<Copy | undefined> => {
    const [revision, records] = await Promise.all([
      read<string>((from) => from.objectStore('revisions').get(collection)),
      read<Identified[]>((from) =>
        from.objectStore('records').getAll(keysOfCollection(collection)),
      ),
    ]);
    return revision === undefined || !records ? undefined : { records, revision };
  };
  const queued = read<number[]>((from) => from.objectStore('outbox').getAllKeys(keysOfMutations()));
  const replica: EarlyReplica = {
    database,
    queued: queued.then((keys) => keys ?? []).catch(() => []),
    copies: new Map(collections.map((name) => [name, copyOf(name).catch(() => undefined)])),
  };
  early = { userId, replica };
}

/** What was read of this person; undefined at the second call. */
export function takeEarlyReplica(userId: number): EarlyReplica | undefined {
  const taken = early;
  early = undefined;
  if (taken?.userId === userId) return taken.replica;
  void taken?.replica.database.then((db) => db?.close());
  return undefined;
}

/** Opens a person's database; undefined if there is none of this shape. */
async function openExisting(userId: number): Promise<IDBDatabase | undefined> {
  const request = indexedDB.open(databaseName(userId));
  // There is none. An aborted creation leaves nothing behind.
  request.onupgradeneeded = () => request.transaction?.abort();
  const db = await resultOf(request);
  if (db.version !== SHAPE) {
    db.close();
    return undefined;
  }
  // Another tab deletes the database or upgrades it: it must not wait for this tab.
  db.onversionchange = () => db.close();
  return db;
}

/** The result of a request. @throws its error. */
const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database could not be read.'));
  });
