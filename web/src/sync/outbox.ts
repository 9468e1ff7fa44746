import type { CollectionName } from '@daymark/contract/changes';
import type { LastingReplica } from './replica/createReplica';
import { definitions } from './definitions';
import { fieldsAfter } from './merge/fieldsAfter';
import { keysOf, type Mutation, type Question } from '../domain/mutation';
import { withoutSeq, type QueuedMutation } from './replica/replica';
import type { Tabs } from './tabs';

/** The new values of a mutation that is sent again. `fields` is set only if the person edited the record. */
export interface Edit {
  key: string;
  editedAt?: string;
  fields?: Fields;
  /** The texts that the person saw. */
  base?: Fields;
}

type Fields = Mutation['fields'];

export type Outbox = ReturnType<typeof createOutbox>;

/** The mutations that an outbox passes on to the same person's next outbox in this page. */
export interface CarriedOver {
  mutations: readonly (Mutation | QueuedMutation)[];
  /** The identity of the stored outbox that has the mutations with a sequence number. */
  identity: string;
}

export const NOTHING_CARRIED_OVER: CarriedOver = { mutations: [], identity: '' };

interface OutboxOptions {
  /** The mutations that an earlier outbox of this page passed on (see `toCarryOver`). */
  carriedOver: CarriedOver;
  /** Called when mutations of this collection may have changed, or of any collection if `collection` is undefined. */
  onChanged: (collection?: CollectionName) => void;
  /** Called when a mutation can be sent. */
  onQueued: () => void;
}

const bySeq = (a: QueuedMutation, b: QueuedMutation) => a.seq - b.seq;

/**
 * Creates the outbox: the mutations that the server has not confirmed, in memory and in the replica. Changes to the
 * outbox are broadcast to the other tabs.
 */
