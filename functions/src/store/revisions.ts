import type { DocumentReference, Firestore, Timestamp } from 'firebase-admin/firestore';
import type { OwnerRef, Owner, Revisions } from '../ports';
import { firestore } from './firestore';

export interface RevisionsStore {
  get: (owner: Owner) => Promise<Revisions>;
}

/** The one document that a client may read by itself; every write of a record raises a counter in it. */
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
  };
}

/** Firestore's own precision; exact as a number until the year 2255. */
function microseconds(moment: Timestamp | undefined): number {
  return moment ? moment.seconds * 1_000_000 + Math.floor(moment.nanoseconds / 1000) : 0;
}
