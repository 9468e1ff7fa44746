import type {
  DocumentData,
  DocumentReference,
  FieldValue,
  Firestore,
} from 'firebase-admin/firestore';
import type { Owner } from '../owner';
import { firestore } from './firestore';

/** What is stored of a deleted record, so that other devices learn of the deletion. Firestore's TTL deletes it later. */
interface Tombstone {
  collection: string;
  id: number;
}

export interface Tombstones {
  /** The tombstones of all collections since a moment, the oldest first, `limit` at most. */
  since: (owner: Owner, moment: Date, limit: number) => Promise<Tombstone[]>;
}

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

const tombstonesOf = (db: Firestore, { uid }: Owner) => db.collection(`users/${uid}/tombstones`);

export function tombstones(): Tombstones {
  return {
    async since(owner, moment, limit) {
      const { db } = await firestore();
      const later = tombstonesOf(db, owner).where('deletedAt', '>=', moment);
      const { docs } = await later.limit(limit).get();
      return docs.map((one) => one.data() as Tombstone);
    },
  };
}

export function tombstoneOf(
  db: Firestore,
  owner: Owner,
  collection: string,
  id: number,
): DocumentReference {
  return tombstonesOf(db, owner).doc(`${collection}.${id}`);
}

/** The tombstone's fields. */
export function tombstoneData(
  collection: string,
  id: number,
  deletedAt: FieldValue,
): Tombstone & DocumentData {
  return { collection, id, deletedAt, expiresAt: new Date(Date.now() + LIFETIME_MS) };
}
