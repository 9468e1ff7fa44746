import type { Changes, CollectionName, KnownRevisions } from '@daymark/contract/changes';
import type { Mutation, Identified } from '../../domain/mutation';

/** A collection's confirmed records and their revision. */
export interface Copy {
  records: readonly Identified[];
  revision: string;
}

/**
 * A mutation in the outbox, ordered by its sequence number. Only the key identifies a mutation. Another tab may have
 * replaced the mutation at its position, or may use its own numbers in memory.
 */
export type QueuedMutation = Mutation & { seq: number };

/** Returns a mutation without its position in the outbox. */
export const withoutSeq = ({ seq: _, ...mutation }: Mutation & { seq?: number }): Mutation =>
  mutation;

/** The outbox as stored in the replica. */
export interface StoredOutbox {
  /** The queued mutations, oldest first. */
  queued: QueuedMutation[];
  /** A text that is different after the browser has emptied the outbox. */
  identity: string;
}

/** The result of a confirmed mutation: the server's record, or its deletion. */
type Outcome = ({ record: Identified } | { gone: true }) & {
  /** Whether the mutation raised its collection's counter by one, and changed nothing else there. */
  isCounted: boolean;
  followUp?: FollowUp | undefined;
};

/**
 * Mutations that are queued together with the removal of the mutation that caused them, so that a crash loses no text.
 */
export interface FollowUp {
  /** Takes the position of the removed mutation. */
  replacement?: Mutation | undefined;
  /** Queued at the end. */
  added: readonly Mutation[];
  /** Queued mutations that are now based on another version of a text. */
  rebased: readonly QueuedMutation[];
}

/** The effects of a confirmed mutation on the replica. */
interface Confirmed {
  advance: Advance | undefined;
  /** The mutations of the follow-up, with their positions. */
  queued: readonly QueuedMutation[];
}

/** A collection's revision before and after a mutation was confirmed. */
export interface Advance {
  since: string;
  revision: string;
}

/** Returns how often a collection had been written on the server. A revision is `<epoch>.<counter>.<time>`. */
export const counterOf = (revision: string) => Number(revision.split('.')[1]);

/**
 * Returns a copy's revision before and after one of this browser's own mutations, which the server has counted. The new
 * counter equals the server's as long as no other device writes. The time stays the same, so that changes from other
 * devices are still requested.
 */
export function advanced(since: string): Advance {
  const [epoch, counter, time] = since.split('.');
  return { since, revision: `${epoch}.${Number(counter) + 1}.${time}` };
}

/**
 * The data of one person that this browser stores: the confirmed records of each collection, the collection's revision,
 * the outbox, and other values by name. Each write is one transaction, except `confirm` in `outboxOf`.
 */
export interface Replica {
  read: (collection: CollectionName) => Promise<Copy | undefined>;
  revisions: () => Promise<KnownRevisions>;
  replace: (collection: CollectionName, copy: Copy) => Promise<void>;
  /** Applies changes, except for collections that are reset. */
  apply: (changes: Changes) => Promise<void>;

  outbox: () => Promise<StoredOutbox>;
  /** Returns whether a mutation is queued, and the outbox's identity. */
  find: (mutation: QueuedMutation) => Promise<{ isQueued: boolean; identity: string }>;
  /**
   * Queues the given mutations that are missing. A mutation with a sequence number is queued at its old position or
   * before all queued mutations. Any other mutation is queued at the end.
   */
  putBack: (mutations: readonly (Mutation | QueuedMutation)[]) => Promise<StoredOutbox>;
  /** Queues all given mutations or none. */
  enqueue: (...mutations: Mutation[]) => Promise<QueuedMutation[]>;
  /** Changes a mutation, if it is still queued. */
  amend: (mutation: QueuedMutation) => Promise<void>;
  /**
   * Queues `mutation` in place of `other`, if `other` is still queued. Queues `edit` at the end if `other` isn't queued
   * or if `mutation` is a create. Returns the mutations that it has queued.
   */
  supersede: (
    other: QueuedMutation,
    mutation: Mutation,
    edit: Mutation | undefined,
  ) => Promise<QueuedMutation[]>;
  discard: (mutations: readonly QueuedMutation[]) => Promise<void>;
  /** Removes the mutation from the outbox, stores its result and queues its follow-up. */
  confirm: (mutation: QueuedMutation, outcome: Outcome) => Promise<Confirmed>;

  /** Reads a value that belongs to no collection, by its name. */
  readValue: (name: string) => Promise<StoredValue | undefined>;
  storeValue: (name: string, value: unknown) => Promise<void>;
  /** Deletes the stored values whose names start with `prefix`, except the last `most` of them. */
  keepValues: (prefix: string, most: number) => Promise<void>;
  close: () => void;
}

/** A value, and when it was stored, in ms since 1970. */
export interface StoredValue {
  value: unknown;
  at: number;
}

/** Returns the changes of each collection, with its name. */
export const entriesOf = (changes: Changes) =>
  Object.entries(changes) as [
    CollectionName,
    { revision: string; reset: boolean; changed: Identified[]; deleted: number[] },
  ][];

/** Returns the names that start with `prefix`, except the `most` names whose values were stored last. */
export const surplusNames = (
  values: readonly [name: string, value: StoredValue][],
  prefix: string,
  most: number,
): string[] =>
  values
    .filter(([name]) => name.startsWith(prefix))
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(most)
    .map(([name]) => name);
