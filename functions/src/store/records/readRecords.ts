import type {
  DocumentSnapshot,
  Query,
  QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import type { Owner } from '../../owner';
import type { Page } from '../../page';
import { firestore } from '../firestore';
import { formatCursor, parseCursor } from './cursor';
import {
  where,
  type CollectionOptions,
  type Condition,
  type Documents,
  type Owned,
} from './documents';

/** A record and the time of its last write. */
export interface Stamped<R> {
  record: R;
  changedAt: Date;
}

/** At most this many records on a page. */
const PAGE_MAX = 500;

/** How many records `pages` reads at a time. Two pages are in memory at once. */
const PAGE_OF_ALL = { short: 500, long: 100 };

const BY_ID = { by: [], direction: 'asc' } as const;

export function readRecords<R extends Owned>(
  { all, read, recordOf }: Documents<R>,
  { order = BY_ID, length = 'short' }: CollectionOptions<R>,
) {
  async function inOrder(owner: Owner): Promise<Query> {
    const { db, FieldPath } = await firestore();
    return order.by
      .reduce<Query>((query, field) => query.orderBy(field, order.direction), all(db, owner))
      .orderBy(FieldPath.documentId(), order.direction);
  }

  const stampedOf = (owner: Owner, snapshot: DocumentSnapshot): Stamped<R> => ({
    record: recordOf(owner, snapshot),
    changedAt: (snapshot.get('changedAt') as Timestamp).toDate(),
  });

  async function* snapshotPages(
    owner: Owner,
    conditions: readonly Condition[],
  ): AsyncGenerator<QueryDocumentSnapshot[]> {
    const { db } = await firestore();
    const size = PAGE_OF_ALL[length];
    const query = where(await inOrder(owner), conditions).limit(size);
    const first = await query.get();
    const { readTime } = first;
    // Read all pages as of the time of the first page. Otherwise a record that is edited in the meantime could move to
    // a page that was already read.
    const pageAfter = (last: QueryDocumentSnapshot) =>
      db.runTransaction((transaction) => transaction.get(query.startAfter(last)), {
        readOnly: true,
        readTime,
      });
    let { docs } = first;
    for (;;) {
      const last = docs.at(-1);
      const next = last && docs.length === size ? pageAfter(last) : undefined;
      // Read the next page while the caller handles this page. An error is thrown below, if the caller goes on.
      next?.catch(() => undefined);
      yield docs;
      if (!next) return;
      ({ docs } = await next);
    }
  }

  return {
    /** Yields all records as they are at one moment, in the collection's order, page by page. */
    async *pages(owner: Owner): AsyncGenerator<R[]> {
      for await (const docs of snapshotPages(owner, []))
        yield docs.map((snapshot) => recordOf(owner, snapshot));
    },

    /**
     * Yields the records that meet every condition, page by page like `pages`, each with the time of its last write.
     */
    async *stampedPages(owner: Owner, ...conditions: Condition[]): AsyncGenerator<Stamped<R>[]> {
      for await (const docs of snapshotPages(owner, conditions))
        yield docs.map((snapshot) => stampedOf(owner, snapshot));
    },

    /** Returns the records among these ids that exist, each with the time of its last write. */
    async stamped(owner: Owner, ids: readonly number[]): Promise<Stamped<R>[]> {
      const found = await read(owner, ids);
      return found.filter(({ exists }) => exists).map((snapshot) => stampedOf(owner, snapshot));
    },

    /**
     * Returns one page of the records that meet every condition, in the collection's order. An undefined condition is
     * ignored. `after` is the cursor from the previous page. @throws Failure 400 for an invalid cursor
     */
    async page(
      owner: Owner,
      after: string | undefined,
      ...conditions: (Condition | undefined)[]
    ): Promise<Page<R>> {
      const given = conditions.filter((condition) => condition !== undefined);
      let query = where(await inOrder(owner), given);
      if (after !== undefined) query = query.startAfter(...parseCursor(after, order.by.length));
      // Read one more than a page holds, to know whether there is a next page.
      const { docs } = await query.limit(PAGE_MAX + 1).get();
      const onPage = docs.slice(0, PAGE_MAX);
      const records = onPage.map((snapshot) => recordOf(owner, snapshot));
      const last = onPage.at(-1);
      if (!last || docs.length <= PAGE_MAX) return { records };
      const fields = order.by.map((field) => last.get(field) as string | number);
      return { records, next: formatCursor([...fields, last.id]) };
    },

    /** Returns the records that meet every condition, in no particular order. */
    async find(owner: Owner, ...conditions: Condition[]): Promise<R[]> {
      const { db } = await firestore();
      const { docs } = await where(all(db, owner), conditions).get();
      return docs.map((snapshot) => recordOf(owner, snapshot));
    },

    /** Returns the records that meet every condition, in no particular order, each with the time of its last write. */
    async findStamped(owner: Owner, ...conditions: Condition[]): Promise<Stamped<R>[]> {
      const { db } = await firestore();
      const { docs } = await where(all(db, owner), conditions).get();
      return docs.map((snapshot) => stampedOf(owner, snapshot));
    },

    /** Returns the records written since a moment, earliest first, at most `limit`. */
    async changedSince(owner: Owner, moment: Date, limit: number): Promise<R[]> {
      const { db } = await firestore();
      const later = all(db, owner).where('changedAt', '>=', moment);
      const { docs } = await later.limit(limit).get();
      return docs.map((snapshot) => recordOf(owner, snapshot));
    },

    async get(owner: Owner, id: number): Promise<R | undefined> {
      const [snapshot] = await read(owner, [id]);
      return snapshot?.exists ? recordOf(owner, snapshot) : undefined;
    },

    /**
     * Returns the ids in a field of all records that meet the condition. The default condition selects all records with
     * an id in the field.
     */
    async referredIds(
      owner: Owner,
      field: string,
      condition: Condition = [field, '>', 0],
    ): Promise<number[]> {
      const { db } = await firestore();
      const { docs } = await where(all(db, owner), [condition]).select(field).get();
      return docs.map((found) => Number(found.get(field)));
    },

    /** Whether any record meets a condition. */
    async hasAny(owner: Owner, condition: Condition): Promise<boolean> {
      const { db } = await firestore();
      return !(await where(all(db, owner), [condition]).limit(1).select().get()).empty;
    },
  };
}
