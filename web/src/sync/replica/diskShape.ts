import type { CollectionName } from '@daymark/contract/changes';

/**
 * The version of the database. Raise the version when records are stored in another shape. The app then deletes
 * everything but the outbox and the drafts, and fetches the records again. The outbox stays, because its mutations have
 * the contract's shape.
 */
export const SHAPE = 12;

export const databaseName = (userId: number) => `daymark.${userId}`;

/** The key of the outbox's identity. Mutations have other keys, some of them negative. */
export const IDENTITY = 0;

/** Returns the range of the keys of a collection's records. */
export const keysOfCollection = (collection: CollectionName) =>
  IDBKeyRange.bound([collection], [collection, []]);
