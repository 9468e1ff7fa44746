import type { Changes, CollectionName, KnownRevisions } from '@daymark/contract/changes';
import type { Mutation, Identified } from '../../domain/mutation';

/** A collection's confirmed records and their revision. */
export interface Copy {
  records: readonly Identified[];
  revision: string;
}

/**
 * A mutation in the outbox, ordered by its sequence number. Its key identifies it: another tab may have put another
 * mutation into its place, or may count in memory.
 */
export type QueuedMutation = Mutation & { seq: number };

/** A mutation without its place in the outbox. */
export const withoutSeq = ({ seq: _, ...mutation }: Mutation & { seq?: number }): Mutation =>
  mutation;

/** The outbox in the replica. */
export interface StoredOutbox {
  /** The queued mutations, oldest first. */
  queued: QueuedMutation[];
  /** Another text after the browser has emptied the outbox. */
  identity: string;
}

/** The result of a confirmed mutation: the record as the server has it, or that it is deleted. */
type Outcome = ({ record: Identified } | { gone: true }) & {
  /** The mutation raised the counter of its collection by one, and the result is all that it changed. */
  isCounted: boolean;
  followUp?: FollowUp | undefined;
};

/** What is queued in the same transaction that removes a mutation, so that no text of it is lost in between. */
export interface FollowUp {
  /** Takes the mutation's place. */
  replacement?: Mutation | undefined;
  /** Queued at the end. */
  added: readonly Mutation[];
  /** Queued mutations that are now made on another version of a text. */
  rebased: readonly QueuedMutation[];
}

/** What a confirmed mutation changed in the replica. */
interface Confirmed {
  advance: Advance | undefined;
  /** The mutations of the follow-up, with their places. */
  queued: readonly QueuedMutation[];
}

/** A collection's revision before and after a mutation was confirmed. */
export interface Advance {
  since: string;
  revision: string;
}

/** How often a collection had been written on the server: a revision is `<epoch>.<counter>.<time>`. */
export const counterOf = (revision: string) => Number(revision.split('.')[1]);

/**
 * The revision of a copy that has one more change: its own, which the server has counted. Its counter is the server's as
 * long as nobody else writes. Its time stays, so that what others have written meanwhile is still asked for.
 */
export function advanced(since: string): Advance {
  const [epoch, counter, time] = since.split('.');
  return { since, revision: `${epoch}.${Number(counter) + 1}.${time}` };
}

/**
 * What this browser keeps of one person: the confirmed records of each collection, the collection's revision, and the
 * outbox. Every method is one transaction.
 */
export interface Replica {
  read: (collection: CollectionName) => Promise<Copy | undefined>;
  revisions: () => Promise<KnownRevisions>;
  replace: (collection: CollectionName, copy: Copy) => Promise<void>;
  /** Applies changes, except for collections that are reset. */
  apply: (changes: Changes) => Promise<void>;

  outbox: () => Promise<StoredOutbox>;
  /** Whether a mutation is queued, and the outbox's identity. */
  find: (mutation: QueuedMutation) => Promise<{ isQueued: boolean; identity: string }>;
  /** Queues those of these mutations that are not queued: at their places, or before what was stored since. */
  putBack: (mutations: readonly (Mutation | QueuedMutation)[]) => Promise<StoredOutbox>;
  /** Queues all of them or none. */
  enqueue: (...mutations: Mutation[]) => Promise<QueuedMutation[]>;
  /** Changes a mutation, if it is still queued. */
  amend: (mutation: QueuedMutation) => Promise<void>;
  /**
   * Queues a mutation in the place of another one, if that is still queued. Queues `edit` at the end if it is not, or
   * after a create. Returns what it queued.
   */
  supersede: (
    other: QueuedMutation,
    mutation: Mutation,
    edit: Mutation | undefined,
  ) => Promise<QueuedMutation[]>;
  discard: (mutations: readonly QueuedMutation[]) => Promise<void>;
  /** Removes the mutation from the outbox, stores its result and queues what follows from it. */
  confirm: (mutation: QueuedMutation, outcome: Outcome) => Promise<Confirmed>;

  /** Reads a value that belongs to no collection, by its name. */
  readValue: (name: string) => Promise<StoredValue | undefined>;
  storeValue: (name: string, value: unknown) => Promise<void>;
  /** Of the values whose names start with `prefix`, keeps the `most` that were stored last. */
  keepValues: (prefix: string, most: number) => Promise<void>;
  close: () => void;
}

/** A value, and when it was stored, in ms since 1970. */
export interface StoredValue {
  value: unknown;
  at: number;
}

/** The changes of each collection, with its name. */
export const entriesOf = (changes: Changes) =>
  Object.entries(changes) as [
    CollectionName,
    { revision: string; reset: boolean; changed: Identified[]; deleted: number[] },
  ][];

/** The names to remove so that `most` values whose names start with `prefix` are left, those that were stored last. */
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
