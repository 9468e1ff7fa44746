import { DAY_MS } from '@daymark/contract/time/units';
import { DELETED_KEPT_DAYS, RESTORABLE } from '@daymark/contract/deletion';
import type {
  DocumentData,
  DocumentReference,
  DocumentSnapshot,
  FieldValue,
  Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import { Failure } from '../http/failure';
import type { Owner, OwnerRef } from '../owner';
import type { Page } from '../page';
import { firestore } from './firestore';

/**
 * The stored form of a deleted record. Other devices learn of the deletion from the tombstone. The person can bring
 * back records of the collections in `RESTORABLE`. Firestore's TTL deletes the tombstone when its lifetime is over.
 */
interface Tombstone {
  collection: string;
  id: number;
  /** The record without its owner. */
  record: { id: number };
}

/** A record as it was when it was deleted, and the time of the deletion. */
interface Deleted {
  collection: string;
  deletedAt: string;
  record: object;
}

export interface Tombstones {
  /**
   * Lists deleted records that can be brought back, most recently deleted first. @throws Failure 400 for an invalid
   * cursor
   */
  page: (owner: Owner, after: string | undefined) => Promise<Page<Deleted>>;
  /** Returns a deleted record that can be brought back, or undefined if there is none. */
  get: (owner: Owner, collection: string, id: number) => Promise<Deleted | undefined>;
  /** Returns the tombstones of all collections since a moment, oldest first, at most `limit`. */
  since: (
    owner: Owner,
    moment: Date,
    limit: number,
  ) => Promise<Pick<Tombstone, 'collection' | 'id'>[]>;
}

const LIFETIME_MS = DELETED_KEPT_DAYS * DAY_MS;

/** At most this many deleted records on a page. The limit is small because a note can be long. */
const PAGE_MAX = 50;

const tombstonesOf = (db: Firestore, { uid }: OwnerRef) => db.collection(`users/${uid}/tombstones`);

export function tombstones(): Tombstones {
  return {
    async page(owner, after) {
      const { db, FieldPath, Timestamp } = await firestore();
      const { uid } = owner;
      let query = tombstonesOf(db, owner)
        .where('deletedAt', '>', oldest())
        .orderBy('deletedAt', 'desc')
        .orderBy(FieldPath.documentId(), 'desc');
      if (after !== undefined) {
        const { seconds, nanoseconds, collection, id } = positionOf(after);
        const last = tombstoneOf(db, { uid }, collection, id);
        query = query.startAfter(new Timestamp(seconds, nanoseconds), last);
      }
      const { docs } = await query.limit(PAGE_MAX + 1).get();
      const onPage = docs.slice(0, PAGE_MAX);
      const records = onPage.flatMap((one) => deletedOf(owner, one) ?? []);
      const last = onPage.at(-1);
      return !last || docs.length <= PAGE_MAX ? { records } : { records, next: cursorOf(last) };
    },

    async get(owner, collection, id) {
      const { db } = await firestore();
      return deletedOf(owner, await tombstoneOf(db, owner, collection, id).get());
    },

    async since(owner, moment, limit) {
      const { db } = await firestore();
      const later = tombstonesOf(db, owner).where('deletedAt', '>=', moment);
      const { docs } = await later.select('collection', 'id').limit(limit).get();
      return docs.map((one) => one.data() as Pick<Tombstone, 'collection' | 'id'>);
    },
  };
}

const oldest = () => new Date(Date.now() - LIFETIME_MS);

/** Returns the record of a tombstone, or undefined if it can't be brought back. */
function deletedOf({ userId }: Owner, tombstone: DocumentSnapshot): Deleted | undefined {
  const { collection, record } = (tombstone.data() ?? {}) as Partial<Tombstone>;
  const deletedAt = (tombstone.get('deletedAt') as Timestamp | undefined)?.toDate();
  if (!collection || !record || !deletedAt || deletedAt <= oldest()) return undefined;
  if (!RESTORABLE.some((name) => name === collection)) return undefined;
  return { collection, deletedAt: deletedAt.toISOString(), record: { ...record, userId } };
}

/** Returns the cursor of the page that begins after a tombstone. */
function cursorOf(tombstone: DocumentSnapshot): string {
  const { seconds, nanoseconds } = tombstone.get('deletedAt') as Timestamp;
  return [seconds, nanoseconds, tombstone.id].join('.');
}

/** Reads a cursor. @throws Failure 400 for any text that isn't in the form of `cursorOf`. */
function positionOf(cursor: string) {
  const match = /^(\d{1,12})\.(\d{1,9})\.([a-zA-Z]{1,20})\.([1-9]\d{0,15})$/.exec(cursor);
  if (!match) throw new Failure(400, 'This is not a valid page address.');
  const [, seconds, nanoseconds, collection = '', id] = match;
  return {
    seconds: Number(seconds),
    nanoseconds: Number(nanoseconds),
    collection,
    id: Number(id),
  };
}

export function tombstoneOf(
  db: Firestore,
  owner: OwnerRef,
  collection: string,
  id: number,
): DocumentReference {
  return tombstonesOf(db, owner).doc(`${collection}.${id}`);
}

/** Returns the fields of a tombstone's document. */
export function tombstoneData(
  collection: string,
  record: { id: number },
  deletedAt: FieldValue,
): Tombstone & DocumentData {
  const { id } = record;
  return { collection, id, record, deletedAt, expiresAt: new Date(Date.now() + LIFETIME_MS) };
}
