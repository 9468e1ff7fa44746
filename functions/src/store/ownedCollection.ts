import { randomUUID } from 'node:crypto';
import type {
  DocumentData,
  DocumentSnapshot,
  Firestore,
  Query,
  QueryDocumentSnapshot,
  Timestamp,
  UpdateData,
  WhereFilterOp,
} from 'firebase-admin/firestore';
import type { CollectionName } from '@daymark/contract/changes';
import type { DeleteQuery } from '@daymark/contract/deletion';
import {
  editsOfRestored,
  lastEditOf,
  laterEdits,
  type Edit,
  type Edits,
} from '@daymark/contract/laterEdits';
import { inUtc } from '@daymark/contract/primitives';
import { textFields, textsVersion, textVersion } from '@daymark/contract/texts';
import {
  alreadyDeleted,
  broughtBack,
  changedSinceDeleted,
  notFound,
  unavailable,
} from '../http/failure';
import {
  currentMutationKey,
  noteConflicts,
  noteLostFields,
  noteRaised,
} from '../http/requestMutation';
import type { Owner } from '../owner';
import type { Page } from '../page';
import { isApplied, noteApplied, noteNothingToApply } from './appliedMutations';
import { formatCursor, parseCursor } from './cursor';
import { firestore, isAlreadyExists, isFailedPrecondition, isNotFound } from './firestore';
import { retryStaleWrites } from './retryStaleWrites';
import { raiseCounters, revisionsDocument } from './revisions';
import type { TakeRoom } from './room';
import { tombstoneData, tombstoneOf } from './tombstones';

/** What every record has on the wire. Neither is a field of its document. */
interface Owned {
  id: number;
  userId: number;
}

/** A record as a handler passes it: the owner comes from the session only. */
type Unowned<R extends Owned> = Omit<R, 'userId'>;

type Fields<R extends Owned> = Partial<Omit<R, keyof Owned>>;

/** One condition of a query, on a field or one of the collection's `keys`. */
type Condition = readonly [
  field: string,
  op: WhereFilterOp,
  value: string | number | boolean | null,
];

/** What a locked update decided: the records to write, and the ids of those to delete. */
interface LockedUpdate<R extends Owned> {
  records: readonly Unowned<R>[];
  deletedIds?: readonly number[];
}

interface LockedUpdateOptions<R extends Owned> extends CreateOptions {
  /** Which other records to read: all that meet every condition of one of these lists. */
  alternatives: readonly (readonly Condition[])[];
  /** The ids of further records to read. */
  ids?: readonly number[];
  /** The edit of the record, if that is what the update is for. */
  edit?: Edit<Fields<R>>;
  /** The record to be created, if that is what the update is for. */
  created?: Unowned<R> | undefined;
}

interface CreateOptions {
  /** Whether a deleted record may be created again. Without it such a create is refused. */
  restore?: boolean | null | undefined;
  /** When the person brought it back. Edits of before, arriving later, lose. */
  restoredAt?: string | null | undefined;
}

/**
 * The records of one collection, always reached through their owner: another person's records cannot be addressed.
 * Every write raises the collection's counter in `live/revisions` in the same commit and stamps the document with
 * `changedAt`. A delete leaves a tombstone.
 */
