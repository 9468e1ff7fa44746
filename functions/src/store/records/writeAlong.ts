import type { DocumentData, UpdateData } from 'firebase-admin/firestore';
import type { Owner } from '../../owner';
import { retryStaleWrites } from '../retryStaleWrites';
import { isApplied, type MutationKey } from './appliedMutations';
import type { Documents, Fields, Owned } from './documents';

export function writesAlong<R extends Owned>(documents: Documents<R>) {
  const { read, recordOf, documentOf, startBatch } = documents;
  return {
    /**
     * Changes fields of records and deletes others, as far as they exist: what a change of another record brings with it.
     * Before the commit that applies a mutation, pass its key: if it was applied before, nothing is written.
     */
    async writeAlong(
      owner: Owner,
      fields: ReadonlyMap<number, Fields<R>>,
      deletedIds: readonly number[],
      mutation?: MutationKey,
    ): Promise<void> {
      if (fields.size === 0 && deletedIds.length === 0) return;
      // A request that arrives late again: what it brought with it has happened, and may have been changed since.
      if (await isApplied(owner, mutation)) return;
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
    },
  };
}
