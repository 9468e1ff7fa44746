import type { Changes, CollectionName, KnownRevisions } from '@daymark/contract/changes';
import { call } from '../lib/api/call';
import type { Connection } from './connection';
import type { LastingReplica } from './replica/createReplica';
import { definitions } from './definitions';
import { createLiveTokenKeeper } from './liveTokenKeeper';
import {
  isSameRecord,
  shownRecords,
  withRecord,
  withoutId,
  type Identified,
  type Mutation,
  type RecordOf,
  type RecordRules,
  type Shown,
} from '../domain/mutation';
import type { Outbox } from './outbox';
import { counterOf, entriesOf, type Advance, type Copy } from './replica/replica';
import type { Tabs } from './tabs';

/** A collection as screens see it. */
export interface Records<Name extends CollectionName> {
  /** The records with the pending mutations applied, or undefined until the collection is loaded. */
  data: readonly Shown<RecordOf<Name>>[] | undefined;
  isPending: boolean;
  /** Why the collection could not be loaded. Undefined if there are records, however old. */
  error: Error | undefined;
}

interface CollectionState {
  records: readonly Identified[] | undefined;
  /** The revision of the records, as far as this tab knows. */
  revision?: string;
  error?: Error | undefined;
  loading?: Promise<void> | undefined;
}

const COLLECTIONS = Object.keys(definitions) as CollectionName[];

/** The result of comparing the replica with counters. 'counters' means that the replica is ahead of the counters. */
export type Missing = 'nothing' | 'changes' | 'counters';

interface Parts {
  replica: LastingReplica;
  outbox: Pick<Outbox, 'all' | 'loaded' | 'retrying'>;
  connection: Connection;
  tabs: Pick<Tabs, 'broadcast' | 'lock'>;
  /** Called when a screen may have to change. */
  onChanged: () => void;
  /** Keeps texts that were written here into a record that another device has deleted. */
  keepTexts: (collection: CollectionName, id: number) => Promise<boolean>;
}

