import type { Changes, CollectionName, KnownRevisions } from '@daymark/contract/changes';
import type { TabLock } from '../lib/browser/tabLock';
import type { Identified } from '../domain/mutation';
import type { Platform } from './platform';
import type { Advance, QueuedMutation } from './replica/replica';

/**
 * A message that a tab broadcasts to the person's other tabs. Tabs with an older version of the app rely on these
 * names, so don't change them.
 */
export type TabMessage =
  | {
      kind: 'enqueued';
      mutation: QueuedMutation;
      /** The keys of the record's earlier mutations, which must be sent before this mutation. */
      after?: readonly string[];
    }
  | { kind: 'amended'; mutation: QueuedMutation }
  | ({ kind: 'discarded'; keys: readonly string[] } & Removal)
  | ({
      kind: 'settled';
      mutation: QueuedMutation;
      record: Identified | undefined;
      /** The mutations that were queued because of this mutation. */
      followUp?: readonly QueuedMutation[];
      /** The change of the revision in the broadcasting tab's replica. */
      advance?: Advance | undefined;
    } & Removal)
  | { kind: 'changes'; changes: Changes; since?: KnownRevisions }
  | { kind: 'replaced'; collection: CollectionName };

interface Removal {
  /**
   * Whether the broadcasting tab works in memory. Such a tab can't remove mutations from disk, so a tab that has the
   * mutations on disk removes them.
   */
  isInMemory?: boolean;
}

/** The tabs of this browser that show the same person. */
export interface Tabs {
  /** Sends a message to the other tabs. */
  broadcast: (message: TabMessage) => void;
  /** A lock shared by all tabs, so that no tab fetches records while another tab sends a mutation. */
  lock: TabLock;
  close: () => void;
}

export function joinTabs(
  userId: number,
  { openChannel, createLock }: Platform,
  onMessage: (message: TabMessage) => void,
): Tabs {
  const name = `daymark.sync.${userId}`;
  return { ...openChannel(name, onMessage), lock: createLock(name) };
}
