import type { CollectionName } from '@daymark/contract/changes';

/**
 * Raise it when records are stored in another shape: everything but the outbox and the drafts is deleted and
 * fetched again. The outbox stays, because its mutations have the contract's shape.
 */
export const SHAPE = 8;

/** The name of a person's database. */
export const databaseName = (userId: number) => `daymark.${userId}`;

/** The keys of the mutations in the outbox. The key before them is that of the outbox's identity. */
export const keysOfMutations = () => IDBKeyRange.lowerBound(1);

/** The keys of a collection's records. */
export const keysOfCollection = (collection: CollectionName) =>
  IDBKeyRange.bound([collection], [collection, []]);
