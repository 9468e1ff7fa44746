import type { CollectionName } from '@daymark/contract/changes';
import type { LastingReplica } from './replica/createReplica';
import { definitions } from './definitions';
import { fieldsAfter } from './merge/fieldsAfter';
import { keysOf, type Mutation, type Question } from '../domain/mutation';
import { withoutSeq, type QueuedMutation } from './replica/replica';
import type { Tabs } from './tabs';

/** A new edit of a mutation: under a new key, at its own time, and with other fields if the person has typed them. */
export interface Edit {
  key: string;
  editedAt?: string;
  fields?: Fields;
  /** The texts that the person saw. */
  base?: Fields;
}

type Fields = Mutation['fields'];

export type Outbox = ReturnType<typeof createOutbox>;

/** The mutations that an outbox leaves to the same person's next one in this page. */
export interface CarriedOver {
  mutations: readonly (Mutation | QueuedMutation)[];
  /** The identity of the outbox on the disk that has those with a sequence number. */
  identity: string;
}

export const NOTHING_CARRIED_OVER: CarriedOver = { mutations: [], identity: '' };

interface OutboxOptions {
  /** What an earlier outbox of this page has left: see `toCarryOver`. */
  carriedOver: CarriedOver;
  /** The mutations of a collection have changed; of any, if it is left out. */
  onChanged: (collection?: CollectionName) => void;
  /** A mutation can be sent. */
  onQueued: () => void;
}

const bySeq = (a: QueuedMutation, b: QueuedMutation) => a.seq - b.seq;

