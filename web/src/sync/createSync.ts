import type { CollectionName } from '@daymark/contract/changes';
import { textFields } from '@daymark/contract/texts';
import { createListeners } from '../lib/browser/externalStore';
import { createCollections } from './collections';
import { createConnection, statusOf } from './connection';
import { createReplica } from './replica/createReplica';
import { definitions } from './definitions';
import { openReplica } from './replica/diskReplica';
import { createHistory, type Said } from './history';
import {
  keysOf,
  type Identified,
  type Mutation,
  type MutationRequest,
  type RecordOf,
  withId,
  type Shown,
} from '../domain/mutation';
import { createOutbox, NOTHING_CARRIED_OVER, type CarriedOver } from './outbox';
import { browserPlatform, type Platform } from './platform';
import type { Advance, QueuedMutation } from './replica/replica';
import { createSender, type SendEvents } from './sender';
import { joinTabs, type TabMessage } from './tabs';
import { withinTopThree } from './withinTopThree';

/** The state of syncing this browser with the server. */
export interface SyncStatus {
  /** Number of mutations that are being sent or wait to be sent. */
  waiting: number;
  /** Number of rejected mutations, which the person has to look at. */
  rejected: number;
  /** Whether the last attempt to reach the server failed. */
  offline: boolean;
  /** Whether mutations wait although the server answers: it failed (5xx), or no longer works with this version. */
  retrying: boolean;
  /** Whether a mutation exists only in memory, so that closing the page loses it. */
  lostOnClose: boolean;
}

export interface SyncEvents extends SendEvents {
  /** An Undo has left alone what was changed since. */
  onLeftAlone: (said: Said) => void;
  /** The server says that nobody is signed in. */
  onSignedOut: () => void;
  /** The server no longer works with this version of the app. What is unsent waits for a reload. */
  onOutdated: () => void;
}

interface SyncOptions {
  platform?: Platform;
  carriedOver?: CarriedOver;
}

/** The texts of a record; only those that an edit changes, if there is one. */
function textsOf(collection: CollectionName, record: object, edited?: object): Mutation['fields'] {
  const fields = textFields[collection].filter((field) => !edited || field in edited);
  return Object.fromEntries(fields.map((field) => [field, Reflect.get(record, field) ?? '']));
}

/** How long a message of another tab may be under way. */
const MESSAGE_MS = 1_000;

export type Sync = ReturnType<typeof createSync>;

/** A record without the fields that only screens use. */
function plain(record: Shown<Identified>): Identified {
  const { saveError: _, ...fields } = record;
  return fields;
}

/**
 * Syncs one person's data between this browser and the server: the replica that screens show, the outbox of mutations,
 * which are sent in order, and the changes made elsewhere. See docs/sync.md. Creating it opens the database and adds
 * listeners, so it must not happen while React renders. Reading never waits: `subscribe` reports when data arrives.
 * `carriedOver` is what an earlier Sync of the same person in this page could not store.
 */
