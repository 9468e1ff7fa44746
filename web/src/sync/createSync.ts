import type { CollectionName } from '@daymark/contract/changes';
import { textFields } from '@daymark/contract/texts';
import { createListeners } from '../lib/browser/externalStore';
import { createCollections } from './collections';
import { createConnection, statusOf } from './connection';
import { createReplica } from './replica/createReplica';
import { definitions } from './definitions';
import { openReplica } from './replica/diskReplica';
import { createHistory, type ChangeText } from './history';
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
  /** Whether the browser went offline or a call got no response, and no call has succeeded or been refused since. */
  offline: boolean;
  /**
   * Whether mutations have to wait because the server failed on one of them (5xx) or considers this version outdated.
   */
  retrying: boolean;
  /** Whether a mutation exists only in memory, so that closing the page loses it. */
  lostOnClose: boolean;
}

export interface SyncEvents extends SendEvents {
  /** Called when an undo left something alone because it was changed later. */
  onLeftAlone: (text: ChangeText) => void;
  /** Called when the server responds that this person is not signed in. */
  onSignedOut: () => void;
  /** Called when the server does not work with this version of the app. Unsent mutations wait for a reload. */
  onOutdated: () => void;
}

interface SyncOptions {
  platform?: Platform;
  carriedOver?: CarriedOver;
}

/** Returns the texts of a record, or only those that `edited` changes. */
function textsOf(collection: CollectionName, record: object, edited?: object): Mutation['fields'] {
  const fields = textFields[collection].filter((field) => !edited || field in edited);
  return Object.fromEntries(fields.map((field) => [field, Reflect.get(record, field) ?? '']));
}

/** How long to wait for another tab's message before the replica is read instead, in ms. */
const MESSAGE_MS = 1_000;

export type Sync = ReturnType<typeof createSync>;

/** Returns a record without the fields that only screens use. */
function plain(record: Shown<Identified>): Identified {
  const { saveError: _, ...fields } = record;
  return fields;
}