/**
 * The mutations that the server has not confirmed, in memory and in the replica. A change of them is broadcast to the
 * other tabs.
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
  /** How often it is being found out whether the browser has emptied the replica. */
  let checks = 0;
  /** The last time that it was found out. What is stored next comes after what is put back. */
  let checked: Promise<void> = Promise.resolve();
  /** What was stored again after the browser had emptied the replica. */
  const putBackKeys = new Set<string>();
  /** The identity of the outbox that `queued` was read from. */
  let identity = '';
  /** Mutations that are not in the replica yet: a crash would lose them. */
  let unstored: readonly Mutation[] = carriedOver.mutations.map(withoutSeq);
  /** Those of them that take the place of a rejected mutation: what waited for that waits for them. */
  const replacements = new Set<Mutation>();
  /** For each retried mutation, by its key: the server's last answer, and the number of failures. */
  const failures = new Map<string, { sentence: string; times: number }>();

  const ofRecord = (collection: CollectionName, id: number) =>
    queued.filter((mutation) => mutation.collection === collection && mutation.recordId === id);
  const rejectedOf = (collection: CollectionName, id: number) =>
    ofRecord(collection, id).filter(({ rejection }) => rejection !== undefined);
  /** Those that wait for the mutations of a record. */
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

  /** Removes from the replica what was put back there while another tab was sending it. */
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
    // Also what they replace, if the disk still has it.
    const stored = new Set([...mutations, ...queued.filter(({ key }) => keys.includes(key))]);
    forget(keys);
    await replica.discard([...stored]);
    // Then, because a tab that is opened meanwhile reads the disk.
    broadcast({ kind: 'discarded', keys, isInMemory: replica.isMemoryOnly() });
  }

  /** Stores mutations that memory has, and tells the other tabs. */
  async function store(
    mutations: readonly Mutation[],
    put: () => Promise<readonly QueuedMutation[]>,
  ): Promise<void> {
    // One after the other: the disk may be slow to take one, and they are sent in the order of the disk.
    const storing = Promise.all([lastStored, checked]).then(put);
    lastStored = storing;
    const stored = await storing;
    const keys = new Set(mutations.map(({ key }) => key));
    unstored = unstored.filter(({ key }) => !keys.has(key));
    stored.forEach(add);
    mutations.forEach((mutation) => replacements.delete(mutation));
    // Other tabs look for it on disk. One that only this tab has is nothing to them until it is sent.
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

  /** Reads what the replica has. */
  async function read(): Promise<void> {
    const stored = await replica.outbox();
    identity = stored.identity;
    show(stored.queued);
  }

  /** Shows what the replica has, with what only memory has. */
  function show(stored: readonly QueuedMutation[]) {
    // Another version of the app may have queued what this one does not know: it stays there for that version.
    const known = stored.filter(({ collection }) => collection in definitions);
    const keys = new Set(known.map(({ key }) => key));
    queued = [...known, ...queued.filter(({ key }) => !keys.has(key))].sort(bySeq);
    unstored = unstored.filter(({ key }) => !keys.has(key));
    onChanged();
  }

  /** Stores the mutations that memory has, because the browser has emptied the replica. */
  async function putBack(): Promise<void> {
    const before = new Set(queued.map(({ key }) => key));
    before.forEach((key) => putBackKeys.add(key));
    const stored = await replica.putBack(queued);
    identity = stored.identity;
    // Mutations that were sent or discarded meanwhile are over.
    const isOver = ({ key }: Mutation) =>
      before.has(key) && !queued.some((other) => other.key === key);
    const over = stored.queued.filter(isOver);
    if (over.length > 0) void replica.discard(over);
    const left = stored.queued.filter((mutation) => !isOver(mutation));
    const keys = new Set(left.map(({ key }) => key));
    queued = queued.filter(({ key }) => !keys.has(key));
    show(left);
  }

  /** Changes a mutation here, on the disk and in the other tabs. */
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
   * Queues a mutation in the place of another one, which was stored in the outbox with the identity `known`. The browser
   * may have emptied the replica since.
   */
  async function supersede(
    other: QueuedMutation,
    mutation: Mutation,
    edit: Mutation | undefined,
    known: string,
  ): Promise<QueuedMutation[]> {
    const stored = await replica.supersede(other, mutation, edit);
    if (replica.isMemoryOnly() || (await replica.outbox()).identity === known) return stored;
    // Only the edit, which has not all that the other one had, or nothing.
    await replica.discard(stored);
    await putBack();
    return replica.enqueue(mutation, ...(edit && mutation.kind === 'create' ? [edit] : []));
  }

  /**
   * The queued edits of the same record that were made on a text of this mutation, as edits of the text that it was made
   * on: the server has not taken the mutation's.
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

  /** Those that only memory has: closing the page loses them. */
  const inMemory = (): readonly Mutation[] =>
    replica.isMemoryOnly() || checks > 0 ? [...queued.map(withoutSeq), ...unstored] : unstored;

  const loaded = read();
  let lastStored: Promise<unknown> = loaded;
  carriedOver.mutations.forEach((mutation) => void takeOver(mutation));

  /** Stores what an earlier outbox has left, in the place of what it replaces, which the disk may still have. */
  async function takeOver(given: Mutation | QueuedMutation): Promise<void> {
    const mutation = withoutSeq(given);
    const isReplaced = ({ key }: Mutation) => mutation.replaces?.includes(key);
    await store([given], async () => {
      const stored = queued.find(({ key }) => key === mutation.key);
      if (stored) return [stored];
      // Another tab has sent or discarded it, unless the browser has emptied the replica.
      const isSameDisk = !replica.isMemoryOnly() && identity === carriedOver.identity;
      if ('seq' in given && isSameDisk) return [];
      const place = queued.find(isReplaced);
      const [placed] = place ? await supersede(place, mutation, undefined, identity) : [];
      if (placed) return [placed];
      // Several tabs may carry over the same one.
      const { queued: all } = await replica.putBack([mutation]);
      return all.filter(({ key }) => key === mutation.key);
    });
    const replaced = queued.filter(isReplaced);
    if (replaced.length === 0) return;
    await discard(replaced);
    onQueued();
  }

  return {
    /** Those that the replica has, oldest first. */
    queued: () => queued,
    /** All, oldest first. */
    all: (): readonly Mutation[] => [...queued, ...unstored],
    /** Resolves when the mutations made so far are stored: on disk, unless the replica is in memory. */
    async stored(): Promise<void> {
      await lastStored;
    },
    inMemory,
    /**
     * What the same person's next outbox in this page needs: those that only memory has, and what is to be sent before
     * them. That is on the disk and has its sequence number, but the next outbox may find the disk blocked.
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
    /** For each mutation that is sent again because the server failed, by its key: the server's sentence. */
    retrying: () => new Map([...failures].map(([key, { sentence }]) => [key, sentence])),

    /** When what the replica has from before is there. */
    loaded,

    /** Adds mutations to be sent: a crash loses all of them or none, and none once this resolves. */
    enqueue(...mutations: Mutation[]): Promise<void> {
      unstored = [...unstored, ...mutations];
      new Set(mutations.map(({ collection }) => collection)).forEach((name) => onChanged(name));
      return store(mutations, () => replica.enqueue(...mutations));
    },

    /** Adds a mutation that another tab has stored, after those with the keys `after` of its record. */
    async addStored(mutation: QueuedMutation, after: readonly string[] = []): Promise<void> {
      if (after.every((key) => queued.some((other) => other.key === key))) add(mutation);
      // Alone it would overtake them. A tab that works in memory can't read them, and leaves it to the others.
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
    /** Reads what the replica has. */
    read,
    identity: () => identity,

    putBack,

    /** Stores the mutations again if the browser has emptied the replica. */
    checkStored(): void {
      checked = check();
    },

    /** A mutation was confirmed, and these were queued because of it. */
    settle(key: string, followUp: readonly QueuedMutation[]): void {
      removePutBack([key]);
      const keys = new Set([key, ...followUp.map((mutation) => mutation.key)]);
      queued = [...queued.filter((other) => !keys.has(other.key)), ...followUp].sort(bySeq);
      failures.delete(key);
      onChanged();
    },

    rebased,

    /**
     * Keeps the edits of a record that was deleted on another device: as a rejected create of the record as it is shown
     * here. The person brings it back or discards it.
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
     * Sends a rejected mutation again, under a new key, because another tab may be sending the old one. With `fields` it
     * takes over the edits of its record that waited for it: sent after it, they would undo what was typed later. A
     * create has no effect if an older copy of it arrives first: what was typed follows it as an edit.
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
      // Also what is left to send if another tab has done the same meanwhile.
      const typed: Mutation | undefined = typedNow && {
        key: isCreate ? `${edit.key}-typed` : edit.key,
        collection,
        kind: 'update',
        recordId,
        fields: Object.fromEntries(
          all.flatMap((one) => Object.keys(one.fields).map((field) => [field, fields[field]])),
        ),
        // The oldest version counts: that of the server's copy of a create is what the create had.
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
        // A create is compared with the record as it was deleted.
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
        // Another tab has put another mutation into its place: that one goes first. The tab may have been closed before
        // it could say so.
        if (stored[0]?.seq !== rejected.seq) await read();
        return stored;
      });
      // What only this tab has may be lost with it: the others keep what it replaces until the server has it.
      if (replica.isMemoryOnly()) await replica.discard(replaced);
      else await discard(replaced);
    },

    amend,

    /** Marks a mutation as rejected, with the server's sentence, until the person does something about it. */
    async reject(
      mutation: QueuedMutation,
      rejection: string,
      asks?: Question,
    ): Promise<QueuedMutation> {
      // It may have been stored again at another place while it was sent.
      const current = queued.find(({ key }) => key === mutation.key) ?? mutation;
      const rejected = { ...current, rejection, ...(asks && { asks }) };
      failures.delete(mutation.key);
      await amend(rejected);
      return rejected;
    },

    /** Discards a record's rejected mutations; if its create was rejected, all its mutations. */
    async discardRejected(collection: CollectionName, id: number): Promise<void> {
      const rejected = rejectedOf(collection, id);
      const isUnknown = rejected.some(({ kind }) => kind === 'create');
      const own = isUnknown ? ofRecord(collection, id) : rejected;
      const gone = [...own, ...followersOf(collection, id)];
      // Edits that were made on a discarded text stay: for the server they are edits of the text before it.
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

    /** Notes that the server failed on a mutation. Returns how often it did, and whether it is the first to fail. */
    noteFailure({ key, collection }: Mutation, sentence: string) {
      const isFirst = failures.size === 0;
      const times = (failures.get(key)?.times ?? 0) + 1;
      failures.set(key, { sentence, times });
      onChanged(collection);
      return { times, isFirst };
    },

    /**
     * The oldest mutation that no rejected mutation of the same record blocks, nor one that takes its place. One that
     * follows another record's waits for that record, too.
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
