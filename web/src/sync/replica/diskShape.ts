import type { CollectionName } from '@daymark/contract/changes';

/**
 * The version of the database. Raise it when records are stored in another shape. Everything but the outbox and the
 * drafts is then deleted and fetched again. The outbox stays, because its mutations have the contract's shape.
 */
export const SHAPE = 8;

export const databaseName = (userId: number) => `daymark.${userId}`;

/** Returns the range of the keys that the outbox gives to mutations. Key 0 is that of the outbox's identity. */
export const keysOfMutations = () => IDBKeyRange.lowerBound(1);

/** Returns the range of the keys of a collection's records. */
export const keysOfCollection = (collection: CollectionName) =>
  IDBKeyRange.bound([collection], [collection, []]);
