import { memoryReplica } from './memoryReplica';
import type { QueuedMutation, Replica } from './replica';

/** A replica that lasts as long as the page. Its operations do not fail. */
export interface LastingReplica extends Replica {
  /** Whether the replica is in memory, so that closing the page loses it. */
  isMemoryOnly: () => boolean;
}

/**
 * Opens a replica with `open`. If opening or a later write fails, the replica continues in memory with `queued`, the
 * unsent mutations. A failed write also calls `onMemoryOnly`. Data that can't be read counts as missing.
 */
export function createReplica(
  open: () => Promise<Replica>,
  queued: () => readonly QueuedMutation[],
  onMemoryOnly: () => void,
): LastingReplica {
  let isMemoryOnly = false;
  let current: Replica;
  const opened = open().then(
    (replica) => void (current = replica),
    () => {
      isMemoryOnly = true;
      current = memoryReplica(queued);
    },
  );

  async function read<T>(operation: (replica: Replica) => Promise<T>, otherwise: T): Promise<T> {
    await opened;
    return operation(current).catch(() => otherwise);
  }

  async function write<T>(operation: (replica: Replica) => Promise<T>): Promise<T> {
    await opened;
    const used = current;
    try {
      return await operation(used);
    } catch {
      if (used === current) {
        used.close();
        current = memoryReplica(queued);
        isMemoryOnly = true;
        onMemoryOnly();
      }
      return operation(current);
    }
  }

  return {
    isMemoryOnly: () => isMemoryOnly,
    read: (collection) => read((replica) => replica.read(collection), undefined),
    revisions: () => read((replica) => replica.revisions(), {}),
    replace: (collection, copy) => write((replica) => replica.replace(collection, copy)),
    apply: (changes) => write((replica) => replica.apply(changes)),
    outbox: () => read((replica) => replica.outbox(), { queued: [], identity: '' }),
    find: (mutation) => read((replica) => replica.find(mutation), { isQueued: true, identity: '' }),
    putBack: (mutations) => write((replica) => replica.putBack(mutations)),
    enqueue: (...mutations) => write((replica) => replica.enqueue(...mutations)),
    amend: (mutation) => write((replica) => replica.amend(mutation)),
    supersede: (...parameters) => write((replica) => replica.supersede(...parameters)),
    discard: (mutations) => write((replica) => replica.discard(mutations)),
    confirm: (mutation, outcome) => write((replica) => replica.confirm(mutation, outcome)),
    readValue: (name) => read((replica) => replica.readValue(name), undefined),
    // A write that fails is ignored, because the caller still has the value.
    storeValue: (name, value) => read((replica) => replica.storeValue(name, value), undefined),
    keepValues: (prefix, most) => read((replica) => replica.keepValues(prefix, most), undefined),
    close: () => void opened.then(() => current.close()),
  };
}
