import type { Changes, CollectionName, KnownRevisions } from '@daymark/contract/changes';
import { CallError, call, sentenceOf } from '../lib/call';
import { createListeners } from '../lib/externalStore';
import { openTabChannel } from '../lib/tabChannel';
import { createTabLock } from '../lib/tabLock';
import {
  shownRecords,
  withoutId,
  withRecord,
  byId,
  type Mutation,
  type Identified,
  type RecordRules,
  type RecordOf,
  type Shown,
} from './mutation';
import {
  memoryReplica,
  entriesOf,
  openReplica,
  type Replica,
  type StoredValue,
  type QueuedMutation,
} from './replica';
import { definitions } from './definitions';
import { createEditClock } from './editClock';

/** A collection as screens see it. */
export interface Records<Name extends CollectionName> {
  /** With the pending mutations applied; undefined until the collection is loaded. */
  data: readonly Shown<RecordOf<Name>>[] | undefined;
  isPending: boolean;
  /** Why the collection could not be loaded; undefined if there are records, however old. */
  error: Error | undefined;
}

/** The state of syncing this browser with the server. */
export interface SyncStatus {
  /** Number of mutations that are being sent or wait to be sent. */
  waiting: number;
  /** Number of rejected mutations, which the person has to look at. */
  rejected: number;
  /** Whether the last attempt to reach the server failed. */
  offline: boolean;
  /** Whether a mutation is retried because the server answered 5xx. */
  retrying: boolean;
  /** Whether a mutation exists only in memory, so that closing the page loses it. */
  lostOnClose: boolean;
}

/** A mutation as a feature requests it. */
export type MutationRequest =
  | {
      kind: 'create';
      collection: CollectionName;
      record: Identified;
      restore?: boolean;
    }
  | { kind: 'update'; collection: CollectionName; id: number; fields: object }
  | { kind: 'delete'; collection: CollectionName; id: number };

/** Called later, when the outcome of a mutation is known. */
export interface SyncEvents {
  /** The server rejected a mutation. */
  onRejected: (mutation: Mutation, error: Error) => void;
  /** The server answered 5xx: called for the first mutation that is retried, not for every one. */
  onRetrying: (mutation: Mutation, error: Error) => void;
  /** A mutation's record was deleted on another device: `lost` is the record as it was shown here. */
  onLost: (mutation: Mutation, lost: Identified | undefined) => void;
  /** The server says that nobody is signed in. */
  onSignedOut: () => void;
}

export type Sync = ReturnType<typeof createSync>;

interface CollectionState {
  records: readonly Identified[] | undefined;
  error?: Error | undefined;
  loading?: Promise<void> | undefined;
}

/** What a tab broadcasts to the person's other tabs. Tabs with an older version of the app know these names: keep them. */
type TabMessage =
  | { kind: 'enqueued' | 'amended'; mutation: QueuedMutation }
  | { kind: 'discarded'; keys: readonly string[] }
  | { kind: 'settled'; mutation: QueuedMutation; record: Identified | undefined }
  | { kind: 'changes'; changes: Changes }
  | { kind: 'replaced'; collection: CollectionName };

/** The status of the response; 0 without a response, 500 for a response that can't be parsed. */
function codeOf(error: unknown): number {
  if (error instanceof CallError) return error.status;
  return error instanceof DOMException ? 0 : 500;
}

/** A record without the fields that only screens use. */
function plain(record: Shown<Identified>): Record<string, unknown> {
  const { saveError: _, ...fields } = record;
  return fields;
}

const COLLECTIONS = Object.keys(definitions) as CollectionName[];

/** After this a request counts as lost. Sending it again is harmless. */
const REQUEST_TIMEOUT_MS = 20_000;
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 30_000;
/** If the server fails on the same mutation this often, the mutation is probably the cause. */
const FAILURES_BEFORE_REJECTION = 6;

