import type { collections, CollectionName } from '@daymark/contract/changes';
import type * as z from 'zod/mini';

/** A record of a collection, with the contract's type. */
export type RecordOf<Name extends CollectionName> = z.output<(typeof collections)[Name]>;

/** The field that every record has. */
export interface Identified {
  id: number;
}

/**
 * One thing that a person did to one record. Sending it twice has the effect of sending it once: the browser chooses
 * the ids of records, and the server compares `editedAt` with later edits.
 */
export interface Mutation {
  /** A unique name, the same in every tab. */
  key: string;
  collection: CollectionName;
  kind: 'create' | 'update' | 'delete';
  recordId: number;
  /** The whole record of a create, the changed fields of an update, nothing of a delete. */
  fields: Readonly<Record<string, unknown>>;
  /** The texts of the record as the person saw them: those of `fields` in an update, all of them in a delete. */
  base?: Readonly<Record<string, unknown>>;
  /** The record whose mutations have to be accepted before this one is sent. */
  follows?: RecordRef;
  /** ISO 8601, by the server's clock as far as it is known. */
  editedAt: string;
  /** A create that undoes a delete. */
  restore?: true;
  /** Why the server rejected it. It stays until the person retries or discards it. */
  rejection?: string;
  /** The question that the rejection asks the person, if it is one. */
  asks?: Question;
  /** The keys of the rejected mutations that it took the place of. Another tab may still have them. */
  replaces?: readonly string[];
}

/**
 * A question to the person: to delete a record that another device has changed, or to bring a record back that another
 * device has deleted, with what was written here.
 */
export type Question = 'delete' | 'restore';

/** A mutation as a feature requests it. */
export type MutationRequest =
  | {
      kind: 'create';
      collection: CollectionName;
      record: Identified;
      restore?: boolean;
      /** A restored record as the person saw it. Without it, `record`. */
      base?: object;
      /** The new record that this one belongs to: if that is not created, neither is this one. */
      follows?: RecordRef;
    }
  | {
      kind: 'update';
      collection: CollectionName;
      id: number;
      fields: object;
      /** The record as the person saw it when they began to edit it. Without it, as it is shown now. */
      base?: object;
    }
  | {
      kind: 'delete';
      collection: CollectionName;
      id: number;
      /** The deleted record that this one belongs to: if that is not deleted, neither is this one. */
      follows?: RecordRef;
    };

/** Requests, and those that take them back. Without `undo`, what the requests change is set back to how it was. */
export interface Change {
  requests: readonly MutationRequest[];
  undo?: readonly MutationRequest[] | undefined;
}

/** Names a record. */
export interface RecordRef {
  collection: CollectionName;
  id: number;
}

/** The keys under which tabs may have a mutation. */
export const keysOf = ({ key, replaces = [] }: Mutation): string[] => [key, ...replaces];

/**
 * Why a record shown differs from the server's.
 * @public The compiler names it in the types of others' functions.
 */
export interface SaveErrorInfo {
  sentence: string;
  /** `rejected` waits for the person; `retrying` is sent again by itself. */
  kind: 'rejected' | 'retrying';
  asks?: Question | undefined;
}

/** A record as screens show it: with its pending mutations applied. */
export type Shown<R> = R & { saveError?: SaveErrorInfo };

/** How a collection is ordered, and what its mutations do before the server has confirmed them. */
export interface RecordRules<R extends Identified> {
  /** The order of the list, the server's. */
  compare: (a: R, b: R) => number;
  /** The record that a create makes: an older version of the app may have queued one without the newest fields. */
  created?: (fields: Mutation['fields']) => R;
  /** The record with what the server will change besides the fields of an update. */
  updated?: (record: R, mutation: Mutation) => R;
  /** The record that an update creates if there is none. */
  blank?: (mutation: Pick<Mutation, 'recordId' | 'fields'>) => R;
}

/**
 * The confirmed records with the pending mutations applied in order. Nothing is ever rolled back: a discarded mutation
 * is simply missing in `changes`. `retrying` has the server's last sentence of each retried mutation, by its key.
 */
export function shownRecords<R extends Identified>(
  confirmed: readonly R[],
  changes: readonly Mutation[],
  rules: RecordRules<R>,
  retrying: ReadonlyMap<string, string> = new Map(),
): readonly Shown<R>[] {
  if (changes.length === 0) return confirmed;
  const touched = new Map<number, Shown<R> | undefined>(
    changes.map(({ recordId }) => [recordId, undefined]),
  );
  const shown: Shown<R>[] = [];
  for (const record of confirmed)
    if (touched.has(record.id)) touched.set(record.id, record);
    else shown.push(record);
  for (const mutation of changes) {
    const id = mutation.recordId;
    const before = touched.get(id);
    const sentence = mutation.rejection ?? retrying.get(mutation.key);
    const after = applied(before, mutation, rules);
    touched.set(
      id,
      sentence && (after ?? before)
        ? {
            ...((after ?? before) as Shown<R>),
            saveError: {
              sentence,
              kind: mutation.rejection ? 'rejected' : 'retrying',
              ...(mutation.asks && { asks: mutation.asks }),
            },
          }
        : after,
    );
  }
  for (const record of touched.values()) if (record) insert(shown, record, rules.compare);
  return shown;
}

function applied<R extends Identified>(
  record: Shown<R> | undefined,
  mutation: Mutation,
  rules: RecordRules<R>,
): Shown<R> | undefined {
  switch (mutation.kind) {
    case 'create':
      return rules.created?.(mutation.fields) ?? (mutation.fields as unknown as R);
    case 'update': {
      const base = record ?? rules.blank?.(mutation);
      if (!base) return undefined;
      const next = { ...base, ...mutation.fields };
      return rules.updated?.(next, mutation) ?? next;
    }
    case 'delete':
      // If the server rejected the delete, the record still exists.
      return mutation.rejection ? record : undefined;
  }
}

/** The sorted list with `record` in its place, without an older record of the same id. */
export function withRecord<R extends Identified>(
  records: readonly R[],
  record: R,
  compare: (a: R, b: R) => number,
): readonly R[] {
  const others = withoutId(records, record.id);
  insert(others, record, compare);
  return others;
}

/** The list without the record of this id. */
export const withoutId = <R extends Identified>(records: readonly R[], id: number): R[] =>
  records.filter((record) => record.id !== id);

/** Records are what JSON can say. Their fields can be in another order. */
export function isSameRecord(a: Identified, b: Identified): boolean {
  if (a.id !== b.id) return false;
  const fields = Object.entries(a);
  const others = new Map<string, unknown>(Object.entries(b));
  return (
    fields.length === others.size &&
    fields.every(([name, value]) => isSameValue(value, others.get(name)))
  );
}

/** Whether two values are the same as JSON. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** Puts a record in its place in a sorted list. */
function insert<R>(records: R[], record: R, compare: (a: R, b: R) => number): void {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(records[middle] as R, record) <= 0) low = middle + 1;
    else high = middle;
  }
  records.splice(low, 0, record);
}

/** The records by id. */
export const byId = <R extends Identified>(records: readonly R[]): ReadonlyMap<number, R> =>
  new Map(records.map((record) => [record.id, record]));

/** The record of an id, if there is one. */
export const withId = <R extends Identified>(
  records: readonly R[] = [],
  id: number,
): R | undefined => records.find((record) => record.id === id);
