import type { Changes, CollectionName, KnownRevisions } from '@daymark/contract/changes';
import { browserStorage } from '../lib/browserStorage';
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
  type Look,
  type RecordOf,
  type Shown,
} from './mutation';
import {
  memoryReplica,
  entriesOf,
  openReplica,
  type Replica,
  type Kept,
  type QueuedMutation,
} from './replica';
import { definitions } from './definitions';

/** What a screen gets of a collection. */
export interface Records<Name extends CollectionName> {
  /** With the changes that wait; undefined until there is a copy. */
  data: readonly Shown<RecordOf<Name>>[] | undefined;
  isPending: boolean;
  /** Why there is no copy; none while there is one, however old. */
  error: Error | undefined;
}

/** How things stand between this browser and the server. */
export interface SyncStatus {
  /** Changes that are on their way or wait for the line. */
  waiting: number;
  /** Changes that the server refused and the person has to look at. */
  refused: number;
  /** Whether the last try to reach the server found nobody. */
  offline: boolean;
  /** Whether the server answered that something is wrong with it. */
  failing: boolean;
  /** Whether something waits that would be lost with this page. */
  volatile: boolean;
}

/** What a person did, as a feature says it. */
export type MutationRequest =
  | {
      kind: 'create';
      collection: CollectionName;
      record: Identified;
      restore?: boolean;
    }
  | { kind: 'update'; collection: CollectionName; id: number; fields: object }
  | { kind: 'delete'; collection: CollectionName; id: number };

/** What happens later, out of sight of whoever did the request. */
export interface SyncEvents {
  /** The server won't have a mutation. */
  onRejected: (mutation: Mutation, error: Error) => void;
  /** The server fails, and this is the first mutation that met it. */
  onFailing: (mutation: Mutation, error: Error) => void;
  /** A mutation was to a record that was deleted elsewhere: `lost` is how it looked here. */
  onLost: (mutation: Mutation, lost: Identified | undefined) => void;
  /** The server says that nobody is signed in. */
  onSignedOut: () => void;
}

export type Sync = ReturnType<typeof createSync>;

interface Held {
  records: readonly Identified[] | undefined;
  error?: Error | undefined;
  loading?: Promise<void> | undefined;
}

/** What a tab broadcasts to the person's other tabs. */
type TabMessage =
  | { kind: 'enqueued' | 'amended'; mutation: QueuedMutation }
  | { kind: 'discarded'; keys: readonly string[] }
  | { kind: 'settled'; mutation: QueuedMutation; record: Identified | undefined }
  | { kind: 'news'; changes: Changes }
  | { kind: 'replaced'; collection: CollectionName };

/** What was answered; 0 for nothing, 500 for an answer that makes no sense here. */
function codeOf(error: unknown): number {
  if (error instanceof CallError) return error.status;
  return error instanceof DOMException ? 0 : 500;
}

/** A record without what only the screen knows of it. */
function plain(record: Shown<Identified>): Record<string, unknown> {
  const { saveError: _, ...fields } = record;
  return fields;
}

const COLLECTIONS = Object.keys(definitions) as CollectionName[];

/** A request that takes longer has been lost on the way; asking again is harmless. */
const ANSWER_MS = 20_000;
const RETRY_MS = { first: 50, most: 30_000 };
/** A server that fails on one mutation again and again may have no trouble but that mutation. */
const FAILURES_MAX = 6;

const CLOCK = 'daymark.clockOffset';

/**
 * Keeps one person's data on this browser and brings it together with the server's: copies that screens are drawn
 * from, an outbox of changes that is sent in order, and what is new elsewhere. docs/sync.md says how and why.
 * Reading from it never waits: what is not there yet is announced through `subscribe`.
 */