export function createSync(
  userId: number,
  events: SyncEvents,
  { platform = browserPlatform, carriedOver = NOTHING_CARRIED_OVER }: SyncOptions = {},
) {
  const listeners = createListeners();
  const tabs = joinTabs(userId, platform, onTabMessage);
  const replica = createReplica(
    () => openReplica(userId, platform.openDatabase, () => outbox.checkStored()),
    () => outbox.queued(),
    () => {
      // For the revisions, without which no changes are asked for.
      void collections.pull();
      onChanged();
    },
  );
  const outbox = createOutbox(replica, tabs, {
    carriedOver,
    onChanged: (collection) =>
      collection ? collections.changed(collection) : collections.changed(),
    onQueued: () => platform.afterPaint(() => void sender.send()),
  });
  const connection = createConnection(userId, platform, {
    onChanged,
    onRetry: () => void retryFailed(),
    onSignedOut: events.onSignedOut,
    onOutdated: events.onOutdated,
  });
  const collections = createCollections({
    replica,
    outbox,
    connection,
    tabs,
    onChanged,
    keepTexts: (collection, id) => sender.keepTexts(collection, id),
  });
  const sender = createSender({
    outbox,
    replica,
    connection,
    tabs,
    newKey: platform.newKey,
    device: platform.device,
    userId,
    onConfirmed,
    onBehind: () => void collections.pull(),
    onSentElsewhere: ({ collection }) =>
      platform.after(MESSAGE_MS, () => void collections.readMissed(collection)),
    storedRecord: (collection, id) => collections.storedRecord(collection, id),
    shownRecord: ({ collection, recordId }) => recordOf(collection, recordId),
    seriesOfHidden(record) {
      const { id, seriesId, skippedAt } = record as RecordOf<'tasks'>;
      if (seriesId === null || skippedAt === null) return undefined;
      const others = (collections.records('tasks').data ?? []).filter(
        (task) => task.id !== id && task.seriesId === seriesId && task.skippedAt === null,
      );
      return others.find(({ completed }) => !completed) ?? others[0];
    },
    events,
  });

  const history = createHistory({
    recordOf,
    stepsOf(collection, id) {
      const tasks = collection === 'tasks' ? collections.records('tasks').data : undefined;
      return tasks?.filter(({ parentId }) => parentId === id) ?? [];
    },
    onLeftAlone: events.onLeftAlone,
    blankOf: (request) => {
      if (request.kind !== 'update') return undefined;
      const { collection, id, fields } = request;
      return definitions[collection].blank?.({ recordId: id, fields: { ...fields } });
    },
    mutate,
  });

  let status = readStatus();

  function readStatus(): SyncStatus {
    const all = outbox.all();
    const rejected = all.filter(({ rejection }) => rejection !== undefined).length;
    return {
      waiting: all.length - rejected,
      rejected,
      offline: connection.isOffline(),
      retrying: outbox.retrying().size > 0 || connection.isOutdated(),
      lostOnClose: outbox.inMemory().length > 0,
    };
  }

  function onChanged() {
    const next = readStatus();
    // The object changes only if a value changes, or every screen would render again for nothing.
    if ((Object.keys(next) as (keyof SyncStatus)[]).some((key) => next[key] !== status[key]))
      status = next;
    listeners.notify();
  }

  function onConfirmed(
    mutation: QueuedMutation,
    record: Identified | undefined,
    advance: Advance | undefined,
    followUp: readonly QueuedMutation[] = [],
  ) {
    // In this order what is shown stays the same between the two.
    collections.confirm(mutation.collection, mutation.recordId, record, advance);
    outbox.settle(mutation.key, followUp);
  }

  /** A record as it is shown. */
  function recordOf(collection: CollectionName, id: number): Identified | undefined {
    const record = withId<Identified>(collections.records(collection).data, id);
    return record && plain(record);
  }

  /** Tries again what failed: the outbox, and collections that could not be loaded. */
  async function retryFailed(): Promise<void> {
    connection.retrying();
    if (outbox.next()) await sender.send();
    await collections.loadFailed();
    if (connection.isOffline()) await collections.pull();
  }

  /** These mutations as this tab's replica has them: a tab in memory has given them other numbers. */
  const storedHere = (keys: readonly string[]) =>
    outbox.queued().filter(({ key }) => keys.includes(key));

  /** Whether one of these was rejected here. What only this tab has may wait for it. */
  const hasRejected = (keys: readonly string[]) =>
    storedHere(keys).some(({ rejection }) => rejection !== undefined);

  function onTabMessage(message: TabMessage) {
    switch (message.kind) {
      case 'enqueued':
        void outbox.addStored(message.mutation, message.after).then(sender.send);
        break;
      case 'amended':
        outbox.replace(message.mutation);
        break;
      case 'discarded': {
        const isRejected = hasRejected(message.keys);
        if (message.isInMemory) void replica.discard(storedHere(message.keys));
        outbox.forget(message.keys);
        if (isRejected) void sender.send();
        break;
      }
      case 'settled': {
        const isRejected = hasRejected(keysOf(message.mutation));
        // That tab could not remove from the disk what its mutation replaces.
        if (message.isInMemory) {
          void replica.discard(storedHere(keysOf(message.mutation)));
          outbox.forget(keysOf(message.mutation));
        }
        onConfirmed(
          message.mutation,
          message.record,
          message.isInMemory ? undefined : message.advance,
          message.isInMemory ? [] : message.followUp,
        );
        if (isRejected) void sender.send();
        break;
      }
      case 'changes':
        collections.show(message.changes, message.since);
        break;
      case 'replaced':
        void collections.readAgain(message.collection);
    }
  }

  /** Applies mutations as one change: shows them at once, stores them in the outbox, then sends them. */
  function mutate(...requests: readonly MutationRequest[]): void {
    const shownTasks = () => collections.records('tasks').data ?? [];
    const mutations = withinTopThree(requests, shownTasks, connection.clock.now()).flatMap(
      (request) => toEnqueue(request) ?? [],
    );
    if (mutations.length > 0) void outbox.enqueue(...mutations);
  }

  /** The mutation that a request makes; undefined if it changes one that was rejected. */
  function toEnqueue(request: MutationRequest): Mutation | undefined {
    const { kind, collection } = request;
    const mutation: Mutation = {
      key: platform.newKey(),
      collection,
      kind,
      recordId: kind === 'create' ? request.record.id : request.id,
      fields:
        kind === 'create'
          ? { ...plain(request.record) }
          : kind === 'update'
            ? { ...request.fields }
            : {},
      editedAt: connection.clock.nextEdit(),
      ...(kind === 'create' && request.restore && { restore: true as const }),
      ...(kind !== 'update' && request.follows && { follows: request.follows }),
    };
    const base = baseOf(request);
    if (base) mutation.base = base;
    // A mutation of a record with a rejected mutation changes or discards the rejected one.
    const rejected = outbox.rejectedOf(collection, mutation.recordId);
    const [first] = rejected;
    if (first && kind === 'update' && first.kind !== 'delete') {
      const { key, editedAt, fields } = mutation;
      void outbox.resubmit(first, { key, editedAt, fields, ...(base && { base }) });
      return undefined;
    }
    // An edit of a record that could not be deleted: the person keeps it.
    if (first && kind === 'update') discard(collection, mutation.recordId);
    if (first && kind === 'delete') {
      discard(collection, mutation.recordId);
      if (rejected.some((other) => other.kind === 'create')) return undefined;
    }
    return mutation;
  }

  /** The texts of a record as the person saw them when they made a request; undefined if it has none. */
  function baseOf(request: MutationRequest): Mutation['base'] {
    const { kind, collection } = request;
    if (kind === 'create' && !request.restore) return undefined;
    const shown =
      kind === 'create' ? (request.base ?? request.record) : recordOf(collection, request.id);
    if (!shown && kind !== 'update') return undefined;
    const seen = { ...shown, ...(kind === 'update' && request.base) };
    const texts = textsOf(collection, seen, kind === 'update' ? request.fields : undefined);
    return Object.keys(texts).length > 0 ? texts : undefined;
  }

  /** Sends a record's rejected mutations again, and everything that waits. */
  function retry(collection: CollectionName, id: number): void {
    for (const mutation of outbox.rejectedOf(collection, id)) {
      const key = platform.newKey();
      // A delete that was refused because the record was changed counts for the record as the server has it now.
      const record = mutation.kind === 'delete' && collections.confirmedRecord(collection, id);
      const seenNow = record
        ? { base: textsOf(collection, record), editedAt: connection.clock.nextEdit() }
        : {};
      void outbox.resubmit(mutation, { key, ...seenNow });
    }
    void sender.send();
  }

  /** Discards a record's rejected mutations; if its create was rejected, all its mutations. */
  function discard(collection: CollectionName, id: number): void {
    void outbox.discardRejected(collection, id);
    void sender.send();
  }

  return {
    userId,
    subscribe: listeners.subscribe,
    records: collections.records,
    /** The mutations that the server has not confirmed, oldest first. */
    unsent: outbox.all,
    status: () => status,
    /** Resolves when the mutations made so far are stored. */
    stored: outbox.stored,
    now: connection.clock.now,
    load: collections.load,
    isSettled: collections.isSettled,
    /** Whether nothing of a collection was ever written, as far as this browser knows. */
    isUnwritten: (collection: CollectionName): boolean =>
      collections.isUnwritten(collection) &&
      outbox.all().every((mutation) => mutation.collection !== collection),
    reload: collections.reload,
    pull: collections.pull,
    catchUp: () => collections.catchUp(),
    holdPulls: () => collections.holdPulls(),
    takeLiveToken: collections.takeLiveToken,
    mutate,
    /** Makes a change that the person can undo: by Ctrl Z, and by what is returned. */
    change: history.change,
    /** Takes the person's last change in this tab back. */
    undoLast: history.undoLast,
    retry,
    discard,
    /** What the server has and this browser has not: `counters` are the server's, by collection. */
    missing: collections.missing,
    /** To be called when another call got no answer: the status says so until the server has answered again. */
    noteUnreachable: (error: unknown): void => {
      if (statusOf(error) === 0) connection.failed(error);
    },
    /** Reads a value stored with `storeValue`; undefined if storage is blocked. */
    readValue: replica.readValue,
    /** Stores a value that belongs to no collection in the replica, until the replica is deleted. */
    storeValue: replica.storeValue,
    /** Of the stored values whose names start with `prefix`, keeps the `most` that were stored last. */
    keepValues: replica.keepValues,
    /** Sends the outbox, fetches changes, then loads every collection. */
    async start(): Promise<void> {
      await outbox.loaded;
      await Promise.all([sender.send(), collections.pull()]);
      await collections.loadAll();
    },
    /** Aborted by `stop`. */
    signal: connection.signal,
    /**
     * Stops all requests. Mutations that were not sent stay in the outbox. Returns what this page has to carry over to the
     * same person's next Sync, because some of it could not be stored; nothing if it was stopped before.
     */
    stop(): CarriedOver {
      const carriedOver = connection.signal.aborted ? NOTHING_CARRIED_OVER : outbox.toCarryOver();
      connection.stop();
      tabs.close();
      listeners.clear();
      replica.close();
      return carriedOver;
    },
  };
}