export interface OwnedCollection<R extends Owned> {
  /** All records as they are at one moment, in the collection's order, page by page. */
  pages: (owner: Owner) => AsyncIterable<R[]>;
  /** The same, each with the moment at which it was last written, of those that meet every condition. */
  stampedPages: (owner: Owner, ...conditions: Condition[]) => AsyncIterable<Stamped<R>[]>;
  /** Those of these ids that exist, each with the moment at which it was last written. */
  stamped: (owner: Owner, ids: readonly number[]) => Promise<Stamped<R>[]>;
  /**
   * One page of the records that meet every condition (undefined means no condition), in the collection's order.
   * `after` is the cursor from the page before. @throws Failure 400 for any other text.
   */
  page: (
    owner: Owner,
    after: string | undefined,
    ...conditions: (Condition | undefined)[]
  ) => Promise<Page<R>>;
  /** The records that meet every condition, in no order. */
  find: (owner: Owner, ...conditions: Condition[]) => Promise<R[]>;
  /** The records written since a moment, the earliest first, `limit` at most. */
  changedSince: (owner: Owner, moment: Date, limit: number) => Promise<R[]>;
  get: (owner: Owner, id: number) => Promise<R | undefined>;
  /**
   * Can be repeated: a second create of the same id answers the record that the first one made.
   * @throws Failure 410 when the record was deleted and `restore` is not set.
   */
  create: (owner: Owner, record: Unowned<R>, options?: CreateOptions) => Promise<R>;
  /**
   * Creates the records whose id does not exist, deleted ones too. Answers how many it created; with an `importId`, how
   * many of them were created with it, now or before.
   */
  createMissing: (
    owner: Owner,
    records: readonly Unowned<R>[],
    importId?: number,
  ) => Promise<number>;
  /**
   * Looks at records that were created with an `importId`, `limit` at most, and deletes them, unless they were changed
   * since or are in use. These stay, and are not looked at again.
   */
  deleteImported: (
    owner: Owner,
    importId: number,
    limit: number,
    options?: ImportUndoOptions,
  ) => Promise<{ seen: number; deleted: number }>;
  /** How many of the records that were created with an `importId` were left by `deleteImported`. */
  countKept: (owner: Owner, importId: number) => Promise<number>;
  /** The ids that records have in a field; those of all records that meet the condition, if there is one. */
  referredIds: (owner: Owner, field: string, condition?: Condition) => Promise<number[]>;
  /** Whether there is a record that meets a condition. */
  hasAny: (owner: Owner, condition: Condition) => Promise<boolean>;
  /** Creates or replaces the record. Every field counts as edited at `at`. */
  put: (owner: Owner, record: Unowned<R>, at: string) => Promise<R>;
  /** Writes the fields of an edit that win. Where there is no record, it makes one from `blank` first. */
  merge: (owner: Owner, id: number, edit: Edit<Fields<R>>, blank: Fields<R>) => Promise<R>;
  /**
   * Writes the fields that `change` answers for the current record and the winning fields of the edit. Writes nothing
   * when no field wins, or `change` answers none. @throws Failure 404
   */
  update: (
    owner: Owner,
    id: number,
    edit: Edit<Fields<R>>,
    change?: (current: R, winning: Fields<R>) => Fields<R>,
  ) => Promise<R>;
  /** The fields of an edit that would win now; none if there is no record. */
  winning: (owner: Owner, id: number, edit: Edit<Fields<R>>) => Promise<Fields<R>>;
  /**
   * Reads the record, those of `ids` and all that meet one of the alternatives, and writes what `decide` answers for them. The lock
   * document makes sure that no other locked update of this owner runs in between; after one that did, `decide` runs
   * again. Answers false, without having called `decide` for the last time, if the request's mutation was applied before.
   * Another record that `decide` makes is left as it is if it exists and was not read.
   * @throws Failure 410 when `decide` creates the record, which was deleted, and `restore` is not set.
   */
  updateUnderLock: (
    owner: Owner,
    id: number,
    options: LockedUpdateOptions<R>,
    decide: (record: R | undefined, others: R[], winning: Fields<R>) => LockedUpdate<R>,
  ) => Promise<boolean>;
  /**
   * Can be repeated: deleting a record that does not exist does nothing.
   * @throws Failure 409 when the request's mutation deleted it before, and it was brought back since; 412 when it was
   * changed since the person saw it.
   */
  delete: (owner: Owner, id: number, seen?: DeleteQuery) => Promise<void>;
  /** Refuses to delete records that were changed since the person saw them. @throws Failure 412 */
  expectSeen: (owner: Owner, ids: readonly number[], seen: DeleteQuery) => Promise<void>;
  /**
   * Changes fields of records and deletes others, as far as they exist, before the commit that applies the request's
   * mutation: what a change of another collection brings with it. Does nothing if the mutation was applied before.
   */
  writeAlong: (
    owner: Owner,
    fields: ReadonlyMap<number, Fields<R>>,
    deletedIds: readonly number[],
  ) => Promise<void>;
  /**
   * Creates a record that a change of another collection brings with it, after the commit that applies the request's
   * mutation. One that exists stays as it is, and one that was deleted comes back.
   */
  createAlong: (owner: Owner, record: Unowned<R>) => Promise<void>;
  /** Deletes records, as far as they exist, after the commit that applies the request's mutation. */
  deleteAlong: (owner: Owner, ids: readonly number[]) => Promise<void>;
}

interface ImportUndoOptions {
  /** Which records are looked at. */
  condition?: Condition;
  /** Ids that other records refer to: all of them, or those that are among these. */
  inUse?: (ids: readonly number[]) => Promise<Iterable<number>>;
}

/** A record, and when it was last written. */
interface Stamped<R> {
  record: R;
  changedAt: Date;
}

interface Options<R extends Owned> {
  /** How a list is ordered. Ties are ordered by document id as text, in the same direction. */
  order?: { by: readonly string[]; direction: 'asc' | 'desc' };
  /** Whether a record may have long texts: then fewer are read at a time. */
  length?: keyof typeof PAGE_OF_ALL;
  /** Extra fields of the document, for queries and order. They never leave the server. */
  keys?: (record: Unowned<R>) => Record<string, string | number>;
  /** A field of another collection that holds ids of this one. Deleting a record sets it to null there. */
  referencedBy?: { collection: string; field: string };
}

