import type { CollectionName } from '@daymark/contract/changes';
import type { DocumentReference, Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Owner, OwnerRef } from '../owner';
import { firestore } from './firestore';

/**
 * How often each of a person's collections was written, and the time zone in their profile, from
 * `users/{uid}/live/revisions`. Times in microseconds.
 */
export interface Revisions {
  /**
   * When that document was created. Deleting an account's records deletes it too, and counters of an earlier epoch say
   * nothing about this one. 0 while nothing has been written.
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
      const ended = { listenersEndedAt: moment.getTime() };
      await revisionsDocument(db, { uid }).set(ended, { merge: true });
    },
  };
}

/** Firestore's own precision; exact as a number until the year 2255. */
function microseconds(moment: Timestamp | undefined): number {
  return moment ? moment.seconds * 1_000_000 + Math.floor(moment.nanoseconds / 1000) : 0;
}
