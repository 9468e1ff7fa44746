import type { DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { unavailable } from '../../http/failure';
import type { Owner } from '../../owner';
import { firestore } from '../firestore';
import { retryStaleWrites } from '../retryStaleWrites';
import { revisionsDocument } from '../revisions';
import {
  bytesOf,
  where,
  type Condition,
  type Documents,
  type Owned,
  type Unowned,
} from './documents';

export interface UndoOptions {
  /** Limits the undo to records that meet this condition. */
  condition?: Condition;
  /** Returns every given id that other records refer to. May also return other ids. */
  inUse?: (ids: readonly number[]) => Promise<Iterable<number>>;
}

/** How many records were checked, and how many of them were deleted. */
export interface Undone {
  seen: number;
  deleted: number;
}

/**
 * At most this many records are created or deleted in one commit. Each record takes two writes, one for the record
 * itself and one for its tombstone.
 */
const CREATE_MAX = 240;

/** Returns functions that import many records at once, and that undo an import. */
export function importRecords<R extends Owned>(documents: Documents<R>) {
  const { name, takeQuota, all, one, tombstone, documentsFor, startBatch } = documents;

  async function createSlice(
    owner: Owner,
    slice: readonly Unowned<R>[],
    importId: number | undefined,
  ): Promise<number> {
    return retryStaleWrites(async () => {
      const { db, batch, changedAt } = await startBatch(owner);
      const own = slice.map(({ id }) => one(db, owner, id));
      const [account, ...found] = await db.getAll(revisionsDocument(db, owner), ...own, {
        fieldMask: ['importId'],
      });
      // If the account is being deleted, every commit would fail. Don't retry.
      if (!account?.exists) throw unavailable();
      const missing = slice.filter((_record, index) => !found[index]?.exists);
      const isSame = (document: DocumentSnapshot) => document.get('importId') === importId;
      const created = missing.length + (importId === undefined ? 0 : found.filter(isSame).length);
      if (missing.length === 0) return { result: created };
      const bytes = missing.reduce((sum, record) => sum + bytesOf(record), 0);
      const [documentOf] = await Promise.all([
        documentsFor(owner),
        takeQuota(owner, name, { records: missing.length, bytes }),
      ]);
      const importFields = importId === undefined ? {} : { importId, importedAt: changedAt };
      for (const record of missing) {
        batch.create(one(db, owner, record.id), {
          ...documentOf(record),
          ...importFields,
          changedAt,
        });
        batch.delete(tombstone(db, owner, record.id));
      }
      return { result: created, batch };
    });
  }

  /** Works like `deleteImported`, for records that fit into one commit. A record that stays loses its `importId`. */
  async function deletePage(
    owner: Owner,
    importId: number,
    size: number,
    { condition, inUse }: UndoOptions,
  ): Promise<Undone> {
    return retryStaleWrites(async () => {
      const { db, batch, remove } = await startBatch(owner);
      const { FieldValue } = await firestore();
      // Read all fields, because the tombstones need them.
      const ofImport = all(db, owner).where('importId', '==', importId);
      const query = where(ofImport, condition ? [condition] : []);
      const { docs } = await query.limit(size).get();
      if (docs.length === 0) return { result: { seen: 0, deleted: 0 } };
      const unchanged = new Set(docs.filter(isAsImported).map(({ id }) => Number(id)));
      const used = await inUse?.([...unchanged]);
      for (const id of used ?? []) unchanged.delete(id);
      const keptFields = { importId: FieldValue.delete(), keptOf: importId };
      for (const snapshot of docs)
        if (unchanged.has(Number(snapshot.id))) remove(snapshot);
        else batch.update(snapshot.ref, keptFields, { lastUpdateTime: snapshot.updateTime });
      return { result: { seen: docs.length, deleted: unchanged.size }, batch };
    });
  }

  return {
    /**
     * Creates the records whose ids don't exist, even if they were deleted. Returns how many records were created. With
     * an `importId`, the number includes records that earlier calls of the same import created.
     */
    async createMissing(
      owner: Owner,
      records: readonly Unowned<R>[],
      importId?: number,
    ): Promise<number> {
      const byId = new Map(records.map((record) => [record.id, record]));
      const unique = [...byId.values()];
      let created = 0;
      for (let first = 0; first < unique.length; first += CREATE_MAX) {
        const slice = unique.slice(first, first + CREATE_MAX);
        created += await createSlice(owner, slice, importId);
      }
      return created;
    },

    /**
     * Checks up to `limit` records that were created with an `importId`. Deletes each of these records unless it was
     * changed since or is in use. Records that stay aren't checked again.
     */
    async deleteImported(
      owner: Owner,
      importId: number,
      limit: number,
      options: UndoOptions = {},
    ): Promise<Undone> {
      const undone = { seen: 0, deleted: 0 };
      while (undone.seen < limit) {
        const size = Math.min(CREATE_MAX, limit - undone.seen);
        const { seen, deleted } = await deletePage(owner, importId, size, options);
        undone.seen += seen;
        undone.deleted += deleted;
        if (seen < size) break;
      }
      return undone;
    },

    /** Returns how many records of an import were kept by `deleteImported`. */
    async countKept(owner: Owner, importId: number): Promise<number> {
      const { db } = await firestore();
      const kept = all(db, owner).where('keptOf', '==', importId);
      return (await kept.count().get()).data().count;
    },
  };
}

/** Whether a record hasn't been written since its import. */
function isAsImported(document: DocumentSnapshot): boolean {
  const importedAt = document.get('importedAt') as Timestamp | undefined;
  return importedAt?.isEqual(document.get('changedAt') as Timestamp) ?? false;
}