export function createSync(userId: number, events: SyncEvents, open = openReplica) {
  const held = new Map<CollectionName, Held>();
  const listeners = createListeners();
  const views = new Map<CollectionName, Records<CollectionName>>();
  /** What the server answered last to changes that it failed on, and how often it did. */
  const failures = new Map<string, { sentence: string; times: number }>();
  let outbox: readonly QueuedMutation[] = [];
  /** Changes that are not yet in the outbox on disk: a crash would lose them. */
  let unwritten: readonly Mutation[] = [];
  let offline = !navigator.onLine;
  let isVolatile = false;
  let isStopped = false;
  const life = new AbortController();
  let misses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let clockOffset = Number(browserStorage.get(CLOCK)) || 0;

  const channel = openTabChannel(`daymark.sync.${userId}`, onTabMessage);
  const { broadcast } = channel;
  /** Among all tabs: what is read must not be older than what is being sent. */
  const lock = createTabLock(`daymark.sync.${userId}`);

  let replica: Replica;
  const opened = open(userId)
    .catch(() => {
      isVolatile = true;
      return memoryReplica();
    })
    .then(async (those) => {
      replica = those;
      outbox = await replica.outbox();
      changed();
    });

  /** What every call goes with. */
  const options = () => ({
    as: userId,
    signal: AbortSignal.any([life.signal, AbortSignal.timeout(ANSWER_MS)]),
    onAnswer: setClock,
  });

  const pending = () => [...outbox, ...unwritten];
  let status = readStatus();
  const now = () => new Date(Date.now() + clockOffset);

  function changed(...collections: CollectionName[]) {
    for (const collection of collections.length > 0 ? collections : COLLECTIONS)
      views.delete(collection);
    refreshStatus();
    listeners.notify();
  }

  function readStatus(): SyncStatus {
    const refused = outbox.filter(({ rejection }) => rejection !== undefined).length;
    const waiting = pending().length - refused;
    return {
      waiting,
      refused,
      offline,
      failing: failures.size > 0,
      volatile: unwritten.length > 0 || (isVolatile && waiting + refused > 0),
    };
  }

  function refreshStatus() {
    const next = readStatus();
    // The same object as long as it says the same, or every screen would be drawn again for nothing.
    if ((Object.keys(next) as (keyof SyncStatus)[]).some((key) => next[key] !== status[key]))
      status = next;
  }

  function lookOf(collection: CollectionName): Look<Identified> {
    return definitions[collection] as unknown as Look<Identified>;
  }

  function hold(
    collection: CollectionName,
    edit: (records: readonly Identified[]) => readonly Identified[],
  ) {
    const there = held.get(collection);
    if (there?.records) held.set(collection, { ...there, records: edit(there.records) });
  }

  const put = (collection: CollectionName, record: Identified) =>
    hold(collection, (records) => withRecord(records, record, lookOf(collection).compare));
  const drop = (collection: CollectionName, id: number) =>
    hold(collection, (records) => withoutId(records, id));

  // ---- Reading ----

  function records<Name extends CollectionName>(collection: Name): Records<Name> {
    let view = views.get(collection);
    if (!view) {
      const { records: confirmed, error } = held.get(collection) ?? { records: undefined };
      const own = pending().filter((mutation) => mutation.collection === collection);
      const failing = new Map([...failures].map(([key, { sentence }]) => [key, sentence]));
      view = {
        data: confirmed && (shownRecords(confirmed, own, lookOf(collection), failing) as never),
        isPending: !confirmed && !error,
        error: confirmed ? undefined : error,
      };
      views.set(collection, view);
    }
    return view;
  }

  /**
   * Makes sure that there is a copy of a collection: this browser's own, else the server's. `shownMeanwhile` is the
   * failure of the try before, when nobody has asked for this one.
   */
  function load(collection: CollectionName, shownMeanwhile?: Error): Promise<void> {
    const there = held.get(collection);
    if (there?.records || there?.loading) return there.loading ?? Promise.resolve();
    const loading = (async () => {
      await opened;
      const copy = await replica.read(collection).catch(() => undefined);
      if (isStopped) return;
      if (copy) {
        const sorted = [...copy.records].sort(lookOf(collection).compare);
        held.set(collection, { records: sorted });
        changed(collection);
      } else await fetchWhole(collection);
    })();
    held.set(collection, { records: undefined, loading, error: shownMeanwhile });
    return loading;
  }

  /** Reads a collection from the server, page by page, each shown as it comes; beside others that are read. */
  function fetchWhole(collection: CollectionName): Promise<void> {
    return lock('shared', async () => {
      const { compare } = lookOf(collection);
      try {
        const { fetchPage } = definitions[collection];
        let page = await fetchPage(undefined, options());
        const { revision } = page;
        const records = [...page.records];
        const wasThere = held.get(collection)?.records !== undefined;
        while (page.after !== undefined) {
          // A list that stands is replaced when the new one is complete: it must not shrink meanwhile.
          if (!wasThere) {
            held.set(collection, { records: [...records].sort(compare) });
            changed(collection);
          }
          page = await fetchPage(page.after, options());
          records.push(...page.records);
        }
        // Records move between pages while they are read; the last word on one counts.
        const unique = [...new Map(records.map((record) => [record.id, record])).values()];
        held.set(collection, { records: unique.sort(compare) });
        reached();
        await replica.replace(collection, { records: unique, revision }).catch(turnVolatile);
        broadcast({ kind: 'replaced', collection });
      } catch (error) {
        missed(error);
        const standing = held.get(collection)?.records;
        held.set(collection, { records: standing, error: error as Error });
      }
      changed(collection);
    });
  }

  /** Asks what is new, for every collection that there is a copy of. */
  async function pull(): Promise<void> {
    await opened;
    await lock('exclusive', async () => {
      if (isStopped) return;
      try {
        const known = await replica.revisions();
        if (Object.keys(known).length === 0) return;
        const news = await call('listChanges', { query: known }, options());
        reached();
        if (entriesOf(news).length === 0) return;
        await replica.apply(news).catch(turnVolatile);
        take(news);
        broadcast({ kind: 'news', changes: news });
      } catch (error) {
        missed(error);
      }
    });
  }

  function take(news: Changes) {
    for (const [collection, { reset, changed: records, deleted }] of entriesOf(news)) {
      if (reset) {
        void fetchWhole(collection);
        continue;
      }
      for (const record of records) put(collection, record);
      for (const id of deleted) drop(collection, id);
    }
    changed();
  }

  // ---- Writing ----

  /** Does what a person did: shown at once, kept before anything else happens, sent when there is a line. */
  function act(request: MutationRequest): void {
    const { kind, collection } = request;
    const mutation: Mutation = {
      key: crypto.randomUUID(),
      collection,
      kind,
      recordId: kind === 'create' ? request.record.id : request.id,
      fields:
        kind === 'create' ? plain(request.record) : kind === 'update' ? { ...request.fields } : {},
      editedAt: now().toISOString(),
      ...(kind === 'create' && request.restore && { restore: true as const }),
    };
    // Whatever is done to a record whose mutation was refused is done about the rejection.
    const refused = rejectedOf(collection, mutation.recordId);
    if (refused.length > 0 && kind === 'update') {
      const [first] = refused;
      if (first && first.kind !== 'delete') {
        amend({
          ...first,
          fields: { ...first.fields, ...mutation.fields },
          editedAt: mutation.editedAt,
        });
        return;
      }
    }
    if (refused.length > 0 && kind === 'delete') {
      const isUnknown = refused.some((other) => other.kind === 'create');
      discard(collection, mutation.recordId);
      if (isUnknown) return;
    }
    unwritten = [...unwritten, mutation];
    changed(collection);
    void opened
      .then(() => replica.enqueue(mutation))
      .catch(() => {
        turnVolatile();
        return replica.enqueue(mutation);
      })
      .then((kept) => {
        unwritten = unwritten.filter(({ key }) => key !== mutation.key);
        outbox = [...outbox, kept];
        changed(collection);
        broadcast({ kind: 'enqueued', mutation: kept });
        void drain();
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
    const { rejection: _, ...again } = mutation;
    failures.delete(mutation.key);
    setChange(again);
    void replica.amend(again).catch(turnVolatile);
    broadcast({ kind: 'amended', mutation: again });
    void drain();
  }

  function setChange(mutation: QueuedMutation) {
    outbox = outbox.map((other) => (other.key === mutation.key ? mutation : other));
    changed(mutation.collection);
  }

  /** Sends what was refused of a record again, or what waits for a server that fails. */
  function retry(collection: CollectionName, id: number): void {
    for (const mutation of rejectedOf(collection, id)) amend(mutation);
    void drain();
  }

  /** Gives up what was refused of a record, and whatever was built on it. */
  function discard(collection: CollectionName, id: number): void {
    const own = outbox.filter(
      (mutation) => mutation.collection === collection && mutation.recordId === id,
    );
    const given = own.some(({ kind, rejection }) => kind === 'create' && rejection !== undefined)
      ? own
      : own.filter(({ rejection }) => rejection !== undefined);
    forget(given.map(({ key }) => key));
    void replica.discard(given.map(({ seq }) => seq)).catch(turnVolatile);
    broadcast({ kind: 'discarded', keys: given.map(({ key }) => key) });
    void drain();
  }

  function forget(keys: readonly string[]) {
    outbox = outbox.filter(({ key }) => !keys.includes(key));
    keys.forEach((key) => failures.delete(key));
    changed();
  }

  let draining = false;
  let again = false;

  /** Sends what waits, oldest first, one at a time, until nothing is left or nobody answers. */
  async function drain(): Promise<void> {
    if (draining) {
      again = true;
      return;
    }
    draining = true;
    try {
      await opened;
      do {
        again = false;
        while (!isStopped && (await lock('exclusive', sendNext)) === 'sent');
      } while (again as boolean);
    } finally {
      draining = false;
    }
  }

  /** The oldest mutation that is not held up by one before it. */
  function next(): QueuedMutation | undefined {
    const heldUp = new Set<string>();
    for (const mutation of outbox) {
      const record = `${mutation.collection}/${mutation.recordId}`;
      if (mutation.rejection !== undefined) heldUp.add(record);
      else if (!heldUp.has(record)) return mutation;
    }
    return undefined;
  }

  async function sendNext(): Promise<'sent' | 'stop'> {
    const mutation = next();
    if (!mutation || isStopped) return 'stop';
    // Another tab may have sent it, and its word of that still be on the way.
    if (!(await replica.isWaiting(mutation.seq).catch(() => true))) {
      forget([mutation.key]);
      return 'sent';
    }
    try {
      const record = await definitions[mutation.collection].send(mutation, options());
      reached();
      await settle(mutation, record);
      return 'sent';
    } catch (error) {
      return fell(mutation, error);
    }
  }

  async function settle(mutation: QueuedMutation, record: Identified | undefined) {
    await replica.settle(mutation, record ? { record } : { gone: true }).catch(turnVolatile);
    settled(mutation, record);
    broadcast({ kind: 'settled', mutation, record });
  }

  function settled({ key, collection, recordId }: QueuedMutation, record: Identified | undefined) {
    outbox = outbox.filter((other) => other.key !== key);
    failures.delete(key);
    if (record) put(collection, record);
    else drop(collection, recordId);
    changed(collection);
  }

  /** What to do about a mutation that didn't go through. */
  async function fell(mutation: QueuedMutation, error: unknown): Promise<'sent' | 'stop'> {
    const code = codeOf(error);
    if (code === 401) {
      events.onSignedOut();
      return 'stop';
    }
    // 410: sent again after its answer was lost, and deleted elsewhere in between.
    if (
      (code === 404 && mutation.kind === 'update') ||
      (code === 410 && mutation.kind === 'create')
    ) {
      // Deleting wins over editing, and takes along whatever else was to be done to the record.
      reached();
      const lost = byId(records(mutation.collection).data ?? []).get(mutation.recordId);
      const others = outbox.filter(
        (other) =>
          other.key !== mutation.key &&
          other.collection === mutation.collection &&
          other.recordId === mutation.recordId &&
          !other.restore,
      );
      forget(others.map(({ key }) => key));
      await replica.discard(others.map(({ seq }) => seq)).catch(turnVolatile);
      broadcast({ kind: 'discarded', keys: others.map(({ key }) => key) });
      await settle(mutation, undefined);
      events.onLost(mutation, lost);
      return 'sent';
    }
    const isPassing = code === 0 || code === 408 || code === 429 || code >= 500;
    const times = (failures.get(mutation.key)?.times ?? 0) + 1;
    if (isPassing && !(code === 500 && times >= FAILURES_MAX)) {
      if (code >= 500) {
        const sentence = sentenceOf(error as Error);
        const isFirst = failures.size === 0;
        failures.set(mutation.key, { sentence, times });
        changed(mutation.collection);
        if (isFirst) events.onFailing(mutation, error as Error);
      }
      missed(error);
      return 'stop';
    }
    reached();
    const refused = { ...mutation, rejection: sentenceOf(error as Error) };
    failures.delete(mutation.key);
    setChange(refused);
    await replica.amend(refused).catch(turnVolatile);
    broadcast({ kind: 'amended', mutation: refused });
    events.onRejected(refused, error as Error);
    return 'sent';
  }

  // ---- The line ----

  function reached() {
    // What failed before may work now, too.
    if (misses > 0) resumeIn(RETRY_MS.first);
    misses = 0;
    if (!offline) return;
    offline = false;
    changed();
  }

  function missed(error: unknown) {
    const code = codeOf(error);
    if (code === 401) {
      events.onSignedOut();
      return;
    }
    if (code === 0 && !offline) {
      offline = true;
      changed();
    }
    // A little by chance, so that a server that comes back isn't met by everybody at once. Where the browser knows
    // that there is no line it also says when there is one again; but not all of them know.
    const wait = navigator.onLine
      ? Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** misses++) * (0.75 + Math.random() / 2)
      : RETRY_MS.most;
    resumeIn(wait);
  }

  function resumeIn(ms: number) {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void resume(), ms);
  }

  /** Tries again whatever waits for the line. */
  async function resume(): Promise<void> {
    clearTimeout(timer);
    if (next()) await drain();
    for (const [collection, { records: there, error }] of held)
      if (!there && error) await load(collection, error);
    if (offline) await pull();
  }

  function reload(collection: CollectionName): Promise<void> {
    held.delete(collection);
    changed(collection);
    return load(collection);
  }

  function turnVolatile() {
    if (isVolatile) return;
    isVolatile = true;
    replica.close();
    replica = memoryReplica();
    changed();
  }

  /** Both clocks to the second: of two edits the later counts, whatever this machine's clock says. */
  function setClock({ headers }: Response) {
    const server = Date.parse(headers.get('Date') ?? '');
    if (Number.isNaN(server)) return;
    const offset = server - Date.now();
    // Within the second that the header leaves open, and the way here, the clocks agree.
    clockOffset = Math.abs(offset) < 2_000 ? 0 : offset;
    browserStorage.set(CLOCK, String(clockOffset));
  }

  function onTabMessage(message: TabMessage) {
    switch (message.kind) {
      case 'enqueued':
        outbox = [...outbox.filter(({ key }) => key !== message.mutation.key), message.mutation];
        changed(message.mutation.collection);
        void drain();
        break;
      case 'amended':
        setChange(message.mutation);
        break;
      case 'discarded':
        forget(message.keys);
        break;
      case 'settled':
        settled(message.mutation, message.record);
        break;
      case 'news':
        // Whoever asked also fetches what is to be read anew.
        for (const [collection, { changed: records, deleted }] of entriesOf(message.changes)) {
          for (const record of records) put(collection, record);
          for (const id of deleted) drop(collection, id);
        }
        changed();
        break;
      case 'replaced':
        if (held.get(message.collection)?.records)
          void replica.read(message.collection).then((copy) => {
            if (copy)
              hold(message.collection, () =>
                [...copy.records].sort(lookOf(message.collection).compare),
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
    now,
    load: (collection: CollectionName) => load(collection),
    reload,
    pull,
    act,
    retry,
    discard,
    /** How far each copy has come. */
    revisions: async (): Promise<KnownRevisions> => {
      await opened;
      return replica.revisions();
    },
    /** What was kept of a reply that is no collection's; nothing where the browser keeps nothing. */
    kept: async (name: string): Promise<Kept | undefined> => {
      await opened;
      return replica.kept(name).catch(() => undefined);
    },
    /** Keeps a reply with the copies: for this person, until they are deleted. */
    keep: async (name: string, value: unknown): Promise<void> => {
      await opened;
      // A browser that is full keeps less; the reply is here all the same.
      await replica.keep(name, value).catch(() => undefined);
    },
    /** Brings everything up to date once, and a copy of every collection here: what was left unsent, and what is new. */
    async start(): Promise<void> {
      await opened;
      await Promise.all([drain(), pull()]);
      for (const collection of COLLECTIONS) if (!isStopped) await load(collection);
    },
    /** Aborted when it stops. */
    signal: life.signal,
    /** Nothing more is asked or sent; what waits stays in the outbox. */
    stop(): void {
      isStopped = true;
      life.abort();
      clearTimeout(timer);
      channel.close();
      removeEventListener('online', onOnline);
      removeEventListener('offline', onOffline);
      listeners.clear();
      void opened.then(() => replica.close());
    },
  };
}
