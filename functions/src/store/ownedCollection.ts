import { randomUUID } from 'node:crypto';
import type {
  DocumentData,
  DocumentSnapshot,
  Firestore,
  Query,
  UpdateData,
  WhereFilterOp,
} from 'firebase-admin/firestore';
import { laterEdits, type Edit, type Edits } from '@daymark/contract/laterEdits';
import { Failure, gone, unavailable } from '../http/failure';
import type { Owner } from '../owner';
import type { Page } from '../page';
import { cursorAt, placeAt } from './cursor';
import { firestore, isAlreadyExists, isNotFound, isOvertaken, isRefused } from './firestore';
import { revisionsDocument } from './revisions';
import { tombstoneData, tombstoneOf } from './tombstones';

/** What every record has on the wire; neither is a field of its document. */
interface Owned {
  id: number;
  userId: number;
}

/** A record as a handler hands it in: the owner is never its to say. */
type Unowned<R extends Owned> = Omit<R, 'userId'>;

type Fields<R extends Owned> = Partial<Omit<R, keyof Owned>>;

/** One condition of a query, on a field or a key of the collection. */
type Condition = readonly [field: string, op: WhereFilterOp, value: string | number | boolean];

/** What one turn leaves of the records it read: those to write, and whether its own is to go. */
interface Turn<R extends Owned> {
  records: readonly Unowned<R>[];
  isRemoved?: boolean;
}

interface TurnOptions<R extends Owned> extends CreateOptions {
  /** Which records to read beside the one the turn is about: all that meet one of these. */
  alternatives: readonly (readonly Condition[])[];
  /** What a person changed of the record, if that is what it is about. */
  edit?: Edit<Fields<R>>;
}

interface CreateOptions {
  /** Whether a record that was deleted may come back; without it a create of its id is refused. */
  restore?: boolean | null | undefined;
}

/**
 * One noun's records, always reached through their owner: another person's are not refused but out
 * of reach. Every write raises the collection's counter in `live/revisions`, in the same commit, and
 * leaves in the document when it was made; a delete leaves a tombstone.
 */
export interface OwnedCollection<R extends Owned> {
  /** All records, in the collection's order. */
  list: (owner: Owner) => Promise<R[]>;
  /**
   * The records that meet every condition (undefined is none), in the collection's order: those after the page that
   * `after` is from. @throws Failure 400 when it is from none.
   */
  page: (
    owner: Owner,
    after: string | undefined,
    ...conditions: (Condition | undefined)[]
  ) => Promise<Page<R>>;
  /** The records that meet every condition, in no order. */
  find: (owner: Owner, ...conditions: Condition[]) => Promise<R[]>;
  /** Those written since a moment, the earliest first, and no more than `most`. */
  changedSince: (owner: Owner, moment: Date, most: number) => Promise<R[]>;
  get: (owner: Owner, id: number) => Promise<R | undefined>;
  /**
   * Repeatable by id: a second create answers what the first one made.
   * @throws Failure 409 when it was deleted since.
   */
  create: (owner: Owner, record: Unowned<R>, options?: CreateOptions) => Promise<R>;
  /** Creates those whose id is not there yet, also when it was deleted; answers how many that were. */
  createMissing: (owner: Owner, records: readonly Unowned<R>[]) => Promise<number>;
  /** Creates the record, or replaces the one with its id; all of it counts as edited at `at`. */
  put: (owner: Owner, record: Unowned<R>, at: string) => Promise<R>;
  /** Writes what counts of an edit, into a record that is `blank` where there is none. */
  merge: (owner: Owner, id: number, edit: Edit<Fields<R>>, blank: Fields<R>) => Promise<R>;
  /**
   * Writes what `change` makes of the record and of those fields of the edit that count, and nothing when it answers
   * no field, or when none counts. @throws Failure 404
   */
  update: (
    owner: Owner,
    id: number,
    edit: Edit<Fields<R>>,
    change?: (current: R, counting: Fields<R>) => Fields<R>,
  ) => Promise<R>;
  /**
   * Reads the record with this id and all that meet one of the alternatives, and writes what `turn`
   * makes of them, so that what it was decided by still stands: turns of one owner never overlap.
   * `turn` runs again when another came first.
   */
  updateTogether: (
    owner: Owner,
    id: number,
    options: TurnOptions<R>,
    turn: (record: R | undefined, others: R[], counting: Fields<R>) => Turn<R>,
  ) => Promise<void>;
  /** Repeatable: deleting what is gone is done already. */
  delete: (owner: Owner, id: number) => Promise<void>;
}

