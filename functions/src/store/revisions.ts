import type { CollectionName } from '@daymark/contract/changes';
import type { DocumentReference, Firestore, Timestamp, WriteBatch } from 'firebase-admin/firestore';
import type { Owner, OwnerRef } from '../owner';
import { firestore, isNotFound } from './firestore';

/**
 * How often each of a person's collections was written, and the time zone in their profile, from
 * `users/{uid}/live/revisions`. Times in microseconds.
 */
export interface Revisions {
  /**
   * When that document was created. It is created with the profile, and again when a person starts empty. Counters of
   * an earlier epoch say nothing about this one. 0 while the account is being emptied or deleted.
   */
  epoch: number;
  /** When the document was last written. */
  time: number;
  counters: Partial<Record<CollectionName | 'profile', number>>;
}

export interface RevisionsStore {
  get: (owner: Owner) => Promise<Revisions>;
  /** Live tokens of this moment and before read the document no longer: firestore.rules. */
  endListeners: (uid: string, moment: Date) => Promise<void>;
}

/** The one document that a client may read directly. Every write of a record raises a counter in it. */
export function revisionsDocument(db: Firestore, { uid }: OwnerRef): DocumentReference {
  return db.doc(`users/${uid}/live/revisions`);
}

/**
 * Adds to a batch that it raises counters. Their document is made with the profile
 * and is the first one that a deletion removes, so the commit fails with NOT_FOUND once the account is being deleted:
 * no write of a request that is still under way outlives its account.
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
        // The account is being deleted: there is nothing to listen to.
        if (!isNotFound(error)) throw error;
      }
    },
  };
}

/** Firestore's own precision; exact as a number until the year 2255. */
function microseconds(moment: Timestamp | undefined): number {
  return moment ? moment.seconds * 1_000_000 + Math.floor(moment.nanoseconds / 1000) : 0;
}
