import type { CollectionName } from '@daymark/contract/changes';
import type { TakeQuota } from '../quota';
import { documentsOf, type CollectionOptions, type Owned } from './documents';
import { editRecords } from './editRecords';
import { importRecords } from './importRecords';
import { lockedUpdate } from './lockedUpdate';
import { readRecords } from './readRecords';
import { relatedWrites } from './relatedWrites';

/**
 * The records of one collection. Records are always read and written through their owner, so another person's records
 * can't be addressed. Every write raises the collection's counter in `live/revisions` in the same commit and sets the
 * document's `changedAt`. A delete leaves a tombstone.
 */
export type OwnedCollection<R extends Owned> = ReturnType<typeof ownedCollection<R>>;

export function ownedCollection<R extends Owned>(
  name: CollectionName,
  takeQuota: TakeQuota,
  options: CollectionOptions<R> = {},
) {
  const documents = documentsOf(name, takeQuota, options);
  return {
    ...readRecords(documents, options),
    ...editRecords(documents, options),
    ...lockedUpdate(documents),
    ...relatedWrites(documents),
    ...importRecords(documents),
  };
}