/** Firestore allows 500 writes in a commit; a few of them are counters and tombstones. */
const BATCH_MAX = 400;

/** Creating a record takes two writes: the record, and the tombstone it may have had. */
const CREATE_MAX = 240;

/** The number of records in a full page. */
const PAGE_MAX = 500;

/** The number of records that `pages` reads at a time: these, and those of the page after it, are in memory. */
const PAGE_OF_ALL = { short: 500, long: 100 };

const BY_ID = { by: [], direction: 'asc' } as const;

/** The collection at `users/{uid}/{name}`; document ids are the records' ids in decimal. */
export function ownedCollection<R extends Owned>(
  name: CollectionName,
  takeRoom: TakeRoom,
  { order = BY_ID, keys, length = 'short', referencedBy }: Options<R> = {},
): OwnedCollection<R> {
  const collection = (db: Firestore, { uid }: Owner) => db.collection(`users/${uid}/${name}`);

  /** Notes a commit that wrote nothing but the record that the request is about. */
  const noteCommitted = () => noteRaised(name);

  /** A batch that applies the request's mutation. It raises the counter of this collection. */
  async function startBatch(owner: Owner) {
    const started = await startPart(owner);
    noteApplied(started.db, started.batch, owner);
    return started;
  }

  /** A batch before the one that applies the mutation. It also raises the counters of `alsoRaise`. */
  async function startPart(owner: Owner, ...alsoRaise: string[]) {
    const opened = await firestore();
    const { db, FieldValue } = opened;
    const batch = db.batch();
    raiseCounters(opened, batch, owner, [name, ...alsoRaise]);
    const changedAt = FieldValue.serverTimestamp();
    const addTombstone = (snapshot: DocumentSnapshot) => {
      const { userId: _, ...record } = recordOf(owner, snapshot);
      const data = tombstoneData(name, record, changedAt);
      batch.set(tombstoneOf(db, owner, name, record.id), data);
    };
    return { db, batch, changedAt, addTombstone };
  }

  function recordOf(owner: Owner, snapshot: DocumentSnapshot): R {
    const {
      changedAt: _changedAt,
      edits: _edits,
      bytes: _bytes,
      importId: _importId,
      applied: _applied,
      importedAt: _importedAt,
      keptOf: _keptOf,
      ...fields
    } = snapshot.data() ?? {};
    return { ...fields, id: Number(snapshot.id), userId: owner.userId } as R;
  }

  function stampedOf(owner: Owner, snapshot: DocumentSnapshot): Stamped<R> {
    const changedAt = snapshot.get('changedAt') as Timestamp | undefined;
    // Documents that are older than the stamp have only Firestore's own.
    const moment = changedAt ?? snapshot.updateTime;
    return { record: recordOf(owner, snapshot), changedAt: moment?.toDate() ?? new Date(0) };
  }

  async function* snapshotPages(
    owner: Owner,
    conditions: readonly Condition[],
  ): AsyncGenerator<QueryDocumentSnapshot[]> {
    const { db } = await firestore();
    const size = PAGE_OF_ALL[length];
    const query = where(await inOrder(owner), conditions).limit(size);
    const first = await query.get();
    const { readTime } = first;
    // As of the first page: a record that is edited meanwhile may move to where was read already.
    const pageAfter = (last: QueryDocumentSnapshot) =>
      db.runTransaction((transaction) => transaction.get(query.startAfter(last)), {
        readOnly: true,
        readTime,
      });
    let { docs } = first;
    for (;;) {
      const last = docs.at(-1);
      const next = last && docs.length === size ? pageAfter(last) : undefined;
      // It is read while this page is sent. Its error is thrown below, if anybody still asks for it.
      next?.catch(() => undefined);
      yield docs;
      if (!next) return;
      ({ docs } = await next);
    }
  }

  const editsOf = (snapshot: DocumentSnapshot) => (snapshot.get('edits') ?? {}) as Edits;

  /** The fields of a record's document. `record` may have a `userId`; it is not stored. */
  function documentOf(record: Unowned<R>): DocumentData {
    const { id: _id, userId: _userId, ...fields } = record as R;
    return { ...fields, ...keys?.(record), bytes: bytesOf(record) };
  }

  /** Takes room for a record that is created, or for what it grows by. */
  async function takeRoomFor(owner: Owner, record: Unowned<R>, before?: Unowned<R>): Promise<void> {
    const bytes = bytesOf(record) - (before ? bytesOf(before) : 0);
    // A small change is always possible: a task can be completed in a full account.
    if (before && bytes < SMALL_GROWTH_BYTES) return;
    await takeRoom(owner, name, { records: before ? 0 : 1, bytes });
  }

  async function inOrder(owner: Owner): Promise<Query> {
    const { db, FieldPath } = await firestore();
    return order.by
      .reduce<Query>((query, field) => query.orderBy(field, order.direction), collection(db, owner))
      .orderBy(FieldPath.documentId(), order.direction);
  }

  const where = (query: Query, conditions: readonly Condition[]) =>
    conditions.reduce((narrower, condition) => narrower.where(...condition), query);

  /**
   * Sets the fields that hold a record's id to null, for as many records as fit into a commit. Deletes the record in
   * the first of these commits. Answers whether there was anything to do.
   */
  async function clearReferences(
    owner: Owner,
    id: number,
    { collection: other, field }: NonNullable<Options<R>['referencedBy']>,
  ): Promise<boolean> {
    return retryStaleWrites(async () => {
      const { db, batch, changedAt, addTombstone } = await startPart(owner, other);
      const referring = db.collection(`users/${owner.uid}/${other}`).where(field, '==', id);
      const { docs } = await referring.limit(BATCH_MAX).get();
      if (docs.length === 0) return { result: false };
      for (const { ref, updateTime } of docs)
        batch.update(ref, { [field]: null, changedAt }, { lastUpdateTime: updateTime });
      // A field may hold an id that never existed: that leaves no tombstone.
      const document = await collection(db, owner).doc(String(id)).get();
      if (document.exists) {
        batch.delete(document.ref, { lastUpdateTime: document.updateTime });
        addTombstone(document);
      }
      return { result: true, batch };
    });
  }

  /** Writes the winning fields of an edit. Without a record it starts from `blank`, and without that it throws 404. */
  async function writeEdit(
    owner: Owner,
    id: number,
    edit: Edit<Fields<R>>,
    change: (current: R, winning: Fields<R>) => Fields<R>,
    blank?: Fields<R>,
  ): Promise<R> {
    return retryStaleWrites(async (attempt) => {
      // Arriving again, an edit of its own time changes nothing.
      const needsKey = edit.isNow;
      const { db, batch, changedAt } = await (needsKey ? startBatch(owner) : startPart(owner));
      const snapshot = await collection(db, owner).doc(String(id)).get();
      const isRepeated = needsKey && attempt > 1 && (await isApplied(owner));
      if (!snapshot.exists && (!blank || isRepeated)) throw notFound();
      if (isRepeated) {
        noteLostFields([]);
        return { result: recordOf(owner, snapshot) };
      }
      const current = snapshot.exists
        ? recordOf(owner, snapshot)
        : ({ ...blank, id, userId: owner.userId } as R);
      if (wasApplied(snapshot)) return { result: current };
      const { winning, edits, conflicts } = laterEdits(edit, editsOf(snapshot), current);
      noteOutcome(edit, winning, conflicts, snapshot, current);
      const fields = isEmpty(winning) ? {} : change(current, winning);
      if (snapshot.exists && isEmpty(fields)) return { result: current };
      const changed = { ...current, ...fields };
      await takeRoomFor(owner, changed, snapshot.exists ? current : undefined);
      if (snapshot.exists) {
        const bytes = bytesOf(changed);
        const applied = withApplied(edit, snapshot);
        const update = { ...fields, ...keys?.(changed), bytes, edits, ...applied, changedAt };
        const unchanged = { lastUpdateTime: snapshot.updateTime };
        batch.update(snapshot.ref, update as UpdateData<DocumentData>, unchanged);
      } else {
        const applied = withApplied(edit, snapshot);
        batch.create(snapshot.ref, { ...documentOf(changed), edits, ...applied, changedAt });
      }
      return { result: changed, batch, onCommitted: noteCommitted };
    });
  }

  return {
    async *pages(owner) {
      for await (const docs of snapshotPages(owner, []))
        yield docs.map((snapshot) => recordOf(owner, snapshot));
    },

    async *stampedPages(owner, ...conditions) {
      for await (const docs of snapshotPages(owner, conditions))
        yield docs.map((snapshot) => stampedOf(owner, snapshot));
    },

    async stamped(owner, ids) {
      if (ids.length === 0) return [];
      const { db } = await firestore();
      const documents = ids.map((id) => collection(db, owner).doc(String(id)));
      const found = await db.getAll(...documents);
      return found.filter(({ exists }) => exists).map((snapshot) => stampedOf(owner, snapshot));
    },

    async page(owner, after, ...conditions) {
      const given = conditions.filter((condition) => condition !== undefined);
      let query = where(await inOrder(owner), given);
      if (after !== undefined) query = query.startAfter(...parseCursor(after, order.by.length));
      // One more than a page holds: it shows whether there is a next page.
      const { docs } = await query.limit(PAGE_MAX + 1).get();
      const onPage = docs.slice(0, PAGE_MAX);
      const records = onPage.map((snapshot) => recordOf(owner, snapshot));
      const last = onPage.at(-1);
      if (!last || docs.length <= PAGE_MAX) return { records };
      const fields = order.by.map((field) => last.get(field) as string | number);
      return { records, next: formatCursor([...fields, last.id]) };
    },

    async find(owner, ...conditions) {
      const { db } = await firestore();
      const { docs } = await where(collection(db, owner), conditions).get();
      return docs.map((snapshot) => recordOf(owner, snapshot));
    },

    async changedSince(owner, moment, limit) {
      const { db } = await firestore();
      const later = collection(db, owner).where('changedAt', '>=', moment);
      const { docs } = await later.limit(limit).get();
      return docs.map((snapshot) => recordOf(owner, snapshot));
    },

    async get(owner, id) {
      const { db } = await firestore();
      const snapshot = await collection(db, owner).doc(String(id)).get();
      return snapshot.exists ? recordOf(owner, snapshot) : undefined;
    },

    async create(owner, record, { restore, restoredAt } = {}) {
      await takeRoomFor(owner, record);
      // Its id and its tombstone show that it was made before. Only of what was deleted and restored they do not.
      const { db, batch, changedAt } = await (restore ? startBatch(owner) : startPart(owner));
      const document = collection(db, owner).doc(String(record.id));
      const edits = restore && { edits: editsOfRestored(restoredAt, new Date()) };
      batch.create(document, { ...documentOf(record), ...edits, changedAt });
      // A condition of the commit: reading the tombstone first would cost every create a read.
      const tombstone = tombstoneOf(db, owner, name, record.id);
      batch.delete(tombstone, restore ? {} : { exists: false });
      try {
        await batch.commit();
        noteCommitted();
        return { ...record, userId: owner.userId } as R;
      } catch (error) {
        if (isNotFound(error)) throw unavailable();
        if (!isAlreadyExists(error) && !isFailedPrecondition(error)) throw error;
        const existing = await document.get();
        if (!existing.exists) throw alreadyDeleted();
        if (restore) noteOtherTexts(record, existing);
        return recordOf(owner, existing);
      }
    },

    async createMissing(owner, records, importId) {
      const byId = new Map(records.map((record) => [record.id, record]));
      const unique = [...byId.values()];
      let created = 0;
      for (let first = 0; first < unique.length; first += CREATE_MAX) {
        const slice = unique.slice(first, first + CREATE_MAX);
        created += await createSlice(owner, slice, importId);
      }
      return created;
    },

    async deleteImported(owner, importId, limit, options = {}) {
      const all = { seen: 0, deleted: 0 };
      while (all.seen < limit) {
        const size = Math.min(CREATE_MAX, limit - all.seen);
        const { seen, deleted } = await deletePage(owner, importId, size, options);
        all.seen += seen;
        all.deleted += deleted;
        if (seen < size) break;
      }
      return all;
    },

    async countKept(owner, importId) {
      const { db } = await firestore();
      const kept = collection(db, owner).where('keptOf', '==', importId);
      return (await kept.count().get()).data().count;
    },

    async referredIds(owner, field, condition = [field, '>', 0]) {
      const { db } = await firestore();
      const { docs } = await where(collection(db, owner), [condition]).select(field).get();
      return docs.map((one) => Number(one.get(field)));
    },

    async hasAny(owner, condition) {
      const { db } = await firestore();
      return !(await where(collection(db, owner), [condition]).limit(1).select().get()).empty;
    },

    async put(owner, record, at) {
      await takeRoomFor(owner, record);
      const { db, batch, changedAt } = await startBatch(owner);
      const fields = documentOf(record);
      const { edits } = laterEdits({ fields, at }, {});
      const document = collection(db, owner).doc(String(record.id));
      try {
        await batch.set(document, { ...fields, edits, changedAt }).commit();
        noteCommitted();
        return { ...record, userId: owner.userId } as R;
      } catch (error) {
        if (isNotFound(error)) throw unavailable();
        if (!isAlreadyExists(error)) throw error;
        // The request's mutation was applied before.
        const existing = await document.get();
        if (!existing.exists) throw notFound();
        return recordOf(owner, existing);
      }
    },

    merge: (owner, id, edit, blank) =>
      writeEdit(owner, id, edit, (_current, winning) => winning, blank),

    update: (owner, id, edit, change = (_current, winning) => winning) =>
      writeEdit(owner, id, edit, change),

    async winning(owner, id, edit) {
      const { db } = await firestore();
      const snapshot = await collection(db, owner).doc(String(id)).get();
      if (!snapshot.exists || wasApplied(snapshot)) return {};
      return laterEdits(edit, editsOf(snapshot), recordOf(owner, snapshot)).winning;
    },

    async updateUnderLock(
      owner,
      id,
      { alternatives, ids = [], edit, created, restore, restoredAt },
      decide,
    ) {
      return retryStaleWrites(async (attempt) => {
        if (attempt > 1 && (await isApplied(owner))) return { result: false };
        const { db, batch, changedAt, addTombstone } = await startBatch(owner);
        const records = collection(db, owner);
        const documentFor = (record: { id: number }) => records.doc(String(record.id));
        const tombstone = tombstoneOf(db, owner, name, id);
        // Read before the queries, and written by every update that changes anything: while the lock document is
        // unchanged, so are the answers to the queries. The first attempt leaves the tombstone to the commit.
        const lock = db.doc(`users/${owner.uid}/locks/${name}`);
        const [lockFound, tombstoneFound] = await db.getAll(
          lock,
          ...(attempt > 1 ? [tombstone] : []),
        );
        const [[own, ...byId], ...found] = await Promise.all([
          db.getAll(...[id, ...ids].map((one) => records.doc(String(one)))),
          ...alternatives.map((conditions) => where(records, conditions).get()),
        ]);
        if (!own) throw new Error('Firestore answered without the record.');
        const others = found.flatMap(({ docs }) => docs);
        const there = [...byId.filter(({ exists }) => exists), ...others];
        const read = new Map(there.map((one) => [Number(one.id), recordOf(owner, one)]));
        read.delete(id);
        const otherRecords = [...read.values()];
        const current = own.exists ? recordOf(owner, own) : undefined;
        if (current) read.set(id, current);

        if (edit && wasApplied(own)) return { result: false };
        const made = edit ?? NO_EDIT;
        const { winning, edits, conflicts } = laterEdits(made, editsOf(own), current);
        noteOutcome(made, winning, conflicts, own, current);
        if (current && created && restore) noteOtherTexts(created, own);
        const { records: decided, deletedIds = [] } = decide(current, otherRecords, winning);
        if (decided.length === 0 && deletedIds.length === 0) return { result: true };
        const unread = decided.filter((record) => record.id !== id && !read.has(record.id));
        const unreadFound = unread.length > 0 ? await db.getAll(...unread.map(documentFor)) : [];
        const existing = new Set(unreadFound.filter(({ exists }) => exists).map((one) => one.id));
        for (const record of decided) {
          const document = documentFor(record);
          if (existing.has(document.id)) continue;
          const before = read.get(record.id);
          await takeRoomFor(owner, record, before);
          if (!before) {
            const isOwn = record.id === id;
            if (isOwn && tombstoneFound?.exists && !restore) throw alreadyDeleted();
            const edits = isOwn && restore && { edits: editsOfRestored(restoredAt, new Date()) };
            batch.create(document, { ...documentOf(record), ...edits, changedAt });
            const deleted = tombstoneOf(db, owner, name, record.id);
            batch.delete(deleted, restore || !isOwn ? {} : { exists: false });
            continue;
          }
          const changed = { ...changes(documentOf(before), documentOf(record)), changedAt };
          if (record.id !== id) batch.update(document, changed);
          else {
            const applied = withApplied(made, own);
            batch.update(
              document,
              { ...changed, edits, ...applied },
              { lastUpdateTime: own.updateTime },
            );
          }
        }
        const snapshots = new Map([own, ...there].map((one) => [Number(one.id), one]));
        for (const deletedId of deletedIds) {
          const snapshot = snapshots.get(deletedId);
          if (!snapshot?.exists) continue;
          batch.delete(snapshot.ref, { lastUpdateTime: snapshot.updateTime });
          addTombstone(snapshot);
        }
        if (lockFound?.exists)
          batch.update(lock, { turn: randomUUID() }, { lastUpdateTime: lockFound.updateTime });
        else batch.create(lock, { turn: randomUUID() });
        const written = [...decided.map((record) => record.id), ...deletedIds];
        const isAlone = written.every((one) => one === id);
        return { result: true, batch, onCommitted: isAlone ? noteCommitted : undefined };
      });
    },

    async delete(owner, id, seen = {}) {
      if (referencedBy) {
        if (await isApplied(owner)) return expectDeleted(owner, id);
        await expectSeen(owner, [id], seen);
        while (await clearReferences(owner, id, referencedBy));
      }
      const isThere = await retryStaleWrites(async (attempt) => {
        if (attempt > 1 && (await isApplied(owner))) {
          await expectDeleted(owner, id);
          return { result: true };
        }
        const { db, batch, addTombstone } = await startBatch(owner);
        const snapshot = await collection(db, owner).doc(String(id)).get();
        if (!snapshot.exists) return { result: false };
        await expectUnchanged(owner, snapshot, seen);
        batch.delete(snapshot.ref, { lastUpdateTime: snapshot.updateTime });
        addTombstone(snapshot);
        return { result: true, batch, onCommitted: noteCommitted };
      });
      if (!isThere) await noteNothingToApply(owner);
    },

    expectSeen,

    async writeAlong(owner, fields, deletedIds) {
      if (fields.size === 0 && deletedIds.length === 0) return;
      // A request that arrives late again: what it brought with it has happened, and may have been changed since.
      if (!(await isApplied(owner))) await writeAlong(owner, fields, deletedIds);
    },

    async createAlong(owner, record) {
      await takeRoomFor(owner, record);
      const { db, batch, changedAt } = await startPart(owner);
      batch.create(collection(db, owner).doc(String(record.id)), {
        ...documentOf(record),
        changedAt,
      });
      batch.delete(tombstoneOf(db, owner, name, record.id));
      await batch.commit().catch((error: unknown) => {
        if (isNotFound(error)) throw unavailable();
        if (!isAlreadyExists(error)) throw error;
      });
    },

    async deleteAlong(owner, ids) {
      if (ids.length > 0) await writeAlong(owner, new Map(), ids);
    },
  };

  async function writeAlong(
    owner: Owner,
    fields: ReadonlyMap<number, Fields<R>>,
    deletedIds: readonly number[],
  ): Promise<void> {
    await retryStaleWrites(async () => {
      const { db, batch, changedAt, addTombstone } = await startPart(owner);
      const ids = [...fields.keys(), ...deletedIds];
      const found = await db.getAll(...ids.map((id) => collection(db, owner).doc(String(id))));
      const there = found.filter(({ exists }) => exists);
      for (const snapshot of there) {
        const unchanged = { lastUpdateTime: snapshot.updateTime };
        const id = Number(snapshot.id);
        if (deletedIds.includes(id)) {
          batch.delete(snapshot.ref, unchanged);
          addTombstone(snapshot);
          continue;
        }
        const record = { ...recordOf(owner, snapshot), ...fields.get(id) };
        const update = { ...documentOf(record), changedAt };
        batch.update(snapshot.ref, update as UpdateData<DocumentData>, unchanged);
      }
      return there.length > 0 ? { result: undefined, batch } : { result: undefined };
    });
  }

  /** Does what `deleteImported` does, for records that fit into a commit. A record that stays loses its `importId`. */
  async function deletePage(
    owner: Owner,
    importId: number,
    size: number,
    { condition, inUse }: ImportUndoOptions,
  ): Promise<{ seen: number; deleted: number }> {
    return retryStaleWrites(async () => {
      const { db, batch, addTombstone } = await startPart(owner);
      const { FieldValue } = await firestore();
      // With all fields: what is deleted can be brought back.
      const ofImport = collection(db, owner).where('importId', '==', importId);
      const query = where(ofImport, condition ? [condition] : []);
      const { docs } = await query.limit(size).get();
      if (docs.length === 0) return { result: { seen: 0, deleted: 0 } };
      const unchanged = new Set(docs.filter(isAsImported).map(({ id }) => Number(id)));
      const used = await inUse?.([...unchanged]);
      for (const id of used ?? []) unchanged.delete(id);
      for (const snapshot of docs) {
        const { ref, updateTime: lastUpdateTime } = snapshot;
        if (unchanged.has(Number(snapshot.id))) {
          batch.delete(ref, { lastUpdateTime });
          addTombstone(snapshot);
        } else {
          const mark = { importId: FieldValue.delete(), keptOf: importId };
          batch.update(ref, mark, { lastUpdateTime });
        }
      }
      return { result: { seen: docs.length, deleted: unchanged.size }, batch };
    });
  }

  async function expectSeen(
    owner: Owner,
    ids: readonly number[],
    seen: DeleteQuery,
  ): Promise<void> {
    if (ids.length === 0 || (seen.deletedAt === undefined && seen.base === undefined)) return;
    const { db } = await firestore();
    const found = await db.getAll(...ids.map((id) => collection(db, owner).doc(String(id))));
    for (const snapshot of found) if (snapshot.exists) await expectUnchanged(owner, snapshot, seen);
  }

  /** @throws Failure 412 when the record was changed since the person saw it; 409 when they deleted it before. */
  async function expectUnchanged(
    owner: Owner,
    snapshot: DocumentSnapshot,
    { deletedAt, base }: DeleteQuery,
  ): Promise<void> {
    const at = deletedAt && inUtc(deletedAt);
    const times = Object.values(editsOf(snapshot));
    // Without a version it is part of what is deleted: one that was made later was not seen either.
    if (base === undefined) times.push((snapshot.get('createdAt') as string | undefined) ?? '');
    const isLater = at !== undefined && times.some((time) => time > at);
    const isOther = base !== undefined && base !== textsVersion(name, recordOf(owner, snapshot));
    if (!isLater && !isOther) return;
    // A delete that arrives again after the record was brought back asks nothing.
    if (await isApplied(owner)) throw broughtBack();
    throw changedSinceDeleted();
  }

  /** Notes the fields that lost and the conflicts of an edit. */
  function noteOutcome(
    edit: Edit<object>,
    winning: object,
    conflicts: readonly string[],
    snapshot: DocumentSnapshot,
    current: object | undefined,
  ): void {
    const lost = lostIn(edit, winning, current);
    noteLostFields(lost.filter((field) => !conflicts.includes(field)));
    noteConflicts(
      Object.fromEntries(conflicts.map((field) => [field, editTimeOf(snapshot, field)])),
    );
  }

  /** Notes the texts that a record to be restored has otherwise than the one that is there already. */
  function noteOtherTexts(record: object, existing: DocumentSnapshot): void {
    const others = textFields[name].filter(
      (field) => textVersion(Reflect.get(record, field)) !== textVersion(existing.get(field)),
    );
    noteConflicts(Object.fromEntries(others.map((field) => [field, editTimeOf(existing, field)])));
  }

  /** When a field was last edited; if it never was, when the record was last written. */
  function editTimeOf(snapshot: DocumentSnapshot, field: string): string {
    const written = snapshot.updateTime?.toDate() ?? new Date();
    return lastEditOf(editsOf(snapshot), field) ?? written.toISOString();
  }

  /** @throws Failure 409 when the record is there: it was brought back after this mutation had deleted it. */
  async function expectDeleted(owner: Owner, id: number): Promise<void> {
    const { db } = await firestore();
    if ((await collection(db, owner).doc(String(id)).get()).exists) throw broughtBack();
  }

  async function createSlice(
    owner: Owner,
    slice: readonly Unowned<R>[],
    importId: number | undefined,
  ): Promise<number> {
    return retryStaleWrites(async () => {
      const { db, batch, changedAt } = await startPart(owner);
      const documents = slice.map(({ id }) => collection(db, owner).doc(String(id)));
      const [account, ...found] = await db.getAll(revisionsDocument(db, owner), ...documents, {
        fieldMask: ['importId'],
      });
      // Known here, a deletion does not make the commit fail again and again.
      if (!account?.exists) throw unavailable();
      const missing = slice.filter((_record, index) => !found[index]?.exists);
      const isSame = (document: DocumentSnapshot) => document.get('importId') === importId;
      const created = missing.length + (importId === undefined ? 0 : found.filter(isSame).length);
      if (missing.length === 0) return { result: created };
      const bytes = missing.reduce((sum, record) => sum + bytesOf(record), 0);
      await takeRoom(owner, name, { records: missing.length, bytes });
      for (const record of missing) {
        const document = collection(db, owner).doc(String(record.id));
        const mark = importId === undefined ? {} : { importId, importedAt: changedAt };
        batch.create(document, { ...documentOf(record), ...mark, changedAt });
        batch.delete(tombstoneOf(db, owner, name, record.id));
      }
      return { result: created, batch };
    });
  }
}

