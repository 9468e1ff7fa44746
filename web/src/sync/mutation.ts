import type { collections, CollectionName } from '@daymark/contract/changes';
import type * as z from 'zod/mini';

/** A record of a collection, as the contract has it. */
export type RecordOf<Name extends CollectionName> = z.output<(typeof collections)[Name]>;

/** What every record has. */
export interface Identified {
  id: number;
}

/**
 * One thing that a person did to one record, as it waits to be sent. Sent twice it does what it does once: records
 * carry ids that were chosen here, and `editedAt` lets the server tell an edit from a later one.
 */
export interface Mutation {
  /** Its own name, the same in every tab. */
  key: string;
  collection: CollectionName;
  kind: 'create' | 'update' | 'delete';
  recordId: number;
  /** The whole record of a create, the changed fields of an update, nothing of a delete. */
  fields: Readonly<Record<string, unknown>>;
  /** ISO 8601, by the server's clock as far as it is known. */
  editedAt: string;
  /** A create that undoes a delete. */
  restore?: true;
  /** Why the server won't have it. It stays until the person retries or discards it. */
  rejection?: string;
}

/**
 * Why what is shown of a record is not what the server has.
 * @public The compiler names it in the types of others' functions.
 */
export interface SaveErrorInfo {
  sentence: string;
  /** `refused` waits for the person; `failing` is sent again by itself. */
  kind: 'rejected' | 'retrying';
}

/** A record as the screen shows it: with every mutation that waits. */
export type Shown<R> = R & { saveError?: SaveErrorInfo };

/** How the changes of a collection look before the server has answered. */
export interface Look<R extends Identified> {
  /** The order of the list, the server's. */
  compare: (a: R, b: R) => number;
  /** What the server will make of an update beyond its fields. */
  updated?: (record: R, mutation: Mutation) => R;
  /** The record that an update makes where there is none. */
  blank?: (mutation: Mutation) => R;
}

/**
 * The list as it will be: what the server confirmed, with the changes that wait, in their order. Nothing is ever taken
 * back by hand: a mutation that is given up is simply no longer among them. `failing` says of a mutation, by its key, what
 * the server answered last.
 */
export function shownRecords<R extends Identified>(
  confirmed: readonly R[],
  changes: readonly Mutation[],
  look: Look<R>,
  failing: ReadonlyMap<string, string> = new Map(),
): readonly Shown<R>[] {
  if (changes.length === 0) return confirmed;
  const standing = byId(confirmed);
  const touched = new Map<number, Shown<R> | undefined>();
  for (const mutation of changes) {
    const id = mutation.recordId;
    const before = touched.has(id) ? touched.get(id) : standing.get(id);
    const sentence = mutation.rejection ?? failing.get(mutation.key);
    const after = applied(before, mutation, look);
    touched.set(
      id,
      sentence && (after ?? before)
        ? {
            ...((after ?? before) as Shown<R>),
            saveError: { sentence, kind: mutation.rejection ? 'rejected' : 'retrying' },
          }
        : after,
    );
  }
  const untouched = confirmed.filter(({ id }) => !touched.has(id));
  const moved = [...touched.values()].filter((record) => record !== undefined);
  return merged(untouched, moved.sort(look.compare), look.compare);
}

function applied<R extends Identified>(
  record: Shown<R> | undefined,
  mutation: Mutation,
  look: Look<R>,
): Shown<R> | undefined {
  switch (mutation.kind) {
    case 'create':
      return mutation.fields as unknown as R;
    case 'update': {
      const base = record ?? look.blank?.(mutation);
      if (!base) return undefined;
      const next = { ...base, ...mutation.fields };
      return look.updated?.(next, mutation) ?? next;
    }
    case 'delete':
      // What the server refuses to delete is still there.
      return mutation.rejection ? record : undefined;
  }
}

/** The sorted list with `record` in its place, in that of whatever had its id. */
export function withRecord<R extends Identified>(
  records: readonly R[],
  record: R,
  compare: (a: R, b: R) => number,
): readonly R[] {
  return merged(withoutId(records, record.id), [record], compare);
}

/** The list without the record of this id. */
export const withoutId = <R extends Identified>(records: readonly R[], id: number): readonly R[] =>
  records.filter((record) => record.id !== id);

/** Two sorted lists as one. */
function merged<R>(a: readonly R[], b: readonly R[], compare: (a: R, b: R) => number): R[] {
  const all: R[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [left, right] = [a[i], b[j]];
    if (left === undefined) return [...all, ...b.slice(j)];
    if (right === undefined) return [...all, ...a.slice(i)];
    if (compare(left, right) <= 0) {
      all.push(left);
      i++;
    } else {
      all.push(right);
      j++;
    }
  }
}

const indexes = new WeakMap<readonly Identified[], ReadonlyMap<number, Identified>>();

/** The records by id; made once for a list, since ten thousand are asked for one at each mutation. */
export function byId<R extends Identified>(records: readonly R[]): ReadonlyMap<number, R> {
  let index = indexes.get(records) as ReadonlyMap<number, R> | undefined;
  if (!index) {
    index = new Map(records.map((record) => [record.id, record]));
    indexes.set(records, index);
  }
  return index;
}
