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
  /** With the pending mutations applied; undefined until the collection is loaded. */
  data: readonly Shown<RecordOf<Name>>[] | undefined;
  isPending: boolean;
  /** Why the collection could not be loaded; undefined if there are records, however old. */
  error: Error | undefined;
}

interface CollectionState {
  records: readonly Identified[] | undefined;
  /** The revision of these records, as far as this tab knows. */
  revision?: string;
  error?: Error | undefined;
  loading?: Promise<void> | undefined;
}

const COLLECTIONS = Object.keys(definitions) as CollectionName[];

/** What the replica has not: nothing, changes, or it has more than the counters that it is compared with. */
export type Missing = 'nothing' | 'changes' | 'counters';

interface Parts {
  replica: LastingReplica;
  outbox: Pick<Outbox, 'all' | 'loaded' | 'retrying'>;
  connection: Connection;
  tabs: Pick<Tabs, 'broadcast' | 'lock'>;
  /** Called when a screen may have to change. */
  onChanged: () => void;
  /** Keeps what was written here into a record that another device has deleted. */
  keepTexts: (collection: CollectionName, id: number) => Promise<boolean>;
}

/** The records that the server has confirmed, in memory: read from the replica, or from the server. */
export function createCollections(parts: Parts) {
  const { replica, outbox, connection, tabs, onChanged, keepTexts } = parts;
  const states = new Map<CollectionName, CollectionState>();
  const views = new Map<CollectionName, Records<CollectionName>>();
  /** What was shown last of each collection. */
  const lastViews = new Map<CollectionName, Records<CollectionName>>();
  /** Records that are deleted, as they were: what was written into them here is kept with them. */
  const gone = new Map<string, Identified>();
  /** The collections that are being fetched again, or wait for it. */
  const refetching = new Map<CollectionName, Promise<void>>();
  /** How many results of mutations have come for each collection. */
  const confirmed = new Map<CollectionName, number>();
  /** While it is above 0 nothing is pulled, and `isPullMissed` says whether something should have been. */
  let holds = 0;
  let isPullMissed = false;
  const liveToken = createLiveTokenKeeper(connection.clock.now);

  function rulesOf(collection: CollectionName): RecordRules<Identified> {
    return definitions[collection] as unknown as RecordRules<Identified>;
  }

  /** Shows these collections again, or all. */
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

  /** Remembers the records that are about to go, those that this tab has mutations of. */
  function rememberGone(collection: CollectionName, stays: (id: number) => boolean) {
    for (const { collection: name, recordId } of outbox.all()) {
      if (name !== collection || stays(recordId)) continue;
      const record = states.get(collection)?.records?.find(({ id }) => id === recordId);
      if (record) gone.set(`${collection}/${recordId}`, record);
    }
  }

  /** Fetches a whole collection page by page. The first time each page is shown as it arrives. */
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
          // A list that is already shown is replaced when the new one is complete, so that it does not shrink meanwhile.
          if (!wasLoaded) {
            states.set(collection, { records: [...records].sort(compare) });
            changed(collection);
          }
          page = await fetchPage(page.after, connection.options());
          records.push(...page.records);
        }
        // A record may appear on two pages if it moved while they were read: the later one counts.
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
        await replica.replace(collection, { records: unique, revision });
        tabs.broadcast({ kind: 'replaced', collection });
      } catch (error) {
        connection.failed(error);
        const current = states.get(collection)?.records;
        states.set(collection, { records: current, error: error as Error });
      }
      changed(collection);
    });
  }

  /** Keeps what waits to be written into records that another device has deleted, before they are gone here. */
  async function keepTextsOf(collection: CollectionName, deleted: readonly number[]) {
    const edited = new Set(
      outbox.all().flatMap((one) => (one.collection === collection ? one.recordId : [])),
    );
    for (const id of deleted) if (edited.has(id)) await keepTexts(collection, id);
  }

  /**
   * Fetches a whole collection, unless that is about to happen: pulls come faster than it gets its turn, and each finds
   * that it is needed. While it runs there is no pull.
   */
  function refetch(collection: CollectionName): void {
    if (refetching.has(collection)) return;
    const fetched = fetchWhole(collection).finally(() => refetching.delete(collection));
    refetching.set(collection, fetched);
  }

  /**
   * Loads a collection, from the replica if it is there, otherwise from the server. `shownMeanwhile` is the error of the
   * previous attempt, which stays on the screen during an automatic retry.
   */
  function load(collection: CollectionName, shownMeanwhile?: Error): Promise<void> {
    const state = states.get(collection);
    if (state?.records || state?.loading) return state.loading ?? Promise.resolve();
    const loading = (async () => {
      // Records are never shown without the mutations that wait.
      await outbox.loaded;
      const copy = await readCopy(collection);
      if (copy && !connection.signal.aborted) showCopy(collection, copy);
      if (!copy && !connection.signal.aborted) await fetchWhole(collection);
    })();
    states.set(collection, { records: undefined, loading, error: shownMeanwhile });
    return loading;
  }

  /** What the replica has of a collection. It is read again if a result has come meanwhile, which may not be in it. */
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

  /** Shows what another tab has stored in the replica. */
  async function readAgain(collection: CollectionName): Promise<void> {
    if (!states.get(collection)?.records) return;
    const copy = await readCopy(collection);
    if (copy) showCopy(collection, copy);
  }

  /**
   * Whether this tab has missed what another tab stored: that tab was closed before it could say so. A replica in memory
   * is this tab's alone.
   */
  function hasMissed(collection: CollectionName, stored: string | undefined): boolean {
    const state = states.get(collection);
    return Boolean(state?.records) && state?.revision !== stored && !replica.isMemoryOnly();
  }

  /** The collections that are shown and whose revision is not known. */
  const shownWithout = (known: KnownRevisions) =>
    [...states]
      .filter(([collection, { records }]) => records && known[collection] === undefined)
      .map(([collection]) => collection);

  /**
   * Applies the changes since some revisions to what is shown, when the replica has them. Collections that are reset stay
   * as they are.
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
        // The same records as objects, too: the next view finds ten thousand of them the same without looking into them.
        if (state && own.length === 0) states.set(collection, { ...state, records: view.data });
        lastViews.set(collection, view);
      }
      return view;
    },

    load: (collection: CollectionName) => load(collection),

    /** A shown record without this browser's unsent mutations. */
    confirmedRecord: (collection: CollectionName, id: number): Identified | undefined =>
      states.get(collection)?.records?.find((record) => record.id === id),

    /** A record as the server last confirmed it; as it was, if it is deleted and this tab has mutations of it. */
    async storedRecord(collection: CollectionName, id: number): Promise<Identified | undefined> {
      const records = states.get(collection)?.records ?? (await readCopy(collection))?.records;
      return records?.find((record) => record.id === id) ?? gone.get(`${collection}/${id}`);
    },

    /** Whether all of a collection is shown, or the reason why it can't be loaded. */
    isSettled(collection: CollectionName): boolean {
      const { revision, error } = states.get(collection) ?? {};
      return revision !== undefined || error !== undefined;
    },

    /** Whether the server had never counted a write of a collection when it was last read. */
    isUnwritten(collection: CollectionName): boolean {
      const { revision } = states.get(collection) ?? {};
      return revision !== undefined && counterOf(revision) === 0;
    },

    async loadAll(): Promise<void> {
      for (const collection of COLLECTIONS) if (!connection.signal.aborted) await load(collection);
    },

    /** Loads again what could not be loaded. */
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

    /** Fetches the changes of every collection in the replica. */
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
          // The replica was emptied since these were read: by another version of the app, or because the disk failed.
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

    /** The token for live updates that came with changes, once and while it is fresh; otherwise undefined. */
    takeLiveToken: liveToken.take,

    /** Pulls, and resolves once what has to be fetched again for it is there, too. */
    async catchUp(): Promise<void> {
      await this.pull();
      await Promise.all(refetching.values());
    },

    /**
     * Pulls nothing until what it returns is called; then once, if anything was missed. While thousands of records are
     * written, each pull would fetch whole collections.
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

    /** Shows a record as the server has it now, or that it is deleted. `advance`: what that means for the stored revision. */
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

    /** Shows what the replica has of a collection, if another tab could not say what it has stored. */
    async readMissed(collection: CollectionName): Promise<void> {
      const known = await replica.revisions();
      if (hasMissed(collection, known[collection])) await readAgain(collection);
    },

    /** What the server has of these collections and the replica has not: `counters` are the server's, by collection. */
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
 * The view of a collection, with the records of the last one where they are the same; the last view if it shows the same:
 * what is stored, confirmed as it was shown or pulled once more must not render anything again.
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

/** A list with the records of an earlier one where they are the same; the earlier one if all are. Both are sorted. */
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