/**
 * Creates the Sync of one person's data between this browser and the server: the replica that screens show, the outbox
 * of mutations, and the changes made elsewhere. See docs/sync.md. This call opens the database and adds listeners, so
 * it must not happen while React renders. Reading never waits. `subscribe` reports when data arrives. `carriedOver` has
 * the mutations that an earlier Sync of the same person in this page could not store.
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
      // A replica in memory has no revisions, and changes can't be requested without them. The pull fetches whole
      // collections.
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
    // Replace the status only if a value has changed. A new object would make every screen render again.
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
    // Confirm before settling, so that the record shown stays the same between the two steps.
    collections.confirm(mutation.collection, mutation.recordId, record, advance);
    outbox.settle(mutation.key, followUp);
  }

  /** Returns a record as it is shown. */
  function recordOf(collection: CollectionName, id: number): Identified | undefined {
    const record = withId<Identified>(collections.records(collection).data, id);
    return record && plain(record);
  }

  /**
   * Retries the outbox and the collections that could not be loaded. If the connection is still offline, pulls as well.
   */
  async function retryFailed(): Promise<void> {
    connection.retrying();
    if (outbox.next()) await sender.send();
    await collections.loadFailed();
    if (connection.isOffline()) await collections.pull();
  }

  /** Returns the mutations with these keys as this tab has them. A tab in memory uses its own sequence numbers. */
  const storedHere = (keys: readonly string[]) =>
    outbox.queued().filter(({ key }) => keys.includes(key));

  /**
   * Whether a mutation with one of these keys was rejected. If so, mutations that only this tab has may be waiting for
   * the rejected one.
   */
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
        // The broadcasting tab could not remove from disk the mutations that its own mutation replaces.
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

  /**
   * Returns the mutation to queue for a request, or undefined if the request only changed or discarded a rejected
   * mutation.
   */
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
    // An update or delete of a record with a rejected mutation changes or discards the rejected mutation.
    const rejected = outbox.rejectedOf(collection, mutation.recordId);
    const [first] = rejected;
    if (first && kind === 'update' && first.kind !== 'delete') {
      const { key, editedAt, fields } = mutation;
      void outbox.resubmit(first, { key, editedAt, fields, ...(base && { base }) });
      return undefined;
    }
    // By editing a record whose delete was rejected, the person keeps the record.
    if (first && kind === 'update') discard(collection, mutation.recordId);
    if (first && kind === 'delete') {
      discard(collection, mutation.recordId);
      if (rejected.some((other) => other.kind === 'create')) return undefined;
    }
    return mutation;
  }

  /**
   * Returns the texts that the person saw when they made a request. For an update, these are only the texts that the
   * update changes. Undefined if there are no such texts, or if the request creates a new record.
   */
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

  /** Sends a record's rejected mutations again, and all waiting mutations. */
  function retry(collection: CollectionName, id: number): void {
    for (const mutation of outbox.rejectedOf(collection, id)) {
      const key = platform.newKey();
      // The delete was rejected because the record had changed. The retry applies to the record as the server has it
      // now.
      const record = mutation.kind === 'delete' && collections.confirmedRecord(collection, id);
      const seenNow = record
        ? { base: textsOf(collection, record), editedAt: connection.clock.nextEdit() }
        : {};
      void outbox.resubmit(mutation, { key, ...seenNow });
    }
    void sender.send();
  }

  /** Discards a record's rejected mutations, or all its mutations if its create was rejected. */
  function discard(collection: CollectionName, id: number): void {
    void outbox.discardRejected(collection, id);
    void sender.send();
  }

  return {
    userId,
    /** Returns this browser's number. */
    device: platform.device,
    subscribe: listeners.subscribe,
    records: collections.records,
    /** Returns the mutations that the server has not confirmed, oldest first. */
    unsent: outbox.all,
    status: () => status,
    /** Resolves when the mutations made so far are stored. */
    stored: outbox.stored,
    now: connection.clock.now,
    load: collections.load,
    isSettled: collections.isSettled,
    /** Whether a collection was never written, as far as this browser knows. */
    isUnwritten: (collection: CollectionName): boolean =>
      collections.isUnwritten(collection) &&
      outbox.all().every((mutation) => mutation.collection !== collection),
    reload: collections.reload,
    pull: collections.pull,
    catchUp: () => collections.catchUp(),
    holdPulls: () => collections.holdPulls(),
    takeLiveToken: collections.takeLiveToken,
    mutate,
    /** Makes a change that the person can undo with Ctrl Z or with the returned function. */
    change: history.change,
    /** Undoes the person's last change in this tab. */
    undoLast: history.undoLast,
    retry,
    discard,
    /** Compares the replica with the server's `counters`, by collection. */
    missing: collections.missing,
    /** Sets the status to offline and schedules a retry, if `error` means that a call outside Sync got no response. */
    recordUnreachable: (error: unknown): void => {
      if (statusOf(error) === 0) connection.failed(error);
    },
    /** Returns a value stored with `storeValue`, or undefined if there is none or it can't be read. */
    readValue: replica.readValue,
    /** Stores a value in the replica that belongs to no collection. */
    storeValue: replica.storeValue,
    /** Deletes the stored values whose names start with `prefix`, except the last `most` of them. */
    keepValues: replica.keepValues,
    /** Sends the outbox and fetches changes, then loads every collection. */
    async start(): Promise<void> {
      await outbox.loaded;
      await Promise.all([sender.send(), collections.pull()]);
      await collections.loadAll();
    },
    /** Sends the outbox. Resolves when nothing more can be sent now. */
    send: sender.send,
    /** Aborted by `stop`. */
    signal: connection.signal,
    /**
     * Stops all requests. Mutations that were not sent stay in the outbox. Returns the mutations that this page has to
     * carry over to the same person's next Sync: those that are not stored yet, and those that must be sent before
     * them. Returns none if this Sync was already stopped.
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
