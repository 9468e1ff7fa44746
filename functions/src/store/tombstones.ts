import type {
  DocumentData,
  DocumentReference,
  FieldValue,
  Firestore,
} from 'firebase-admin/firestore';
import type { Owner } from '../owner';
import { firestore } from './firestore';

/** What is left of a deleted record, for devices that have a copy of it. Firestore's TTL removes it in the end. */
interface Tombstone {
  collection: string;
  id: number;
}

export interface Tombstones {
  /** Those written since a moment, of all collections; the oldest first, and no more than `most`. */
  since: (owner: Owner, moment: Date, most: number) => Promise<Tombstone[]>;
}

const LIFE = 30 * 24 * 60 * 60 * 1000;

const tombstonesOf = (db: Firestore, { uid }: Owner) => db.collection(`users/${uid}/tombstones`);

export function tombstones(): Tombstones {
  return {
    async since(owner, moment, most) {
      const { db } = await firestore();
      const later = tombstonesOf(db, owner).where('deletedAt', '>=', moment);
      const { docs } = await later.limit(most).get();
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

/** What stands on it. */
export function tombstoneData(
  collection: string,
  id: number,
  deletedAt: FieldValue,
): Tombstone & DocumentData {
  return { collection, id, deletedAt, expiresAt: new Date(Date.now() + LIFE) };
}
