import type { CollectionName } from '@daymark/contract/changes';
import type { LastingReplica } from './createReplica';
import { definitions } from './definitions';
import type { Mutation } from './mutation';
import type { QueuedMutation } from './replica';
import type { Tabs } from './tabs';

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The mutations that the server has not confirmed, in memory and in the replica. A change of them is broadcast to the
 * other tabs; `onChanged` is called for those of a collection, or of any.
 */
export function createOutbox(
  replica: Pick<LastingReplica, 'outbox' | 'enqueue' | 'amend' | 'discard'>,
  { broadcast }: Pick<Tabs, 'broadcast'>,
  onChanged: (collection?: CollectionName) => void,
) {
  let queued: readonly QueuedMutation[] = [];
  /** Mutations that are not in the replica yet: a crash would lose them. */
  let unstored: readonly Mutation[] = [];
  /** For each retried mutation, by its key: the server's last answer, and the number of failures. */
  const failures = new Map<string, { sentence: string; times: number }>();

  const ofRecord = (collection: CollectionName, id: number) =>
    queued.filter((mutation) => mutation.collection === collection && mutation.recordId === id);
  const rejectedOf = (collection: CollectionName, id: number) =>
    ofRecord(collection, id).filter(({ rejection }) => rejection !== undefined);

  function add(mutation: QueuedMutation) {
    queued = [...queued.filter(({ key }) => key !== mutation.key), mutation];
    onChanged(mutation.collection);
  }

  function replace(mutation: QueuedMutation) {
    queued = queued.map((other) => (other.key === mutation.key ? mutation : other));
    onChanged(mutation.collection);
  }

  function forget(keys: readonly string[]) {
    queued = queued.filter(({ key }) => !keys.includes(key));
    keys.forEach((key) => failures.delete(key));
    onChanged();
  }

  async function amend(mutation: QueuedMutation): Promise<void> {
    failures.delete(mutation.key);
    replace(mutation);
    broadcast({ kind: 'amended', mutation });
    await replica.amend(mutation);
  }

  async function discard(mutations: readonly QueuedMutation[]): Promise<void> {
    const keys = mutations.map(({ key }) => key);
    forget(keys);
    broadcast({ kind: 'discarded', keys });
    await replica.discard(mutations.map(({ seq }) => seq));
  }

  const loaded = replica.outbox().then((stored) => {
    // Another version of the app may have queued what this one does not know: it stays there for that version.
    const known = stored.filter(({ collection }) => collection in definitions);
    const keys = new Set(known.map(({ key }) => key));
    queued = [...known, ...queued.filter(({ key }) => !keys.has(key))];
    onChanged();
  });

  return {
    /** Those that the replica has, oldest first. */
    queued: () => queued,
    /** All, oldest first. */
    all: (): readonly Mutation[] => [...queued, ...unstored],
    hasUnstored: () => unstored.length > 0,
    ofRecord,
    rejectedOf,
    /** For each mutation that is sent again because the server failed, by its key: the server's sentence. */
    retrying: () => new Map([...failures].map(([key, { sentence }]) => [key, sentence])),

    /** When what the replica has from before is there. */
    loaded,

    /** Adds a mutation to be sent; resolves when a crash no longer loses it. */
    async enqueue(mutation: Mutation): Promise<void> {
      unstored = [...unstored, mutation];
      onChanged(mutation.collection);
      const stored = await replica.enqueue(mutation);
      unstored = unstored.filter(({ key }) => key !== mutation.key);
      add(stored);
      broadcast({ kind: 'enqueued', mutation: stored });
    },

    /** Adds a mutation that another tab has stored. */
    add,
    /** Replaces a mutation that another tab has changed. */
    replace,
    /** Removes mutations from memory, because another tab has removed them. */
    forget,
    /** Changes a mutation. */
    amend,
    /** Removes mutations that are not to be sent. */
    discard,

    /** Changes a rejected mutation so that it is sent again. */
    resubmit({ rejection: _, ...mutation }: QueuedMutation): Promise<void> {
      return amend(mutation);
    },

    /** Marks a mutation as rejected, with the server's sentence, until the person does something about it. */
    async reject(mutation: QueuedMutation, rejection: string): Promise<QueuedMutation> {
      const rejected = { ...mutation, rejection };
      await amend(rejected);
      return rejected;
    },

    /** Discards a record's rejected mutations; if its create was rejected, all its mutations. */
    async discardRejected(collection: CollectionName, id: number): Promise<void> {
      const rejected = rejectedOf(collection, id);
      const isUnknown = rejected.some(({ kind }) => kind === 'create');
      await discard(isUnknown ? ofRecord(collection, id) : rejected);
    },

    /** Notes that the server failed on a mutation. Returns how often it did, and whether it is the first to fail. */
    noteFailure({ key, collection }: Mutation, sentence: string) {
      const isFirst = failures.size === 0;
      const times = (failures.get(key)?.times ?? 0) + 1;
      failures.set(key, { sentence, times });
      onChanged(collection);
      return { times, isFirst };
    },

    /** The oldest mutation that no rejected mutation of the same record blocks. */
    next(): QueuedMutation | undefined {
      const blocked = new Set<string>();
      for (const mutation of queued) {
        const record = `${mutation.collection}/${mutation.recordId}`;
        if (mutation.rejection !== undefined) blocked.add(record);
        else if (!blocked.has(record)) return mutation;
      }
      return undefined;
    },
  };
}
