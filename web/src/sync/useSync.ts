import type { CollectionName } from '@daymark/contract/changes';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { ChangeText, Undo } from './history';
import type { MutationRequest, RecordOf, Shown } from '../domain/mutation';
import type { Records } from './collections';
import type { Sync, SyncStatus } from './createSync';

const SyncContext = createContext<Sync | null>(null);

/** Provides the signed-in person's Sync to the protected screens. */
export const SyncProvider = SyncContext.Provider;

/** Returns the signed-in person's Sync. @throws outside protected screens. */
export function useSync(): Sync {
  const sync = use(SyncContext);
  if (!sync) throw new Error('A protected screen was drawn without a session.');
  return sync;
}

/**
 * Returns a collection with its pending mutations applied, in the server's order. `refetch` loads the collection again
 * after an error.
 */
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

/** Returns the state of syncing this browser with the server. */
export function useSyncStatus(): SyncStatus {
  const sync = useSync();
  return useSyncExternalStore(sync.subscribe, sync.status);
}

type Unowned<Name extends CollectionName> = Omit<RecordOf<Name>, 'userId'>;

/**
 * Functions that change a collection's records. Each change is shown at once and stays in the outbox until the server
 * confirms it. A change made by the person has `text` and can be undone. An automatic change has no `text` and can't be
 * undone.
 */
export interface RecordMutations<Name extends CollectionName> {
  create: (record: Unowned<Name>, text?: ChangeText) => Undo;
  /**
   * `seen` is the record as the person saw it when they began to edit it. By default, it is the record as shown now.
   */
  update: (
    id: number,
    fields: Partial<Unowned<Name>>,
    text?: ChangeText,
    seen?: Partial<Unowned<Name>>,
  ) => Undo;
  /**
   * Creates a deleted record again with its old id. `seen` is the record as the person saw it, if they have edited it.
   */
  restore: (record: Shown<RecordOf<Name>>, text?: ChangeText, seen?: object) => Undo;
  /** Sends a record's rejected mutations again. */
  retry: (id: number) => void;
  /** Discards a record's rejected mutations, or all its mutations if its create was rejected. */
  discard: (id: number) => void;
  /** Returns the current time by the server's clock, as far as it is known. */
  now: () => Date;
}

export function useRecordMutations<Name extends CollectionName>(
  collection: Name,
): RecordMutations<Name> {
  const sync = useSync();
  const make = (request: MutationRequest, text: ChangeText | undefined): Undo => {
    if (text) return sync.change(text, [request]);
    sync.mutate(request);
    return () => undefined;
  };
  return {
    create: (record, text) =>
      make({ kind: 'create', collection, record: { ...record, userId: sync.userId } }, text),
    update: (id, fields, text, base) =>
      make({ kind: 'update', collection, id, fields, ...(base && { base }) }, text),
    restore: (record, text, base) =>
      make({ kind: 'create', collection, record, restore: true, ...(base && { base }) }, text),
    retry: (id) => sync.retry(collection, id),
    discard: (id) => sync.discard(collection, id),
    now: sync.now,
  };
}
