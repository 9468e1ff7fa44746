import { randomUUID } from 'node:crypto';
import { editsOfRestored, type Edit } from '@daymark/contract/laterEdits';
import type { DocumentData } from 'firebase-admin/firestore';
import { alreadyDeleted } from '../../http/failure';
import type { Owner } from '../../owner';
import type { WriteOutcome } from '../../written';
import { retryStaleWrites } from '../retryStaleWrites';
import { isApplied, type MutationKey } from './appliedMutations';
import {
  where,
  type Condition,
  type Documents,
  type Fields,
  type Owned,
  type RestoreOptions,
  type Unowned,
} from './documents';
import { compareEdit, otherTexts, wasApplied } from './outcomes';

/** The decision of a locked update: records to write, and ids of records to delete. */
export interface Decision<R extends Owned> {
  records: readonly Unowned<R>[];
  deletedIds?: readonly number[];
}

export interface LockedUpdateOptions<R extends Owned> extends RestoreOptions {
  /** Which other records to read. Each list of conditions selects the records that meet all its conditions. */
  alternatives: readonly (readonly Condition[])[];
  /** The ids of further records to read. */
  ids?: readonly number[];
  /** The edit of the record, if the update is for an edit. */
  edit?: Edit<Fields<R>>;
  /** The record to create, if the update is for a create. */
  created?: Unowned<R> | undefined;
  mutation: MutationKey;
}

/** The result of a locked update. */
export interface LockedOutcome extends WriteOutcome {
  /** Whether the mutation was already applied. If so, nothing that `decide` returned was written. */
  isRepeated: boolean;
}

const NO_EDIT: Edit<object> = { fields: {}, at: '' };

export function lockedUpdate<R extends Owned>(documents: Documents<R>) {
  const { name, all, one, tombstone, recordOf, documentsFor, takeQuotaFor, startBatch } = documents;
  return {
    /**
     * Reads the record, the records in `ids`, and all records that one of the alternatives selects. Passes the records
     * to `decide` and writes its decision. If another locked update of this owner's collection is committed first,
     * reads the records and calls `decide` again. If `decide` creates another record whose id exists and was not read,
     * the existing record stays as it is.
     * @throws Failure 410 if `decide` creates the record although it was deleted and `restore` isn't set.
     */
    async updateUnderLock(
      owner: Owner,
      id: number,
      options: LockedUpdateOptions<R>,
      decide: (record: R | undefined, others: R[], winning: Fields<R>) => Decision<R>,
    ): Promise<LockedOutcome> {
      const { alternatives, ids = [], edit, created, restore, restoredAt, mutation } = options;
      let outcome: WriteOutcome = {};
      return retryStaleWrites<LockedOutcome>(async (attempt) => {
        if (attempt > 1 && (await isApplied(owner, mutation)))
          return { result: { ...outcome, isRepeated: true } };
        const { db, batch, changedAt, remove } = await startBatch(owner, { mutation });
        const documentFor = (record: { id: number }) => one(db, owner, record.id);
        // Read the lock document before the queries. Every locked update that changes anything writes this document. If
        // the document is still unchanged at the commit, the results of the queries are current. The tombstone is read
        // only after a failed attempt, because the first commit checks it.
        const lock = db.doc(`users/${owner.uid}/locks/${name}`);
        const [lockFound, tombstoneFound] = await db.getAll(
          lock,
          ...(attempt > 1 ? [tombstone(db, owner, id)] : []),
        );
        const [[own, ...byId], ...found] = await Promise.all([
          db.getAll(...[id, ...ids].map((other) => one(db, owner, other))),
          ...alternatives.map((conditions) => where(all(db, owner), conditions).get()),
        ]);
        if (!own) throw new Error('Firestore responded without the record.');
        const others = found.flatMap(({ docs }) => docs);
        const there = [...byId.filter(({ exists }) => exists), ...others];
        const before = new Map(there.map((other) => [Number(other.id), recordOf(owner, other)]));
        before.delete(id);
        const otherRecords = [...before.values()];
        const current = own.exists ? recordOf(owner, own) : undefined;
        if (current) before.set(id, current);

        if (edit && wasApplied(own, mutation)) return { result: { isRepeated: true } };
        const compared = compareEdit(edit ?? NO_EDIT, own, current, mutation);
        outcome = {
          ...compared.outcome,
          ...(current && created && restore && otherTexts(name, created, own)),
        };
        const { records, deletedIds = [] } = decide(current, otherRecords, compared.winning);
        if (records.length === 0 && deletedIds.length === 0)
          return { result: { ...outcome, isRepeated: false } };
        const documentOf = await documentsFor(owner);
        const unread = records.filter((record) => record.id !== id && !before.has(record.id));
        const unreadFound = unread.length > 0 ? await db.getAll(...unread.map(documentFor)) : [];
        const existing = new Set(
          unreadFound.filter(({ exists }) => exists).map((other) => other.id),
        );
        for (const record of records) {
          const document = documentFor(record);
          if (existing.has(document.id)) continue;
          const isOwn = record.id === id;
          const recordBefore = before.get(record.id);
          await takeQuotaFor(owner, record, recordBefore);
          if (recordBefore) {
            const fields = changes(documentOf(recordBefore), documentOf(record));
            if (!isOwn) batch.update(document, { ...fields, changedAt });
            else
              batch.update(
                document,
                { ...fields, ...compared.memory, changedAt },
                { lastUpdateTime: own.updateTime },
              );
          } else {
            if (isOwn && tombstoneFound?.exists && !restore) throw alreadyDeleted();
            const edits = isOwn && restore && { edits: editsOfRestored(restoredAt, new Date()) };
            batch.create(document, { ...documentOf(record), ...edits, changedAt });
            batch.delete(
              tombstone(db, owner, record.id),
              restore || !isOwn ? {} : { exists: false },
            );
          }
        }
        const snapshots = new Map([own, ...there].map((other) => [Number(other.id), other]));
        for (const deletedId of deletedIds) {
          const snapshot = snapshots.get(deletedId);
          if (snapshot?.exists) remove(snapshot);
        }
        if (lockFound?.exists)
          batch.update(lock, { turn: randomUUID() }, { lastUpdateTime: lockFound.updateTime });
        else batch.create(lock, { turn: randomUUID() });
        const written = [...records.map((record) => record.id), ...deletedIds];
        const isAlone = written.every((other) => other === id);
        const result = { ...outcome, isRepeated: false, ...(isAlone && { raised: name }) };
        return { result, batch };
      });
    },
  };
}

/** Returns the fields of `after` that differ from `before`. */
function changes(before: DocumentData, after: DocumentData): DocumentData {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => before[field] !== value),
  );
}