/** Keeps the confirmed records in memory. The records are read from the replica or fetched from the server. */
export function createCollections(parts: Parts) {
  const { replica, outbox, connection, tabs, onChanged, keepTexts } = parts;
  const states = new Map<CollectionName, CollectionState>();
  const views = new Map<CollectionName, Records<CollectionName>>();
  /** The last view of each collection, even if it is outdated. */
  const lastViews = new Map<CollectionName, Records<CollectionName>>();
  /** Deleted records as they last were, so that unsent edits of them can be kept. */
  const gone = new Map<string, Identified>();
  /** The refetches that are running or waiting, by collection. */
  const refetching = new Map<CollectionName, Promise<void>>();
  /** The number of mutation results received for each collection. */
  const confirmed = new Map<CollectionName, number>();
  /**
   * The number of current holds (`holdPulls`). During a hold nothing is pulled, and `isPullMissed` says whether a pull
   * was skipped.
   */
  let holds = 0;
  let isPullMissed = false;
  const liveToken = createLiveTokenKeeper(connection.clock.now);

  function rulesOf(collection: CollectionName): RecordRules<Identified> {
    return definitions[collection] as unknown as RecordRules<Identified>;
  }

  /** Tells screens that these collections have changed, or all collections if none is given. */
  function changed(...collections: CollectionName[]) {
    for (const collection of collections.length > 0 ? collections : COLLECTIONS)
      views.delete(collection);
    onChanged();
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
  function dropRecord(collection: CollectionName, id: number) {
    rememberGone(collection, (other) => other !== id);
    editRecords(collection, (records) => withoutId(records, id));
  }

  /** Remembers the records that are about to be removed and have mutations in this tab. */
  function rememberGone(collection: CollectionName, stays: (id: number) => boolean) {
    for (const { collection: name, recordId } of outbox.all()) {
      if (name !== collection || stays(recordId)) continue;
      const record = states.get(collection)?.records?.find(({ id }) => id === recordId);
      if (record) gone.set(`${collection}/${recordId}`, record);
    }
  }

  /** Fetches a whole collection page by page. The first time, each page is shown as it arrives. */
  function fetchWhole(collection: CollectionName): Promise<void> {
    return tabs.lock('shared', async () => {
      const { compare } = rulesOf(collection);
      try {
        const { fetchPage } = definitions[collection];
        let page = await fetchPage(undefined, connection.options());
        const { revision } = page;
        const records = [...page.records];
        const wasLoaded = states.get(collection)?.records !== undefined;
        while (page.after !== undefined) {
          // A list that is already shown is replaced once the new one is complete, so that it never shrinks while the
          // pages arrive.
          if (!wasLoaded) {
            states.set(collection, { records: [...records].sort(compare) });
            changed(collection);
          }
          page = await fetchPage(page.after, connection.options());
          records.push(...page.records);
        }
        // A record that moves while the pages are read may be on two of them. The later copy counts.
        const unique = [...new Map(records.map((record) => [record.id, record])).values()];
        const there = new Set(unique.map(({ id }) => id));
        const before = states.get(collection)?.records ?? [];
        await keepTextsOf(
          collection,
          before.flatMap(({ id }) => (there.has(id) ? [] : id)),
        );
        rememberGone(collection, (id) => there.has(id));
        states.set(collection, { records: unique.sort(compare), revision });
        connection.succeeded();
        // Screens need not wait for the disk.
        changed(collection);
        await replica.replace(collection, { records: unique, revision });
        tabs.broadcast({ kind: 'replaced', collection });
      } catch (error) {
        connection.failed(error);
        const current = states.get(collection)?.records;
        states.set(collection, { records: current, error: error as Error });
        changed(collection);
      }
    });
  }

  /** Keeps unsent texts of records that another device has deleted, before the records are removed here. */
  async function keepTextsOf(collection: CollectionName, deleted: readonly number[]) {
    const edited = new Set(
      outbox.all().flatMap((one) => (one.collection === collection ? one.recordId : [])),
    );
    for (const id of deleted) if (edited.has(id)) await keepTexts(collection, id);
  }

  /**
   * Fetches a whole collection again, unless a refetch of it is already running or waiting. Several pulls may request a
   * refetch while it waits for the lock. No pull runs while a refetch has the lock.
   */
  function refetch(collection: CollectionName): void {
    if (refetching.has(collection)) return;
    const fetched = fetchWhole(collection).finally(() => refetching.delete(collection));
    refetching.set(collection, fetched);
  }

  /**
   * Loads a collection from the replica, or from the server if the replica doesn't have it. `shownMeanwhile` is the
   * error of the previous attempt, which stays on the screen during an automatic retry.
   */
  function load(collection: CollectionName, shownMeanwhile?: Error): Promise<void> {
    const state = states.get(collection);
    if (state?.records || state?.loading) return state.loading ?? Promise.resolve();
    const loading = (async () => {
      // Records are never shown without the queued mutations.
      await outbox.loaded;
      const copy = await readCopy(collection);
      if (copy && !connection.signal.aborted) showCopy(collection, copy);
      if (!copy && !connection.signal.aborted) await fetchWhole(collection);
    })();
    states.set(collection, { records: undefined, loading, error: shownMeanwhile });
    return loading;
  }

  /**
   * Reads a collection from the replica. If a mutation result arrives during the read, the copy may lack that result
   * and is read again.
   */
  async function readCopy(collection: CollectionName): Promise<Copy | undefined> {
    for (;;) {
      const before = confirmed.get(collection);
      const copy = await replica.read(collection);
      if (confirmed.get(collection) === before) return copy;
    }
  }

  function showCopy(collection: CollectionName, { records, revision }: Copy) {
    const sorted = [...records].sort(rulesOf(collection).compare);
    const there = new Set(records.map(({ id }) => id));
    rememberGone(collection, (id) => there.has(id));
    states.set(collection, { records: sorted, revision });
    changed(collection);
  }

  /** Shows the records that another tab has stored in the replica, if the collection is already shown. */
  async function readAgain(collection: CollectionName): Promise<void> {
    if (!states.get(collection)?.records) return;
    const copy = await readCopy(collection);
    if (copy) showCopy(collection, copy);
  }

  /**
   * Whether another tab has stored records that this tab doesn't show, for example because that tab was closed before
   * it could broadcast them. A replica in memory misses nothing, because it belongs to this tab alone.
   */
  function hasMissed(collection: CollectionName, stored: string | undefined): boolean {
    const state = states.get(collection);
    return Boolean(state?.records) && state?.revision !== stored && !replica.isMemoryOnly();
  }

  /** Returns the collections that are shown and have no known revision. */
  const shownWithout = (known: KnownRevisions) =>
    [...states]
      .filter(([collection, { records }]) => records && known[collection] === undefined)
      .map(([collection]) => collection);

  /**
   * Applies changes to the shown records. Must be called after the replica has stored the changes. `since` has the
   * revisions before the changes. Collections that are reset stay as they are.
   */
  function show(changes: Changes, since: KnownRevisions = {}) {
    for (const [collection, change] of entriesOf(changes)) {
      if (change.reset) continue;
      if (hasMissed(collection, since[collection])) {
        void readAgain(collection);
        continue;
      }
      for (const record of change.changed) putRecord(collection, record);
      for (const id of change.deleted) dropRecord(collection, id);
      const state = states.get(collection);
      if (state) states.set(collection, { ...state, revision: change.revision });
    }
    changed();
  }

  return {
    changed,

    records<Name extends CollectionName>(collection: Name): Records<Name> {
      let view = views.get(collection);
      if (!view) {
        const state = states.get(collection);
        const own = outbox.all().filter((mutation) => mutation.collection === collection);
        const last = lastViews.get(collection);
        view = viewOf(last, state, own, rulesOf(collection), outbox.retrying());
        views.set(collection, view);
        // Keep the view's record objects, so that the next view can compare them by identity.
        if (state && own.length === 0) states.set(collection, { ...state, records: view.data });
        lastViews.set(collection, view);
      }
      return view;
    },

    load: (collection: CollectionName) => load(collection),

    /** Returns a shown record without this browser's unsent mutations. */
    confirmedRecord: (collection: CollectionName, id: number): Identified | undefined =>
      states.get(collection)?.records?.find((record) => record.id === id),

    /**
     * Returns a record as the server last confirmed it. If the record was deleted while this tab had mutations of it,
     * returns it as it last was.
     */
    async storedRecord(collection: CollectionName, id: number): Promise<Identified | undefined> {
      const records = states.get(collection)?.records ?? (await readCopy(collection))?.records;
      return records?.find((record) => record.id === id) ?? gone.get(`${collection}/${id}`);
    },

    /** Whether loading has ended: the whole collection is shown, or an error has prevented that. */
    isSettled(collection: CollectionName): boolean {
      const { revision, error } = states.get(collection) ?? {};
      return revision !== undefined || error !== undefined;
    },

    /** Whether a collection had never been written on the server when it was last read. */
    isUnwritten(collection: CollectionName): boolean {
      const { revision } = states.get(collection) ?? {};
      return revision !== undefined && counterOf(revision) === 0;
    },

    async loadAll(): Promise<void> {
      for (const collection of COLLECTIONS) if (!connection.signal.aborted) await load(collection);
    },

    /** Retries the collections that could not be loaded. */
    async loadFailed(): Promise<void> {
      for (const [collection, { records, error }] of states)
        if (!records && error) await load(collection, error);
    },

    /** Forgets a collection and loads it. */
    reload(collection: CollectionName): Promise<void> {
      states.delete(collection);
      changed(collection);
      return load(collection);
    },

    /** Fetches the changes of every collection in the replica, and the shown collections that the replica lacks. */
    async pull(): Promise<void> {
      if (holds > 0) {
        isPullMissed = true;
        return;
      }
      await outbox.loaded;
      await tabs.lock('exclusive', async () => {
        if (connection.signal.aborted) return;
        try {
          const known = await replica.revisions();
          // The replica lacks shown collections if another version of the app emptied it, or if the disk failed.
          for (const collection of shownWithout(known)) void fetchWhole(collection);
          for (const collection of COLLECTIONS)
            if (known[collection] !== undefined && hasMissed(collection, known[collection]))
              await readAgain(collection);
          if (Object.keys(known).length === 0) return;
          const { liveToken: token, ...changes } = await call(
            'listChanges',
            { query: liveToken.queryOf(known) },
            connection.options(),
          );
          liveToken.keep(token);
          connection.succeeded();
          const entries = entriesOf(changes);
          if (entries.length === 0) return;
          for (const [collection, { deleted }] of entries) await keepTextsOf(collection, deleted);
          await replica.apply(changes);
          show(changes, known);
          for (const [collection, { reset }] of entries) if (reset) refetch(collection);
          tabs.broadcast({ kind: 'changes', changes, since: known });
        } catch (error) {
          connection.failed(error);
        }
      });
    },

    /**
     * Returns the live-update token that came with changes, once and while it is fresh. Otherwise returns undefined.
     */
    takeLiveToken: liveToken.take,

    /** Pulls, and resolves when the collections that were reset have been fetched, too. */
    async catchUp(): Promise<void> {
      await this.pull();
      await Promise.all(refetching.values());
    },

    /**
     * Suspends pulls until the returned function is called. Several holds may overlap. When the last hold ends, pulls
     * once if a pull was skipped. While an import writes thousands of records, each pull would otherwise fetch whole
     * collections.
     */
    holdPulls(): () => void {
      holds++;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds--;
        if (holds > 0 || !isPullMissed) return;
        isPullMissed = false;
        void this.pull();
      };
    },

    /** Applies changes that another tab has fetched. That tab also fetches the collections that are reset. */
    show,

    /**
     * Shows the result of a mutation: the server's record, or its deletion. `advance` is the change of the stored
     * revision.
     */
    confirm(
      collection: CollectionName,
      id: number,
      record: Identified | undefined,
      advance: Advance | undefined,
    ): void {
      confirmed.set(collection, (confirmed.get(collection) ?? 0) + 1);
      if (record) putRecord(collection, record);
      else dropRecord(collection, id);
      const state = states.get(collection);
      if (state?.records && advance && state.revision === advance.since)
        states.set(collection, { ...state, revision: advance.revision });
      changed(collection);
    },

    readAgain,

    /** Reads a collection from the replica if another tab has stored records that this tab doesn't show. */
    async readMissed(collection: CollectionName): Promise<void> {
      const known = await replica.revisions();
      if (hasMissed(collection, known[collection])) await readAgain(collection);
    },

    /** Compares the replica with the server's `counters`, by collection. */
    async missing(counters: Readonly<Record<string, number>>): Promise<Missing> {
      const known = await replica.revisions();
      if (shownWithout(known).length > 0) return 'changes';
      const differences = COLLECTIONS.flatMap((name) => {
        const revision = known[name];
        return revision === undefined ? [] : [(counters[name] ?? 0) - counterOf(revision)];
      });
      if (differences.some((difference) => difference > 0)) return 'changes';
      return differences.some((difference) => difference < 0) ? 'counters' : 'nothing';
    },
  };
}