/**
 * Syncs one person's data between this browser and the server: the replica that screens show, the outbox of mutations,
 * which are sent in order, and the changes made elsewhere. See docs/sync.md. Creating it opens the database and adds
 * listeners, so it must not happen while React renders. Reading never waits: `subscribe` reports when data arrives.
 */
export function createSync(userId: number, events: SyncEvents, open = openReplica) {
  const states = new Map<CollectionName, CollectionState>();
  const listeners = createListeners();
  const views = new Map<CollectionName, Records<CollectionName>>();
  /** For each retried mutation, by its key: the server's last answer, and the number of failures. */
  const failures = new Map<string, { sentence: string; times: number }>();
  let outbox: readonly QueuedMutation[] = [];
  /** Mutations that are not in the replica yet: a crash would lose them. */
  let unstored: readonly Mutation[] = [];
  let offline = !navigator.onLine;
  let isMemoryOnly = false;
  let isStopped = false;
  const abortController = new AbortController();
  let failedAttempts = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const clock = createEditClock();

  const channel = openTabChannel(`daymark.sync.${userId}`, onTabMessage);
  const { broadcast } = channel;
  /** Among all tabs: what is read must not be older than what is being sent. */
  const lock = createTabLock(`daymark.sync.${userId}`);

  let replica: Replica;
  const opened = open(userId)
    .catch(() => {
      isMemoryOnly = true;
      return memoryReplica();
    })
    .then(async (openedReplica) => {
      replica = openedReplica;
      // Another version of the app may have queued what this one does not know: it stays there for that version.
      outbox = (await replica.outbox()).filter(({ collection }) => collection in definitions);
      changed();
    });

  /** The options of a call that is made now. */
  function options() {
    const sentAtMs = Date.now();
    return {
      as: userId,
      signal: AbortSignal.any([abortController.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      onAnswer: (response: Response) => clock.learn(sentAtMs, response),
    };
  }

  const pending = () => [...outbox, ...unstored];
  let status = readStatus();

  function changed(...collections: CollectionName[]) {
    for (const collection of collections.length > 0 ? collections : COLLECTIONS)
      views.delete(collection);
    refreshStatus();
    listeners.notify();
  }

  function readStatus(): SyncStatus {
    const rejected = outbox.filter(({ rejection }) => rejection !== undefined).length;
    const waiting = pending().length - rejected;
    return {
      waiting,
      rejected,
      offline,
      retrying: failures.size > 0,
      lostOnClose: unstored.length > 0 || (isMemoryOnly && waiting + rejected > 0),
    };
  }

  function refreshStatus() {
    const next = readStatus();
    // The object changes only if a value changes, or every screen would render again for nothing.
    if ((Object.keys(next) as (keyof SyncStatus)[]).some((key) => next[key] !== status[key]))
      status = next;
  }

  function rulesOf(collection: CollectionName): RecordRules<Identified> {
    return definitions[collection] as unknown as RecordRules<Identified>;
  }

  function editRecords(
    collection: CollectionName,
    edit: (records: readonly Identified[]) => readonly Identified[],
  ) {
    const state = states.get(collection);
    if (state?.records) states.set(collection, { ...state, records: edit(state.records) });
  }

  const putRecord = (collection: CollectionName, record: Identified) =>
    editRecords(collection, (records) => withRecord(records, record, rulesOf(collection).compare));
  const dropRecord = (collection: CollectionName, id: number) =>
    editRecords(collection, (records) => withoutId(records, id));

  // ---- Reading ----

  function records<Name extends CollectionName>(collection: Name): Records<Name> {
    let view = views.get(collection);
    if (!view) {
      const { records: confirmed, error } = states.get(collection) ?? { records: undefined };
      const own = pending().filter((mutation) => mutation.collection === collection);
      const retrying = new Map([...failures].map(([key, { sentence }]) => [key, sentence]));
      view = {
        data: confirmed && (shownRecords(confirmed, own, rulesOf(collection), retrying) as never),
        isPending: !confirmed && !error,
        error: confirmed ? undefined : error,
      };
      views.set(collection, view);
    }
    return view;
  }

  /**
   * Loads a collection, from the replica if it is there, otherwise from the server. `shownMeanwhile` is the error of the
   * previous attempt, which stays on the screen during an automatic retry.
   */
  function load(collection: CollectionName, shownMeanwhile?: Error): Promise<void> {
    const state = states.get(collection);
    if (state?.records || state?.loading) return state.loading ?? Promise.resolve();
    const loading = (async () => {
      await opened;
      const copy = await replica.read(collection).catch(() => undefined);
      if (isStopped) return;
      if (copy) {
        const sorted = [...copy.records].sort(rulesOf(collection).compare);
        states.set(collection, { records: sorted });
        changed(collection);
      } else await fetchWhole(collection);
    })();
    states.set(collection, { records: undefined, loading, error: shownMeanwhile });
    return loading;
  }

  /** Fetches a whole collection page by page. The first time each page is shown as it arrives. */
  function fetchWhole(collection: CollectionName): Promise<void> {
    return lock('shared', async () => {
      const { compare } = rulesOf(collection);
      try {
        const { fetchPage } = definitions[collection];
        let page = await fetchPage(undefined, options());
        const { revision } = page;
        const records = [...page.records];
        const wasLoaded = states.get(collection)?.records !== undefined;
        while (page.after !== undefined) {
          // A list that is already shown is replaced when the new one is complete, so that it does not shrink meanwhile.
          if (!wasLoaded) {
            states.set(collection, { records: [...records].sort(compare) });
            changed(collection);
          }
          page = await fetchPage(page.after, options());
          records.push(...page.records);
        }
        // A record may appear on two pages if it moved while they were read: the later one counts.
        const unique = [...new Map(records.map((record) => [record.id, record])).values()];
        states.set(collection, { records: unique.sort(compare) });
        connectionSucceeded();
        await replica.replace(collection, { records: unique, revision }).catch(fallBackToMemory);
        broadcast({ kind: 'replaced', collection });
      } catch (error) {
        connectionFailed(error);
        const current = states.get(collection)?.records;
        states.set(collection, { records: current, error: error as Error });
      }
      changed(collection);
    });
  }

  /** Fetches the changes of every collection in the replica. */
  async function pull(): Promise<void> {
    await opened;
    await lock('exclusive', async () => {
      if (isStopped) return;
      try {
        const known = await replica.revisions();
        if (Object.keys(known).length === 0) return;
        const changes = await call('listChanges', { query: known }, options());
        connectionSucceeded();
        if (entriesOf(changes).length === 0) return;
        await replica.apply(changes).catch(fallBackToMemory);
        applyChanges(changes);
        broadcast({ kind: 'changes', changes });
      } catch (error) {
        connectionFailed(error);
      }
    });
  }

  function applyChanges(changes: Changes) {
    for (const [collection, { reset, changed: records, deleted }] of entriesOf(changes)) {
      if (reset) {
        void fetchWhole(collection);
        continue;
      }
      for (const record of records) putRecord(collection, record);
      for (const id of deleted) dropRecord(collection, id);
    }
    changed();
  }

  // ---- Writing ----

  /** Applies a mutation: shows it at once, stores it in the outbox, then sends it. */
  function mutate(request: MutationRequest): void {
    const { kind, collection } = request;
    const mutation: Mutation = {
      key: crypto.randomUUID(),
      collection,
      kind,
      recordId: kind === 'create' ? request.record.id : request.id,
      fields:
        kind === 'create' ? plain(request.record) : kind === 'update' ? { ...request.fields } : {},
      editedAt: clock.nextEdit(),
      ...(kind === 'create' && request.restore && { restore: true as const }),
    };
    // A mutation of a record with a rejected mutation changes or discards the rejected one.
    const rejected = rejectedOf(collection, mutation.recordId);
    if (rejected.length > 0 && kind === 'update') {
      const [first] = rejected;
      if (first && first.kind !== 'delete') {
        amend({
          ...first,
          fields: { ...first.fields, ...mutation.fields },
          editedAt: mutation.editedAt,
        });
        return;
      }
    }
    if (rejected.length > 0 && kind === 'delete') {
      const isUnknown = rejected.some((other) => other.kind === 'create');
      discard(collection, mutation.recordId);
      if (isUnknown) return;
    }
    unstored = [...unstored, mutation];
    changed(collection);
    void opened
      .then(() => replica.enqueue(mutation))
      .catch(() => {
        fallBackToMemory();
        return replica.enqueue(mutation);
      })
      .then((queued) => {
        unstored = unstored.filter(({ key }) => key !== mutation.key);
        outbox = [...outbox, queued];
        changed(collection);
        broadcast({ kind: 'enqueued', mutation: queued });
        void drainOutbox();
      });
  }

  const rejectedOf = (collection: CollectionName, id: number) =>
    outbox.filter(
      (mutation) =>
        mutation.rejection !== undefined &&
        mutation.collection === collection &&
        mutation.recordId === id,
    );

  function amend(mutation: QueuedMutation) {
    const { rejection: _, ...amended } = mutation;
    failures.delete(mutation.key);
    replaceMutation(amended);
    void replica.amend(amended).catch(fallBackToMemory);
    broadcast({ kind: 'amended', mutation: amended });
    void drainOutbox();
  }

  function replaceMutation(mutation: QueuedMutation) {
    outbox = outbox.map((other) => (other.key === mutation.key ? mutation : other));
    changed(mutation.collection);
  }

  /** Sends a record's rejected mutations again, and everything that waits. */
  function retry(collection: CollectionName, id: number): void {
    for (const mutation of rejectedOf(collection, id)) amend(mutation);
    void drainOutbox();
  }

  /** Discards a record's rejected mutations; if its create was rejected, all its mutations. */
  function discard(collection: CollectionName, id: number): void {
    const own = outbox.filter(
      (mutation) => mutation.collection === collection && mutation.recordId === id,
    );
    const discarded = own.some(
      ({ kind, rejection }) => kind === 'create' && rejection !== undefined,
    )
      ? own
      : own.filter(({ rejection }) => rejection !== undefined);
    forget(discarded.map(({ key }) => key));
    void replica.discard(discarded.map(({ seq }) => seq)).catch(fallBackToMemory);
    broadcast({ kind: 'discarded', keys: discarded.map(({ key }) => key) });
    void drainOutbox();
  }

  function forget(keys: readonly string[]) {
    outbox = outbox.filter(({ key }) => !keys.includes(key));
    keys.forEach((key) => failures.delete(key));
    changed();
  }

  let isDraining = false;
  let shouldDrainAgain = false;

  /** Sends the outbox, oldest first, one mutation at a time, until it is empty or an attempt fails. */
  async function drainOutbox(): Promise<void> {
    if (isDraining) {
      shouldDrainAgain = true;
      return;
    }
    isDraining = true;
    try {
      await opened;
      do {
        shouldDrainAgain = false;
        while (!isStopped && (await lock('exclusive', sendNext)) === 'sent');
      } while (shouldDrainAgain as boolean);
    } finally {
      isDraining = false;
    }
  }

  /** The oldest mutation that no rejected mutation of the same record blocks. */
  function nextMutation(): QueuedMutation | undefined {
    const blocked = new Set<string>();
    for (const mutation of outbox) {
      const record = `${mutation.collection}/${mutation.recordId}`;
      if (mutation.rejection !== undefined) blocked.add(record);
      else if (!blocked.has(record)) return mutation;
    }
    return undefined;
  }

  async function sendNext(): Promise<'sent' | 'stop'> {
    const mutation = nextMutation();
    if (!mutation || isStopped) return 'stop';
    // Another tab may have sent it already; its message may not have arrived yet.
    if (!isMemoryOnly && !(await replica.isQueued(mutation.seq).catch(() => true))) {
      forget([mutation.key]);
      return 'sent';
    }
    try {
      const record = await definitions[mutation.collection].send(mutation, options());
      connectionSucceeded();
      await confirm(mutation, record);
      return 'sent';
    } catch (error) {
      return handleSendError(mutation, error);
    }
  }

  async function confirm(mutation: QueuedMutation, record: Identified | undefined) {
    await replica.confirm(mutation, record ? { record } : { gone: true }).catch(fallBackToMemory);
    applyConfirmed(mutation, record);
    broadcast({ kind: 'settled', mutation, record });
  }

  function applyConfirmed(
    { key, collection, recordId }: QueuedMutation,
    record: Identified | undefined,
  ) {
    outbox = outbox.filter((other) => other.key !== key);
    failures.delete(key);
    if (record) putRecord(collection, record);
    else dropRecord(collection, recordId);
    changed(collection);
  }

  /** Decides what happens to a mutation that could not be sent: rejected, retried or dropped. */
  async function handleSendError(
    mutation: QueuedMutation,
    error: unknown,
  ): Promise<'sent' | 'stop'> {
    const code = codeOf(error);
    if (code === 401) {
      events.onSignedOut();
      return 'stop';
    }
    // 410: the create was sent again after its answer was lost, and the record was deleted elsewhere in between.
    if (
      (code === 404 && mutation.kind === 'update') ||
      (code === 410 && mutation.kind === 'create')
    ) {
      // Deleting wins over editing: the record's other mutations are dropped too.
      connectionSucceeded();
      const lost = byId(records(mutation.collection).data ?? []).get(mutation.recordId);
      const others = outbox.filter(
        (other) =>
          other.key !== mutation.key &&
          other.collection === mutation.collection &&
          other.recordId === mutation.recordId &&
          !other.restore,
      );
      forget(others.map(({ key }) => key));
      await replica.discard(others.map(({ seq }) => seq)).catch(fallBackToMemory);
      broadcast({ kind: 'discarded', keys: others.map(({ key }) => key) });
      await confirm(mutation, undefined);
      events.onLost(mutation, lost);
      return 'sent';
    }
    const isPassing = code === 0 || code === 408 || code === 429 || code >= 500;
    const times = (failures.get(mutation.key)?.times ?? 0) + 1;
    if (isPassing && !(code === 500 && times >= FAILURES_BEFORE_REJECTION)) {
      if (code >= 500) {
        const sentence = sentenceOf(error as Error);
        const isFirst = failures.size === 0;
        failures.set(mutation.key, { sentence, times });
        changed(mutation.collection);
        if (isFirst) events.onRetrying(mutation, error as Error);
      }
      connectionFailed(error);
      return 'stop';
    }
    connectionSucceeded();
    const rejected = { ...mutation, rejection: sentenceOf(error as Error) };
    failures.delete(mutation.key);
    replaceMutation(rejected);
    await replica.amend(rejected).catch(fallBackToMemory);
    broadcast({ kind: 'amended', mutation: rejected });
    events.onRejected(rejected, error as Error);
    return 'sent';
  }

  // ---- Connection ----

  function connectionSucceeded() {
    // Retry soon: other requests may succeed now, too.
    if (failedAttempts > 0) resumeIn(RETRY_FIRST_MS);
    failedAttempts = 0;
    if (!offline) return;
    offline = false;
    changed();
  }

  function connectionFailed(error: unknown) {
    const code = codeOf(error);
    if (code === 401) {
      events.onSignedOut();
      return;
    }
    if (code === 0 && !offline) {
      offline = true;
      changed();
    }
    // With jitter, so that clients don't all retry at once when a server comes back. If the browser says it is offline,
    // its `online` event triggers the retry; the timer is for browsers that don't report it.
    const wait = navigator.onLine
      ? Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failedAttempts++) * (0.75 + Math.random() / 2)
      : RETRY_MAX_MS;
    resumeIn(wait);
  }

  function resumeIn(ms: number) {
    clearTimeout(retryTimer);
    if (!isStopped) retryTimer = setTimeout(() => void resume(), ms);
  }

  /** Retries everything that failed: the outbox, and collections that could not be loaded. */
  async function resume(): Promise<void> {
    clearTimeout(retryTimer);
    if (nextMutation()) await drainOutbox();
    for (const [collection, { records: stored, error }] of states)
      if (!stored && error) await load(collection, error);
    if (offline) await pull();
  }

  function reload(collection: CollectionName): Promise<void> {
    states.delete(collection);
    changed(collection);
    return load(collection);
  }

  /** Gives up a replica that cannot be written. The page goes on with everything that it has in memory. */
  function fallBackToMemory() {
    if (isMemoryOnly) return;
    isMemoryOnly = true;
    replica.close();
    replica = memoryReplica(outbox);
    // Fetched again for their revisions, without which no changes would be asked for.
    for (const [collection, { records: stored }] of states) if (stored) void fetchWhole(collection);
    changed();
  }

  function onTabMessage(message: TabMessage) {
    switch (message.kind) {
      case 'enqueued':
        outbox = [...outbox.filter(({ key }) => key !== message.mutation.key), message.mutation];
        changed(message.mutation.collection);
        void drainOutbox();
        break;
      case 'amended':
        replaceMutation(message.mutation);
        break;
      case 'discarded':
        forget(message.keys);
        break;
      case 'settled':
        applyConfirmed(message.mutation, message.record);
        break;
      case 'changes':
        // The tab that pulled also fetches the collections that are reset.
        for (const [collection, { changed: records, deleted }] of entriesOf(message.changes)) {
          for (const record of records) putRecord(collection, record);
          for (const id of deleted) dropRecord(collection, id);
        }
        changed();
        break;
      case 'replaced':
        if (states.get(message.collection)?.records)
          void replica.read(message.collection).then((copy) => {
            if (copy)
              editRecords(message.collection, () =>
                [...copy.records].sort(rulesOf(message.collection).compare),
              );
            changed(message.collection);
          });
    }
  }

  const onOnline = () => void resume();
  const onOffline = () => {
    offline = true;
    changed();
  };
  addEventListener('online', onOnline);
  addEventListener('offline', onOffline);

  return {
    userId,
    subscribe: listeners.subscribe,
    records,
    status: () => status,
    now: clock.now,
    load: (collection: CollectionName) => load(collection),
    reload,
    pull,
    mutate,
    retry,
    discard,
    /** The revision of each collection in the replica. */
    revisions: async (): Promise<KnownRevisions> => {
      await opened;
      return replica.revisions();
    },
    /** Reads a value stored with `storeValue`; undefined if storage is blocked. */
    readValue: async (name: string): Promise<StoredValue | undefined> => {
      await opened;
      return replica.readValue(name).catch(() => undefined);
    },
    /** Stores a value that belongs to no collection in the replica, until the replica is deleted. */
    storeValue: async (name: string, value: unknown): Promise<void> => {
      await opened;
      // If storage is full, the caller still has the value.
      await replica.storeValue(name, value).catch(() => undefined);
    },
    /** Sends the outbox, fetches changes, then loads every collection. */
    async start(): Promise<void> {
      await opened;
      await Promise.all([drainOutbox(), pull()]);
      for (const collection of COLLECTIONS) if (!isStopped) await load(collection);
    },
    /** Aborted by `stop`. */
    signal: abortController.signal,
    /** Stops all requests. Mutations that were not sent stay in the outbox. */
    stop(): void {
      isStopped = true;
      abortController.abort();
      clearTimeout(retryTimer);
      channel.close();
      removeEventListener('online', onOnline);
      removeEventListener('offline', onOffline);
      listeners.clear();
      void opened.then(() => replica.close());
    },
  };
}