/** Whether a record has not been written since the import that created it. */
function isAsImported(document: DocumentSnapshot): boolean {
  const importedAt = document.get('importedAt') as Timestamp | undefined;
  return importedAt?.isEqual(document.get('changedAt') as Timestamp) ?? false;
}

const NO_EDIT: Edit<object> = { fields: {}, at: '' };

/** How many edits a record remembers. */
const APPLIED_MAX = 20;

/** The keys of a record's last edits whose times do not show that they were applied, the latest last. */
const appliedOf = (snapshot: DocumentSnapshot) => (snapshot.get('applied') ?? []) as string[];

/** Whether the record remembers that the request's edit was written to it before. */
function wasApplied(snapshot: DocumentSnapshot): boolean {
  const key = currentMutationKey();
  return key !== undefined && appliedOf(snapshot).includes(key);
}

/**
 * The field that remembers the request's edit, if its time does not: the version that an edit of a text names can be the
 * record's again, and the time of a clock that is ahead is later than the one that the edit counts for.
 */
function withApplied(
  { base, isNow }: Edit<object>,
  snapshot: DocumentSnapshot,
): { applied?: string[] } {
  const key = currentMutationKey();
  if ((base === undefined && !isNow) || key === undefined) return {};
  return { applied: [...appliedOf(snapshot), key].slice(-APPLIED_MAX) };
}

/** The fields of an edit that did not win, unless the record has what it would write. */
const lostIn = ({ fields }: Edit<object>, winning: object, current: object = {}) =>
  Object.entries(fields)
    .filter(([field, value]) => !(field in winning) && !isSame(value, Reflect.get(current, field)))
    .map(([field]) => field);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** How many bytes a record may grow by, again and again, before it counts. */
const SMALL_GROWTH_BYTES = 200;

const bytesOf = (record: object) => Buffer.byteLength(JSON.stringify(record));

const isEmpty = (fields: object) => Object.keys(fields).length === 0;

/** The fields of `after` that differ from `before`. */
function changes(before: DocumentData, after: DocumentData): DocumentData {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => before[field] !== value),
  );
}