interface Options<R extends Owned> {
  /** How a list is ordered. Ties fall back to the document id as text, in the same direction. */
  order?: { by: readonly string[]; direction: 'asc' | 'desc' };
  /** Fields that are only stored, for queries to go by; they never leave the server. */
  keys?: (record: Unowned<R>) => Record<string, string | number>;
  /** A field of another collection that names this one's records: deleting one empties it there. */
  namedBy?: { collection: string; field: string };
}

/**
 * Changes of one record at the same moment overtake each other; each round lets one of them through.
 * Reading again costs less than a transaction, whose locks made four of them wait 3.5 s (emulator).
 */
const UPDATE_ATTEMPTS = 50;

/** Firestore's most is 500 writes in a commit; a few of them are counters and tombstones. */
const BATCH_MAX = 400;

/** Each of these is two writes: the record, and the tombstone it may have had. */
const CREATE_MAX = 240;

/** The most records that a list answers at once. */
const PAGE_MAX = 500;

const BY_ID = { by: [], direction: 'asc' } as const;

/** The collection at `users/{uid}/{name}`; document ids are the records' ids in decimal. */
export function ownedCollection<R extends Owned>(
  name: string,
  { order = BY_ID, keys, namedBy }: Options<R> = {},
): OwnedCollection<R> {
  const collection = (db: Firestore, { uid }: Owner) => db.collection(`users/${uid}/${name}`);

  async function batched(owner: Owner, ...alsoRaise: string[]) {
    const { db, FieldValue } = await firestore();
    const batch = db.batch();
    const raise = Object.fromEntries(
      [name, ...alsoRaise].map((raised) => [raised, FieldValue.increment(1)]),
    );
    batch.set(revisionsDocument(db, owner), raise, { merge: true });
    const changedAt = FieldValue.serverTimestamp();
    const addTombstone = (id: number) =>
      batch.set(tombstoneOf(db, owner, name, id), tombstoneData(name, id, changedAt));
    return { db, batch, changedAt, addTombstone };
  }

  function recordOf(owner: Owner, snapshot: DocumentSnapshot): R {
    const { changedAt: _changedAt, edits: _edits, ...fields } = snapshot.data() ?? {};
    return { ...fields, id: Number(snapshot.id), userId: owner.userId } as R;
  }

  const editsOf = (snapshot: DocumentSnapshot) => (snapshot.get('edits') ?? {}) as Edits;

  /** What is stored of a record, whether it has an owner on it or not. */
  function documentOf(record: Unowned<R>): DocumentData {
    const { id: _id, userId: _userId, ...fields } = record as R;
    return { ...fields, ...keys?.(record) };
  }

  async function ordered(owner: Owner): Promise<Query> {
    const { db, FieldPath } = await firestore();
    return order.by
      .reduce<Query>((query, field) => query.orderBy(field, order.direction), collection(db, owner))
      .orderBy(FieldPath.documentId(), order.direction);
  }

  const where = (query: Query, conditions: readonly Condition[]) =>
    conditions.reduce((narrower, condition) => narrower.where(...condition), query);

  /** Empties the fields that name a record. The first commit deletes the record as well. */
  async function forget(owner: Owner, id: number) {
    if (!namedBy) return;
    const { collection: other, field } = namedBy;
    for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) {
      const { db, batch, changedAt, addTombstone } = await batched(owner, other);
      const naming = db.collection(`users/${owner.uid}/${other}`).where(field, '==', id);
      const { docs } = await naming.limit(BATCH_MAX).get();
      if (docs.length === 0) return;
      for (const { ref, updateTime } of docs)
        batch.update(ref, { [field]: null, changedAt }, { lastUpdateTime: updateTime });
      // A record may name one that never was: that leaves no tombstone.
      const document = await collection(db, owner).doc(String(id)).get();
      if (document.exists) {
        batch.delete(document.ref, { exists: true });
        addTombstone(id);
      }
      try {
        await batch.commit();
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
    }
    throw unavailable();
  }

  /** Writes what counts of an edit; into `blank` where there is no record, and without one that is 404. */
  async function amend(
    owner: Owner,
    id: number,
    edit: Edit<Fields<R>>,
    change: (current: R, counting: Fields<R>) => Fields<R>,
    blank?: Fields<R>,
  ): Promise<R> {
    for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) {
      const { db, batch, changedAt } = await batched(owner);
      const snapshot = await collection(db, owner).doc(String(id)).get();
      if (!snapshot.exists && !blank) throw gone();
      const current = snapshot.exists
        ? recordOf(owner, snapshot)
        : ({ ...blank, id, userId: owner.userId } as R);
      const { counting, edits } = laterEdits(edit, editsOf(snapshot));
      const fields = isEmpty(counting) ? {} : change(current, counting);
      if (snapshot.exists && isEmpty(fields)) return current;
      const changed = { ...current, ...fields };
      if (snapshot.exists) {
        const written = { ...fields, ...keys?.(changed), edits, changedAt };
        const unchanged = { lastUpdateTime: snapshot.updateTime };
        batch.update(snapshot.ref, written as UpdateData<DocumentData>, unchanged);
      } else batch.create(snapshot.ref, { ...documentOf(changed), edits, changedAt });
      try {
        await batch.commit();
        return changed;
      } catch (error) {
        if (!isOvertaken(error) && !isAlreadyExists(error)) throw error;
      }
    }
    throw unavailable();
  }

  return {
    async list(owner) {
      const { docs } = await (await ordered(owner)).get();
      return docs.map((snapshot) => recordOf(owner, snapshot));
    },

    async page(owner, after, ...conditions) {
      const given = conditions.filter((condition) => condition !== undefined);
      let query = where(await ordered(owner), given);
      if (after !== undefined) query = query.startAfter(...placeAt(after, order.by.length));
      // One more than go out: it says that there are more.
      const { docs } = await query.limit(PAGE_MAX + 1).get();
      const shown = docs.slice(0, PAGE_MAX);
      const records = shown.map((snapshot) => recordOf(owner, snapshot));
      const last = shown.at(-1);
      if (!last || docs.length <= PAGE_MAX) return { records };
      const place = order.by.map((field) => last.get(field) as string | number);
      return { records, next: cursorAt([...place, last.id]) };
    },

    async find(owner, ...conditions) {
      const { db } = await firestore();
      const { docs } = await where(collection(db, owner), conditions).get();
      return docs.map((snapshot) => recordOf(owner, snapshot));
    },

    async changedSince(owner, moment, most) {
      const { db } = await firestore();
      const later = collection(db, owner).where('changedAt', '>=', moment);
      const { docs } = await later.limit(most).get();
      return docs.map((snapshot) => recordOf(owner, snapshot));
    },

    async get(owner, id) {
      const { db } = await firestore();
      const snapshot = await collection(db, owner).doc(String(id)).get();
      return snapshot.exists ? recordOf(owner, snapshot) : undefined;
    },

    async create(owner, record, { restore } = {}) {
      const { db, batch, changedAt } = await batched(owner);
      const document = collection(db, owner).doc(String(record.id));
      batch.create(document, { ...documentOf(record), changedAt });
      // A condition of the commit: asking for the tombstone first would cost every create a read.
      const tombstone = tombstoneOf(db, owner, name, record.id);
      batch.delete(tombstone, restore ? {} : { exists: false });
      try {
        await batch.commit();
        return { ...record, userId: owner.userId } as R;
      } catch (error) {
        if (!isAlreadyExists(error) && !isRefused(error)) throw error;
        const standing = await document.get();
        if (!standing.exists) throw deleted();
        return recordOf(owner, standing);
      }
    },

    async createMissing(owner, records) {
      const byId = new Map(records.map((record) => [record.id, record]));
      const unique = [...byId.values()];
      let created = 0;
      for (let first = 0; first < unique.length; first += CREATE_MAX) {
        const slice = unique.slice(first, first + CREATE_MAX);
        created += await createSlice(owner, slice);
      }
      return created;
    },

    async put(owner, record, at) {
      const { db, batch, changedAt } = await batched(owner);
      const fields = documentOf(record);
      const { edits } = laterEdits({ fields, at }, {});
      const document = collection(db, owner).doc(String(record.id));
      await batch.set(document, { ...fields, edits, changedAt }).commit();
      return { ...record, userId: owner.userId } as R;
    },

    merge: (owner, id, edit, blank) =>
      amend(owner, id, edit, (_current, counting) => counting, blank),

    update: (owner, id, edit, change = (_current, counting) => counting) =>
      amend(owner, id, edit, change),

    async updateTogether(owner, id, { alternatives, edit, restore }, turn) {
      for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) {
        const { db, batch, changedAt, addTombstone } = await batched(owner);
        const records = collection(db, owner);
        const tombstone = tombstoneOf(db, owner, name, id);
        // Read before all else and written by each turn that changes anything: while it is as it
        // was, so is the answer to the queries. A first try leaves the tombstone to the commit.
        const lock = db.doc(`users/${owner.uid}/locks/${name}`);
        const [locked, tombstoneFound] = await db.getAll(lock, ...(attempt > 1 ? [tombstone] : []));
        const [own, ...found] = await Promise.all([
          records.doc(String(id)).get(),
          ...alternatives.map((conditions) => where(records, conditions).get()),
        ]);
        const read = new Map(
          found.flatMap(({ docs }) => docs).map((one) => [Number(one.id), recordOf(owner, one)]),
        );
        read.delete(id);
        const others = [...read.values()];
        const standing = own.exists ? recordOf(owner, own) : undefined;
        if (standing) read.set(id, standing);

        const { counting, edits } = laterEdits(edit ?? NO_EDIT, editsOf(own));
        const { records: left, isRemoved } = turn(standing, others, counting);
        for (const record of left) {
          const document = records.doc(String(record.id));
          const before = read.get(record.id);
          if (!before) {
            if (tombstoneFound?.exists && !restore) throw deleted();
            batch.create(document, { ...documentOf(record), changedAt });
            batch.delete(tombstone, restore ? {} : { exists: false });
            continue;
          }
          const changed = { ...changes(documentOf(before), documentOf(record)), changedAt };
          if (record.id !== id) batch.update(document, changed);
          else batch.update(document, { ...changed, edits }, { lastUpdateTime: own.updateTime });
        }
        if (isRemoved) {
          batch.delete(own.ref, { lastUpdateTime: own.updateTime });
          addTombstone(id);
        }
        if (left.length === 0 && !isRemoved) return;
        if (locked?.exists)
          batch.update(lock, { turn: randomUUID() }, { lastUpdateTime: locked.updateTime });
        else batch.create(lock, { turn: randomUUID() });
        try {
          await batch.commit();
          return;
        } catch (error) {
          if (!isOvertaken(error) && !isAlreadyExists(error)) throw error;
        }
      }
      throw unavailable();
    },

    async delete(owner, id) {
      await forget(owner, id);
      const { db, batch, addTombstone } = await batched(owner);
      batch.delete(collection(db, owner).doc(String(id)), { exists: true });
      addTombstone(id);
      try {
        await batch.commit();
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  };

  async function createSlice(owner: Owner, slice: readonly Unowned<R>[]): Promise<number> {
    for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) {
      const { db, batch, changedAt } = await batched(owner);
      const documents = slice.map(({ id }) => collection(db, owner).doc(String(id)));
      const standing = await db.getAll(...documents, { fieldMask: [] });
      const missing = slice.filter((_record, index) => !standing[index]?.exists);
      if (missing.length === 0) return 0;
      for (const record of missing) {
        const document = collection(db, owner).doc(String(record.id));
        batch.create(document, { ...documentOf(record), changedAt });
        batch.delete(tombstoneOf(db, owner, name, record.id));
      }
      try {
        await batch.commit();
        return missing.length;
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
    }
    throw unavailable();
  }
}

const NO_EDIT = { fields: {}, at: '' };

const deleted = () => new Failure(410, 'This was deleted in the meantime.');

const isEmpty = (fields: object) => Object.keys(fields).length === 0;

/** The fields of `after` that are not as they were. */
function changes(before: DocumentData, after: DocumentData): DocumentData {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => before[field] !== value),
  );
}
