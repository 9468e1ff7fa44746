import type { CollectionName } from '@daymark/contract/changes';
import type { DocumentReference, Firestore, Timestamp, WriteBatch } from 'firebase-admin/firestore';
import type { Owner, OwnerRef } from '../owner';
import { firestore, isNotFound } from './firestore';

/**
 * The counters of a person. Each collection has a counter, which every write to the collection raises. The counter
 * `profile` is raised when the person's name or time zone changes. Changes of Google Calendar's data raise further
 * counters. All counters are stored in `users/{uid}/live/revisions`. Times are in microseconds.
 */
export interface Revisions {
  /**
   * When the document was created. The document is created with the profile, and again when the person starts empty.
   * Counters of different epochs can't be compared. 0 while the account is being emptied or deleted.
   */
  epoch: number;
  /** When the document was last written. */
  time: number;
  counters: Partial<Record<CollectionName | 'profile', number>>;
}

export interface RevisionsStore {
  get: (owner: Owner) => Promise<Revisions>;
  /** Ends live tokens made at or before this moment. firestore.rules doesn't let these tokens read the document. */
  endListeners: (uid: string, moment: Date) => Promise<void>;
}

/**
 * Returns the only document that a client may read directly. Every write of a record raises a counter in this document.
 */
export function revisionsDocument(db: Firestore, { uid }: OwnerRef): DocumentReference {
  return db.doc(`users/${uid}/live/revisions`);
}

/**
 * Makes a batch raise counters. The counters' document is created with the profile, and a deletion removes this
 * document first. Once an account is being deleted, the commit fails with NOT_FOUND, so no running request can write to
 * it.
 */
export function raiseCounters(
  { db, FieldValue }: Pick<Awaited<ReturnType<typeof firestore>>, 'db' | 'FieldValue'>,
  batch: WriteBatch,
  owner: OwnerRef,
  names: readonly string[],
): void {
  const raised = Object.fromEntries(names.map((name) => [name, FieldValue.increment(1)]));
  batch.update(revisionsDocument(db, owner), raised);
}

export function revisions(): RevisionsStore {
  return {
    async get(owner) {
      const { db } = await firestore();
      const snapshot = await revisionsDocument(db, owner).get();
      return {
        epoch: microseconds(snapshot.createTime),
        time: microseconds(snapshot.updateTime),
        counters: snapshot.data() ?? {},
      };
    },

    async endListeners(uid, moment) {
      const { db } = await firestore();
      try {
        await revisionsDocument(db, { uid }).update({ listenersEndedAt: moment.getTime() });
      } catch (error) {
        // The account is being deleted, so there is nothing to listen to.
        if (!isNotFound(error)) throw error;
      }
    },
  };
}

/**
 * Returns a moment in microseconds, Firestore's own precision, or 0 if it is undefined. The number is exact until the
 * year 2255.
 */
function microseconds(moment: Timestamp | undefined): number {
  return moment ? moment.seconds * 1_000_000 + Math.floor(moment.nanoseconds / 1000) : 0;
}