export function createOutbox(
  replica: Pick<
    LastingReplica,
    'outbox' | 'find' | 'putBack' | 'enqueue' | 'amend' | 'supersede' | 'discard' | 'isMemoryOnly'
  >,
  { broadcast }: Pick<Tabs, 'broadcast'>,
  { carriedOver, onChanged, onQueued }: OutboxOptions,
) {
  let queued: readonly QueuedMutation[] = [];
  /** How many calls of `check` are running. Each finds out whether the browser has emptied the replica. */
  let checks = 0;
  /**
   * The latest of these checks. New mutations are stored after the check, behind the mutations that the check puts
   * back.
   */
  let checked: Promise<void> = Promise.resolve();
  /** The keys of mutations that were stored again after the browser had emptied the replica. */
  const putBackKeys = new Set<string>();
  /** The identity of the outbox that `queued` was read from. */
  let identity = '';
  /** Mutations that are not in the replica yet, so a crash would lose them. */
  let unstored: readonly Mutation[] = carriedOver.mutations.map(withoutSeq);
  /**
   * Unstored mutations that replace a rejected one. Mutations that waited for the rejected one wait for its
   * replacement.
   */
  const replacements = new Set<Mutation>();
  /** The server's last error sentence and the number of failures of each retried mutation, by its key. */
  const failures = new Map<string, { sentence: string; times: number }>();

  const ofRecord = (collection: CollectionName, id: number) =>
    queued.filter((mutation) => mutation.collection === collection && mutation.recordId === id);
  const rejectedOf = (collection: CollectionName, id: number) =>
    ofRecord(collection, id).filter(({ rejection }) => rejection !== undefined);
  /** Returns the mutations that wait for a record's mutations. */
  const followersOf = (collection: CollectionName, id: number) =>
    queued.filter(({ follows }) => follows?.collection === collection && follows.id === id);

  function add(mutation: QueuedMutation) {
    const others = queued.filter(({ key }) => key !== mutation.key);
    queued = [...others, mutation].sort(bySeq);
    onChanged(mutation.collection);
  }

  function replace(mutation: QueuedMutation) {
    queued = queued.map((other) => (other.key === mutation.key ? mutation : other));
    onChanged(mutation.collection);
  }

  /** Removes mutations from the replica that were put back there while another tab was sending them. */
  function removePutBack(keys: readonly string[]) {
    const stored = queued.filter(({ key }) => keys.includes(key) && putBackKeys.delete(key));
    if (stored.length > 0) void replica.discard(stored);
  }

  function forget(keys: readonly string[]) {
    queued = queued.filter(({ key }) => !keys.includes(key));
    keys.forEach((key) => failures.delete(key));
    onChanged();
  }

  async function discard(mutations: readonly QueuedMutation[]): Promise<void> {
    const keys = mutations.flatMap(keysOf);
    // Also discard the mutations that the given ones replace. The replaced mutations may still be on disk.
    const stored = new Set([...mutations, ...queued.filter(({ key }) => keys.includes(key))]);
    forget(keys);
    await replica.discard([...stored]);
    // Broadcast after the disk write. A tab that opened between the broadcast and the write would miss the broadcast
    // and still read the mutations.
    broadcast({ kind: 'discarded', keys, isInMemory: replica.isMemoryOnly() });
  }

  /** Stores mutations with `put`, and broadcasts them to the other tabs. */
  async function store(
    mutations: readonly Mutation[],
    put: () => Promise<readonly QueuedMutation[]>,
  ): Promise<void> {
    // Store one batch at a time. Mutations are sent in the order in which they are on disk, and a write may be slow.
    const storing = Promise.all([lastStored, checked]).then(put);
    lastStored = storing;
    const stored = await storing;
    const keys = new Set(mutations.map(({ key }) => key));
    unstored = unstored.filter(({ key }) => !keys.has(key));
    stored.forEach(add);
    mutations.forEach((mutation) => replacements.delete(mutation));
    // Other tabs look for the mutation on disk. A mutation that only this tab has is of no use to other tabs until it
    // is sent.
    if (!replica.isMemoryOnly())
      for (const mutation of stored) {
        const { collection, recordId, seq } = mutation;
        const before = ofRecord(collection, recordId).filter((other) => other.seq < seq);
        broadcast({ kind: 'enqueued', mutation, after: before.map(({ key }) => key) });
      }
    onQueued();
  }

  function showUnstored(mutation: Mutation) {
    unstored = [...unstored, mutation];
    onChanged(mutation.collection);
  }

  /** Reads the outbox from the replica. */
  async function read(): Promise<void> {
    const stored = await replica.outbox();
    identity = stored.identity;
    show(stored.queued);
  }

  /** Shows the stored mutations together with those that are only in memory. */
  function show(stored: readonly QueuedMutation[]) {
    // Another version of the app may have queued mutations of an unknown collection. Such mutations stay on disk for
    // that version.
    const known = stored.filter(({ collection }) => collection in definitions);
    const keys = new Set(known.map(({ key }) => key));
    queued = [...known, ...queued.filter(({ key }) => !keys.has(key))].sort(bySeq);
    unstored = unstored.filter(({ key }) => !keys.has(key));
    onChanged();
  }

  /** Stores the mutations in memory again after the browser has emptied the replica. */
  async function putBack(): Promise<void> {
    const before = new Set(queued.map(({ key }) => key));
    before.forEach((key) => putBackKeys.add(key));
    const stored = await replica.putBack(queued);
    identity = stored.identity;
    // Mutations that were sent or discarded in the meantime must not come back.
    const isOver = ({ key }: Mutation) =>
      before.has(key) && !queued.some((other) => other.key === key);
    const over = stored.queued.filter(isOver);
    if (over.length > 0) void replica.discard(over);
    const left = stored.queued.filter((mutation) => !isOver(mutation));
    const keys = new Set(left.map(({ key }) => key));
    queued = queued.filter(({ key }) => !keys.has(key));
    show(left);
  }

  /** Changes a mutation in memory, on disk and in the other tabs. */
  async function amend(mutation: QueuedMutation): Promise<void> {
    replace(mutation);
    await replica.amend(mutation);
    broadcast({ kind: 'amended', mutation });
  }

  async function check(): Promise<void> {
    checks++;
    if ((await replica.outbox()).identity !== identity && !replica.isMemoryOnly()) await putBack();
    checks--;
    onChanged();
  }

  /**
   * Queues a mutation at the position of another one, which was stored in the outbox with the identity `known`. If the
   * browser has emptied the replica since, the mutations in memory are stored again first.
   */
  async function supersede(
    other: QueuedMutation,
    mutation: Mutation,
    edit: Mutation | undefined,
    known: string,
  ): Promise<QueuedMutation[]> {
    const stored = await replica.supersede(other, mutation, edit);
    if (replica.isMemoryOnly() || (await replica.outbox()).identity === known) return stored;
    // The emptied replica has stored at most the edit, which lacks some fields of the replaced mutation. Queue the
    // whole mutation instead.
    await replica.discard(stored);
    await putBack();
    return replica.enqueue(mutation, ...(edit && mutation.kind === 'create' ? [edit] : []));
  }

  /**
   * Returns the record's queued edits that were based on a text of this mutation. The edits get the mutation's own base
   * instead, because the server has not stored the mutation's text. `isPassedOn` returns whether an edit took over a
   * field's base.
   */
  function rebased(
    { key, collection, recordId, fields, base = {} }: Mutation,
    texts: readonly string[],
  ) {
    const open = new Set(texts);
    const mutations = ofRecord(collection, recordId).flatMap((other): QueuedMutation[] => {
      const passed = [...open].filter(
        (field) =>
          other.key !== key && other.kind === 'update' && other.base?.[field] === fields[field],
      );
      if (passed.length === 0) return [];
      passed.forEach((field) => open.delete(field));
      const older = Object.fromEntries(passed.map((field) => [field, base[field]]));
      return [{ ...other, base: { ...other.base, ...older } }];
    });
    return { mutations, isPassedOn: (field: string) => !open.has(field) };
  }

  /** Returns the mutations that are only in memory. Closing the page loses these mutations. */
  const inMemory = (): readonly Mutation[] =>
    replica.isMemoryOnly() || checks > 0 ? [...queued.map(withoutSeq), ...unstored] : unstored;

  const loaded = read();
  let lastStored: Promise<unknown> = loaded;
  carriedOver.mutations.forEach((mutation) => void takeOver(mutation));

  /**
   * Stores a mutation that an earlier outbox passed on. The mutation takes the position of the mutation that it
   * replaces, if the replaced one is still on disk.
   */
  async function takeOver(given: Mutation | QueuedMutation): Promise<void> {
    const mutation = withoutSeq(given);
    const isReplaced = ({ key }: Mutation) => mutation.replaces?.includes(key);
    await store([given], async () => {
      const stored = queued.find(({ key }) => key === mutation.key);
      if (stored) return [stored];
      // On the same disk, a missing mutation was sent or discarded by another tab.
      const isSameDisk = !replica.isMemoryOnly() && identity === carriedOver.identity;
      if ('seq' in given && isSameDisk) return [];
      const place = queued.find(isReplaced);
      const [placed] = place ? await supersede(place, mutation, undefined, identity) : [];
      if (placed) return [placed];
      // Several tabs may carry over the same mutation.
      const { queued: all } = await replica.putBack([mutation]);
      return all.filter(({ key }) => key === mutation.key);
    });
    const replaced = queued.filter(isReplaced);
    if (replaced.length === 0) return;
    await discard(replaced);
    onQueued();
  }

  return {
    /** Returns the mutations in the replica, oldest first. */
    queued: () => queued,
    /** Returns all mutations, oldest first. */
    all: (): readonly Mutation[] => [...queued, ...unstored],
    /** Resolves when the mutations made so far are in the replica. */
    async stored(): Promise<void> {
      await lastStored;
    },
    inMemory,
    /**
     * Returns the mutations that the same person's next outbox in this page needs: those that are only in memory, and
     * those that must be sent before them. The latter are on disk, but the next outbox may find the disk blocked.
     */
    toCarryOver(): CarriedOver {
      if (replica.isMemoryOnly() || checks > 0) return { mutations: inMemory(), identity };
      const isBefore = ({ collection, recordId }: Mutation) =>
        unstored.some((one) => one.collection === collection && one.recordId === recordId);
      return { mutations: [...queued.filter(isBefore), ...unstored], identity };
    },
    ofRecord,
    rejectedOf,
    followersOf,
    /** Returns the server's error sentence for each mutation that is being retried, by its key. */
    retrying: () => new Map([...failures].map(([key, { sentence }]) => [key, sentence])),

    /** Resolves when the outbox has been read from the replica. */
    loaded,

    /**
     * Adds mutations to be sent. A crash loses either all of the mutations or none. Once the promise resolves, a crash
     * loses no mutation, unless the replica is in memory.
     */
    enqueue(...mutations: Mutation[]): Promise<void> {
      unstored = [...unstored, ...mutations];
      new Set(mutations.map(({ collection }) => collection)).forEach((name) => onChanged(name));
      return store(mutations, () => replica.enqueue(...mutations));
    },

    /** Adds a mutation that another tab has stored. `after` has the keys of the record's earlier mutations. */
    async addStored(mutation: QueuedMutation, after: readonly string[] = []): Promise<void> {
      if (after.every((key) => queued.some((other) => other.key === key))) add(mutation);
      // If the earlier mutations are missing here, read them from disk, so that they are sent first. A tab in memory
      // can't read the disk, so it leaves the mutation to other tabs.
      else if (!replica.isMemoryOnly()) await read();
    },
    /** Replaces a mutation that another tab has changed. */
    replace,
    /** Removes mutations from memory, because another tab has removed them. */
    forget(keys: readonly string[]): void {
      removePutBack(keys);
      forget(keys);
    },
    /** Removes mutations that are not to be sent. */
    discard,
    read,
    identity: () => identity,

    putBack,

    /** Stores the mutations again if the browser has emptied the replica. */
    checkStored(): void {
      checked = check();
    },

    /** Removes a confirmed mutation, and adds the mutations that follow from it. */
    settle(key: string, followUp: readonly QueuedMutation[]): void {
      removePutBack([key]);
      const keys = new Set([key, ...followUp.map((mutation) => mutation.key)]);
      queued = [...queued.filter((other) => !keys.has(other.key)), ...followUp].sort(bySeq);
      failures.delete(key);
      onChanged();
    },

    rebased,

    /**
     * Turns the edits of a record that another device deleted into one rejected create, with the record as it is shown
     * here. The person decides whether to bring the record back or discard it.
     */
    async keepDeleted(
      edits: readonly QueuedMutation[],
      record: Fields,
      { key, rejection }: { key: string; rejection: string },
    ): Promise<void> {
      const [first] = edits;
      if (!first) return;
      const { collection, recordId } = first;
      const before = edits.map(({ base = {} }) => base).reverse();
      const kept: Mutation = {
        key,
        collection,
        recordId,
        kind: 'create',
        restore: true,
        fields: record,
        base: Object.assign({}, record, ...before) as Fields,
        editedAt: edits.at(-1)?.editedAt ?? first.editedAt,
        rejection,
        asks: 'restore',
        replaces: edits.flatMap(keysOf),
      };
      forget(edits.map((edit) => edit.key));
      showUnstored(kept);
      const known = identity;
      await store([kept], () => supersede(first, kept, undefined, known));
      await discard(edits);
    },

    /**
     * Sends a rejected mutation again under a new key, because another tab may be sending the old one. With `fields`,
     * the new mutation includes the record's waiting edits, which would otherwise overwrite the newly typed values.
     * Values typed into a create are also sent as an edit, because the create has no effect if an older copy of it
     * arrives first.
     */
    async resubmit(rejected: QueuedMutation, edit: Edit): Promise<void> {
      const { seq: _seq, rejection: _rejection, asks: _asks, ...mutation } = rejected;
      const { collection, recordId } = mutation;
      const isCreate = mutation.kind === 'create';
      const edits = edit.fields
        ? ofRecord(collection, recordId).filter(
            ({ key, kind }) => key !== rejected.key && kind === 'update',
          )
        : [];
      const replaced = [rejected, ...edits];
      const { fields: typedNow } = edit;
      const all = typedNow ? [...edits, { ...edit, fields: typedNow }] : [];
      const fields = fieldsAfter(collection, mutation.fields, all);
      // An edit with the typed fields. If another tab has already replaced the rejected mutation, only this edit is
      // queued.
      const typed: Mutation | undefined = typedNow && {
        key: isCreate ? `${edit.key}-typed` : edit.key,
        collection,
        kind: 'update',
        recordId,
        fields: Object.fromEntries(
          all.flatMap((one) => Object.keys(one.fields).map((field) => [field, fields[field]])),
        ),
        // The oldest base of each text counts. If an earlier copy of a create has reached the server, the server has
        // the create's texts.
        base: Object.assign(
          {},
          edit.base,
          ...edits.map(({ base = {} }) => base).reverse(),
          isCreate ? mutation.fields : mutation.base,
        ) as Fields,
        editedAt: edit.editedAt ?? mutation.editedAt,
      };
      const resubmitted: Mutation = {
        ...mutation,
        ...edit,
        fields,
        // A create that restores a record keeps its base: the deleted record's texts as the person saw them.
        ...(typed && { base: isCreate ? mutation.base : typed.base }),
        replaces: replaced.flatMap(keysOf),
      };
      const shown = typed && isCreate ? [resubmitted, typed] : [resubmitted];
      forget(replaced.map(({ key }) => key));
      replacements.add(resubmitted);
      shown.forEach(showUnstored);
      const known = identity;
      await store(shown, async () => {
        const stored = await supersede(rejected, resubmitted, typed, known);
        // If the position differs, another tab has replaced the mutation, and that tab's replacement goes first. Read
        // the replacement from disk, because that tab may have been closed before broadcasting it.
        if (stored[0]?.seq !== rejected.seq) await read();
        return stored;
      });
      // If this tab works in memory, closing it may lose the new mutation. The other tabs therefore keep the replaced
      // mutations until the server confirms the new one.
      if (replica.isMemoryOnly()) await replica.discard(replaced);
      else await discard(replaced);
    },

    amend,

    /** Marks a mutation as rejected, with the server's sentence, until the person retries, edits or discards it. */
    async reject(
      mutation: QueuedMutation,
      rejection: string,
      asks?: Question,
    ): Promise<QueuedMutation> {
      // The mutation may have been stored again at another position while it was sent.
      const current = queued.find(({ key }) => key === mutation.key) ?? mutation;
      const rejected = { ...current, rejection, ...(asks && { asks }) };
      failures.delete(mutation.key);
      await amend(rejected);
      return rejected;
    },

    /** Discards a record's rejected mutations, or all its mutations if its create was rejected. */
    async discardRejected(collection: CollectionName, id: number): Promise<void> {
      const rejected = rejectedOf(collection, id);
      const isUnknown = rejected.some(({ kind }) => kind === 'create');
      const own = isUnknown ? ofRecord(collection, id) : rejected;
      const gone = [...own, ...followersOf(collection, id)];
      // Edits that were based on a discarded text stay. The new base of such an edit is the text before the discarded
      // one, which the server has.
      const later = new Map<string, QueuedMutation>();
      for (const { key } of own) {
        const mutation = queued.find((other) => other.key === key);
        if (mutation?.kind !== 'update') continue;
        for (const edit of rebased(mutation, Object.keys(mutation.fields)).mutations) {
          replace(edit);
          later.set(edit.key, edit);
        }
      }
      const keys = gone.flatMap(keysOf);
      forget(keys);
      await Promise.all([...later.values()].filter(({ key }) => !keys.includes(key)).map(amend));
      await discard(gone);
    },

    /**
     * Records that the server failed on a mutation. Returns the number of the mutation's failures, and whether no
     * mutation was being retried until now.
     */
    recordFailure({ key, collection }: Mutation, sentence: string) {
      const isFirst = failures.size === 0;
      const times = (failures.get(key)?.times ?? 0) + 1;
      failures.set(key, { sentence, times });
      onChanged(collection);
      return { times, isFirst };
    },

    /**
     * Returns the oldest mutation that can be sent. A rejected mutation blocks the later mutations of its record, and
     * the mutations that follow the record. A replacement that is not stored yet blocks the same mutations.
     */
    next(): QueuedMutation | undefined {
      const recordOf = ({ collection, recordId }: Mutation) => `${collection}/${recordId}`;
      const blocked = new Set([...replacements].map(recordOf));
      for (const mutation of queued) {
        const { follows } = mutation;
        const isBlocked =
          blocked.has(recordOf(mutation)) ||
          (follows && blocked.has(`${follows.collection}/${follows.id}`));
        if (mutation.rejection !== undefined) blocked.add(recordOf(mutation));
        else if (!isBlocked) return mutation;
      }
      return undefined;
    },
  };
}
