import type { Changes, CollectionName, KnownRevisions } from '@daymark/contract/changes';
import type { TabLock } from '../lib/browser/tabLock';
import type { Identified } from '../domain/mutation';
import type { Platform } from './platform';
import type { Advance, QueuedMutation } from './replica/replica';

/** What a tab broadcasts to the person's other tabs. Tabs with an older version of the app know these names: keep them. */
export type TabMessage =
  | {
      kind: 'enqueued';
      mutation: QueuedMutation;
      /** The keys of those of its record that have to be sent before it. */
      after?: readonly string[];
    }
  | { kind: 'amended'; mutation: QueuedMutation }
  | ({ kind: 'discarded'; keys: readonly string[] } & Removal)
  | ({
      kind: 'settled';
      mutation: QueuedMutation;
      record: Identified | undefined;
      /** What was queued because of it. */
      followUp?: readonly QueuedMutation[];
      /** How it changed the revision in the replica of the tab that says this. */
      advance?: Advance | undefined;
    } & Removal)
  | { kind: 'changes'; changes: Changes; since?: KnownRevisions }
  | { kind: 'replaced'; collection: CollectionName };

interface Removal {
  /** The tab that says this works in memory: a tab that has the mutations on disk has to remove them. */
  isInMemory?: boolean;
}

/** The tabs of this browser that show the same person. */
export interface Tabs {
  /** Tells the other tabs. */
  broadcast: (message: TabMessage) => void;
  /** Among all tabs: what is read must not be older than what is being sent. */
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
