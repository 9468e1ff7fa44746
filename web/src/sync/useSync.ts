import type { CollectionName } from '@daymark/contract/changes';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { RecordOf, Shown } from './mutation';
import type { Records, Sync, SyncStatus } from './createSync';

const SyncContext = createContext<Sync | null>(null);

/** Hands down what keeps the signed-in person's data; the guard of the protected routes stands above it. */
export const SyncProvider = SyncContext.Provider;

/** What keeps the signed-in person's data, on screens behind the guard. */
export function useSync(): Sync {
  const sync = use(SyncContext);
  if (!sync) throw new Error('A protected screen was drawn without a session.');
  return sync;
}

/** A collection with every mutation that waits, in the server's order; `refetch` tries again where there is no copy. */
export function useRecords<Name extends CollectionName>(
  collection: Name,
): Records<Name> & { isError: boolean; refetch: () => void } {
  const sync = useSync();
  const records = useSyncExternalStore(sync.subscribe, () => sync.records(collection));
  useEffect(() => void sync.load(collection), [sync, collection]);
  return {
    ...records,
    isError: records.error !== undefined,
    refetch: () => void sync.reload(collection),
  };
}

/** How things stand between this browser and the server. */
export function useSyncStatus(): SyncStatus {
  const sync = useSync();
  return useSyncExternalStore(sync.subscribe, sync.status);
}

type Unowned<Name extends CollectionName> = Omit<RecordOf<Name>, 'userId'>;

/** Everything that can be done to the records of a collection; each is on the screen at once, and kept until it is sent. */
export interface RecordMutations<Name extends CollectionName> {
  create: (record: Unowned<Name>) => void;
  update: (id: number, fields: Partial<Unowned<Name>>) => void;
  remove: (id: number) => void;
  /** Brings a deleted record back as it was. */
  restore: (record: Shown<RecordOf<Name>>) => void;
  /** Sends what was refused of a record again. */
  retry: (id: number) => void;
  /** Gives up what was refused of a record: it is as the server has it. */
  discard: (id: number) => void;
  /** The moment, by the server's clock as far as it is known. */
  now: () => Date;
}

export function useRecordMutations<Name extends CollectionName>(
  collection: Name,
): RecordMutations<Name> {
  const sync = useSync();
  return {
    create: (record) =>
      sync.act({ kind: 'create', collection, record: { ...record, userId: sync.userId } }),
    update: (id, fields) => sync.act({ kind: 'update', collection, id, fields }),
    remove: (id) => sync.act({ kind: 'delete', collection, id }),
    restore: (record) => sync.act({ kind: 'create', collection, record, restore: true }),
    retry: (id) => sync.retry(collection, id),
    discard: (id) => sync.discard(collection, id),
    now: sync.now,
  };
}