/**
 * Returns the view of a collection. Records that have not changed are the same objects as in the last view. If no
 * record has changed, returns the last view itself, so that nothing renders again.
 */
function viewOf(
  last: Records<CollectionName> | undefined,
  state: CollectionState | undefined,
  own: readonly Mutation[],
  rules: RecordRules<Identified>,
  retrying: ReadonlyMap<string, string>,
): Records<CollectionName> {
  const confirmed = state?.records;
  const shown = confirmed && shownRecords(confirmed, own, rules, retrying);
  const data =
    last?.data && shown ? withSameRecords<Identified>(last.data, shown, rules.compare) : shown;
  if (data && data === last?.data) return last;
  return {
    data: data as never,
    isPending: !confirmed && !state?.error,
    error: confirmed ? undefined : state?.error,
  };
}

/**
 * Returns `list`, but with the earlier list's object for each record that is equal in both. If all records are equal,
 * returns the earlier list itself. Both lists must be sorted.
 */
function withSameRecords<R extends Identified>(
  earlier: readonly R[],
  list: readonly R[],
  compare: RecordRules<R>['compare'],
): readonly R[] {
  let next = 0;
  const kept = list.map((record) => {
    let before = earlier[next];
    while (before && before.id !== record.id && compare(before, record) < 0)
      before = earlier[++next];
    if (before?.id !== record.id) return record;
    next++;
    return before === record || isSameRecord(before, record) ? before : record;
  });
  const isSame =
    kept.length === earlier.length && kept.every((record, at) => record === earlier[at]);
  return isSame ? earlier : kept;
}
