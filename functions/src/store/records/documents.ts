import type { CollectionName } from '@daymark/contract/changes';
import type { Edits } from '@daymark/contract/laterEdits';
import type {
  DocumentData,
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Query,
  WhereFilterOp,
} from 'firebase-admin/firestore';
import type { Owner } from '../../owner';
import { firestore } from '../firestore';
import { raiseCounters } from '../revisions';
import type { TakeQuota } from '../quota';
import { tombstoneData, tombstoneOf } from '../tombstones';
import { recordApplied, type MutationKey } from './appliedMutations';

/** The fields that every record has in a request or response. Neither field is stored in the record's document. */
export interface Owned {
  id: number;
  userId: number;
}

/** A record as a handler passes it to a store. Only the request's session or API token decides who owns the record. */
export type Unowned<R extends Owned> = Omit<R, 'userId'>;

export type Fields<R extends Owned> = Partial<Omit<R, keyof Owned>>;

/** One condition of a query, on a field or one of the collection's `keys`. */
export type Condition = readonly [
  field: string,
  op: WhereFilterOp,
  value: string | number | boolean | null,
];

/** How a create treats a record that was deleted before. */
export interface RestoreOptions {
  /** Whether a deleted record may be created again. Otherwise such a create is refused. */
  restore?: boolean | null | undefined;
  /** When the person brought the record back. Edits made before this time are ignored, even if they arrive later. */
  restoredAt?: string | null | undefined;
}

export interface CollectionOptions<R extends Owned> {
  /** How a list is ordered. Ties are ordered by document id as text, in the same direction. */
  order?: { by: readonly string[]; direction: 'asc' | 'desc' };
  /** Whether a record may have long texts. Fewer long records are read at a time. */
  length?: 'short' | 'long';
  /** Extra fields of the document, for queries and order, which never leave the server. */
  keys?: (record: Unowned<R>) => Record<string, string | number>;
  /**
   * Returns a function that returns further keys, for which data of the owner was read. A write calls `ownerKeys` once,
   * however many records it writes. `before` is the record's document before the write, if there is one.
   */
  ownerKeys?: (
    owner: Owner,
  ) => Promise<(record: Unowned<R>, before?: DocumentSnapshot) => DocumentData>;
  /**
   * The fields that contain ids of this collection's records. Deleting a record sets the fields with its id to null.
   */
  referencedBy?: readonly { collection: string; field: string }[];
}

/**
 * Growth of a record by less than this, in bytes, isn't counted against the quota, even if the record grows again and
 * again.
 */
const SMALL_GROWTH_BYTES = 200;

export const bytesOf = (record: object) => Buffer.byteLength(JSON.stringify(record));

/** Returns when each field of a stored record was last edited. */
export const editsOf = (snapshot: DocumentSnapshot) => (snapshot.get('edits') ?? {}) as Edits;

export const where = (query: Query, conditions: readonly Condition[]) =>
  conditions.reduce((narrower, condition) => narrower.where(...condition), query);

/** The documents of one collection, and the steps that every write of a document has to take. */
export type Documents<R extends Owned> = ReturnType<typeof documentsOf<R>>;

/** Returns functions for the documents at `users/{uid}/{name}`. Each document's id is its record's id in decimal. */
export function documentsOf<R extends Owned>(
  name: CollectionName,
  takeQuota: TakeQuota,
  { keys, ownerKeys }: Pick<CollectionOptions<R>, 'keys' | 'ownerKeys'>,
) {
  const all = (db: Firestore, { uid }: Owner) => db.collection(`users/${uid}/${name}`);

  const one = (db: Firestore, owner: Owner, id: number): DocumentReference =>
    all(db, owner).doc(String(id));

  const tombstone = (db: Firestore, owner: Owner, id: number) => tombstoneOf(db, owner, name, id);

  /** Returns a snapshot for each id, whether its document exists or not. */
  async function read(owner: Owner, ids: readonly number[]): Promise<DocumentSnapshot[]> {
    const { db } = await firestore();
    return ids.length === 0 ? [] : db.getAll(...ids.map((id) => one(db, owner, id)));
  }

  function recordOf(owner: Owner, snapshot: DocumentSnapshot): R {
    const {
      changedAt: _changedAt,
      edits: _edits,
      bytes: _bytes,
      importId: _importId,
      applied: _applied,
      importedAt: _importedAt,
      keptOf: _keptOf,
      remindAt: _remindAt,
      ...fields
    } = snapshot.data() ?? {};
    return { ...fields, id: Number(snapshot.id), userId: owner.userId } as R;
  }

  /** Returns a function that returns the `keys` and `ownerKeys` of a record. */
  async function keysFor(owner: Owner) {
    const ofOwner = await ownerKeys?.(owner);
    return (record: Unowned<R>, before?: DocumentSnapshot): DocumentData => ({
      ...keys?.(record),
      ...ofOwner?.(record, before),
    });
  }

  /** Returns a function that returns the fields of a record's document. A `userId` in a record isn't stored. */
  async function documentsFor(owner: Owner) {
    const keysOf = await keysFor(owner);
    return (record: Unowned<R>, before?: DocumentSnapshot): DocumentData => {
      const { id: _id, userId: _userId, ...fields } = record as R;
      return { ...fields, ...keysOf(record, before), bytes: bytesOf(record) };
    };
  }

  /**
   * Counts a new record, or the growth of an existing one, against the quota. @throws Failure 403 if the account is
   * full.
   */
  async function takeQuotaFor(
    owner: Owner,
    record: Unowned<R>,
    before?: Unowned<R>,
  ): Promise<void> {
    const bytes = bytesOf(record) - (before ? bytesOf(before) : 0);
    // Small changes are always possible, so a task can be completed in a full account.
    if (before && bytes < SMALL_GROWTH_BYTES) return;
    await takeQuota(owner, name, { records: before ? 0 : 1, bytes });
  }

  /**
   * Starts a batch that raises the counter of this collection and those of `alsoRaise`. With a `mutation`, the batch
   * stores the mutation's key, so the mutation can be committed only once.
   */
  async function startBatch(
    owner: Owner,
    { mutation, alsoRaise = [] }: { mutation?: MutationKey; alsoRaise?: readonly string[] } = {},
  ) {
    const opened = await firestore();
    const { db, FieldValue } = opened;
    const batch = db.batch();
    raiseCounters(opened, batch, owner, [name, ...alsoRaise]);
    recordApplied(db, batch, owner, mutation);
    const changedAt = FieldValue.serverTimestamp();

    /** Deletes a record and leaves its tombstone. The commit fails if the record was written after it was read. */
    function remove(snapshot: DocumentSnapshot): void {
      batch.delete(snapshot.ref, { lastUpdateTime: snapshot.updateTime });
      const { userId: _, ...record } = recordOf(owner, snapshot);
      batch.set(tombstone(db, owner, record.id), tombstoneData(name, record, changedAt));
    }
    return { db, batch, changedAt, remove };
  }

  return {
    name,
    takeQuota,
    all,
    one,
    tombstone,
    read,
    recordOf,
    keysFor,
    documentsFor,
    takeQuotaFor,
    startBatch,
  };
}
