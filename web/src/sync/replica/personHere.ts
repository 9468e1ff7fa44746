import { openDB } from 'idb';
import type { QueuedMutation, StoredValue } from './replica';
import type { OpenDatabase } from './diskReplica';
import { databaseName } from './diskShape';

/** Values of this browser by name. */
type BrowserValues = Readonly<Record<string, string>>;

/** The name of the stored value with this browser's values, for the service worker, which can't read local storage. */
export const BROWSER_VALUES = 'browser';

/** A person whose records are here, as far as the service worker needs to know. */
export interface PersonHere {
  values: BrowserValues;
  /** The latest time of an edit that waits in the outbox, in ms, or 0. */
  lastEditMs: number;
}

/**
 * Reads what the service worker needs to know about a person. Returns undefined if this browser doesn't have the
 * person's records, which it has until their session ends. The database is not created if there is none.
 */
export async function personHere(
  userId: number,
  openDatabase: OpenDatabase = openDB,
): Promise<PersonHere | undefined> {
  try {
    const db = await openDatabase(databaseName(userId), undefined, {
      upgrade(_db, _from, _to, transaction) {
        transaction.done.catch(() => undefined);
        transaction.abort();
      },
      blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    });
    try {
      // Reading a store that is missing throws.
      if ((await db.count('revisions')) === 0) return undefined;
      const stored = (await db.get('kept', BROWSER_VALUES)) as StoredValue | undefined;
      const queued = (await db.getAll('outbox')) as Partial<QueuedMutation>[];
      const times = queued.map(({ editedAt = 0 }) => new Date(editedAt).getTime());
      return {
        values: (stored?.value ?? {}) as BrowserValues,
        lastEditMs: Math.max(0, ...times),
      };
    } finally {
      db.close();
    }
  } catch {
    // There is no database, or storage is blocked.
    return undefined;
  }
}
