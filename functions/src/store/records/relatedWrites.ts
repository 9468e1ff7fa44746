import type { DocumentData, UpdateData } from 'firebase-admin/firestore';
import type { Owner } from '../../owner';
import { retryStaleWrites } from '../retryStaleWrites';
import { isApplied, type MutationKey } from './appliedMutations';
import type { Documents, Fields, Owned } from './documents';

export function relatedWrites<R extends Owned>(documents: Documents<R>) {
  const { read, recordOf, documentsFor, startBatch } = documents;
  return {
    /**
     * Changes and deletes records as a consequence of another record's change. Records that don't exist are skipped. If
     * the call precedes the commit that applies a mutation, pass the mutation's key. If the mutation was already
     * applied, nothing is written.
     */
    async updateRelated(
      owner: Owner,
      fields: ReadonlyMap<number, Fields<R>>,
      deletedIds: readonly number[],
      mutation?: MutationKey,
    ): Promise<void> {
      if (fields.size === 0 && deletedIds.length === 0) return;
      // A late repeat of the mutation must not write, because the records may have changed since.
      if (await isApplied(owner, mutation)) return;
      await retryStaleWrites(async () => {
        const { batch, changedAt, remove } = await startBatch(owner);
        const found = await read(owner, [...fields.keys(), ...deletedIds]);
        const there = found.filter(({ exists }) => exists);
        const documentOf = fields.size > 0 ? await documentsFor(owner) : undefined;
        for (const snapshot of there) {
          const id = Number(snapshot.id);
          if (deletedIds.includes(id)) remove(snapshot);
          else {
            const record = { ...recordOf(owner, snapshot), ...fields.get(id) };
            const document = documentOf?.(record, snapshot);
            const update = { ...document, changedAt } as UpdateData<DocumentData>;
            batch.update(snapshot.ref, update, { lastUpdateTime: snapshot.updateTime });
          }
        }
        return { result: undefined, ...(there.length > 0 && { batch }) };
      });
    },
  };
}
