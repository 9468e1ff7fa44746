import type { DocumentData, UpdateData } from 'firebase-admin/firestore';
import { unavailable } from '../../http/failure';
import type { Owner } from '../../owner';
import { isAlreadyExists, isNotFound } from '../firestore';
import { retryStaleWrites } from '../retryStaleWrites';
import { isApplied, type MutationKey } from './appliedMutations';
import type { Documents, Fields, Owned, Unowned } from './documents';

/** Writes that a change of another record brings with it. They apply no mutation. */
export function writesAlong<R extends Owned>({
  one,
  tombstone,
  read,
  recordOf,
  documentOf,
  takeRoomFor,
  startBatch,
}: Documents<R>) {
  async function write(
    owner: Owner,
    fields: ReadonlyMap<number, Fields<R>>,
    deletedIds: readonly number[],
  ): Promise<void> {
    if (fields.size === 0 && deletedIds.length === 0) return;
    await retryStaleWrites(async () => {
      const { batch, changedAt, remove } = await startBatch(owner);
      const found = await read(owner, [...fields.keys(), ...deletedIds]);
      const there = found.filter(({ exists }) => exists);
      for (const snapshot of there) {
        const id = Number(snapshot.id);
        if (deletedIds.includes(id)) remove(snapshot);
        else {
          const record = { ...recordOf(owner, snapshot), ...fields.get(id) };
          const update = { ...documentOf(record), changedAt } as UpdateData<DocumentData>;
          batch.update(snapshot.ref, update, { lastUpdateTime: snapshot.updateTime });
        }
      }
      return { result: undefined, ...(there.length > 0 && { batch }) };
    });
  }

  return {
    /**
     * Changes fields of records and deletes others, as far as they exist, before the commit that applies the mutation.
     * Does nothing if the mutation was applied before.
     */
    async writeAlong(
      owner: Owner,
      fields: ReadonlyMap<number, Fields<R>>,
      deletedIds: readonly number[],
      mutation: MutationKey,
    ): Promise<void> {
      if (fields.size === 0 && deletedIds.length === 0) return;
      // A request that arrives late again: what it brought with it has happened, and may have been changed since.
      if (!(await isApplied(owner, mutation))) await write(owner, fields, deletedIds);
    },

    /** Deletes records, as far as they exist, after the commit that applies the mutation. */
    deleteAlong: (owner: Owner, ids: readonly number[]) => write(owner, new Map(), ids),

    /**
     * Creates a record after the commit that applies the mutation. One that exists stays as it is, and one that was
     * deleted comes back.
     */
    async createAlong(owner: Owner, record: Unowned<R>): Promise<void> {
      await takeRoomFor(owner, record);
      const { db, batch, changedAt } = await startBatch(owner);
      batch.create(one(db, owner, record.id), { ...documentOf(record), changedAt });
      batch.delete(tombstone(db, owner, record.id));
      await batch.commit().catch((error: unknown) => {
        if (isNotFound(error)) throw unavailable();
        if (!isAlreadyExists(error)) throw error;
      });
    },
  };
}
