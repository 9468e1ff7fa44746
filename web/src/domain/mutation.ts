import type { collections, CollectionName } from '@daymark/contract/changes';
import type * as z from 'zod/mini';

/** A record of a collection, with the contract's type. */
export type RecordOf<Name extends CollectionName> = z.output<(typeof collections)[Name]>;

/** The field that every record has. */
export interface Identified {
  id: number;
}

/**
 * One thing that a person did to one record. Sending a mutation twice has the same effect as sending it once. The
 * browser chooses the ids of records. The server compares `editedAt` with the times of other edits.
 */
export interface Mutation {
  /** A unique key, the same in every tab. */
  key: string;
  collection: CollectionName;
  kind: 'create' | 'update' | 'delete';
  recordId: number;
  /** The whole record for a create, the changed fields for an update, and nothing for a delete. */
  fields: Readonly<Record<string, unknown>>;
  /**
   * The record's texts as the person saw them. In an update, these are only the texts that the update changes. In a
   * delete, these are all of the record's texts.
   */
  base?: Readonly<Record<string, unknown>>;
  /** The record whose mutations must be accepted before this one is sent. */
  follows?: RecordRef;
  /** When the person made the edit, ISO 8601, by the server's clock as far as it is known. */
  editedAt: string;
  /** Set on a create that undoes a delete. */
  restore?: true;
  /** Why the server rejected the mutation. A rejected mutation stays until the person retries or discards it. */
  rejection?: string;
  /** The question that the rejection asks the person, if it asks one. */
  asks?: Question;
  /** Keys of the rejected mutations that this one replaces. Another tab may still have the rejected mutations. */
  replaces?: readonly string[];
}

/**
 * A question to the person. `delete` asks whether to delete a record that another device has changed. `restore` asks
 * whether to restore a record that another device has deleted, with what was written here.
 */
export type Question = 'delete' | 'restore';

/** A mutation as a feature requests it. */
export type MutationRequest =
  | {
      kind: 'create';
      collection: CollectionName;
      record: Identified;
      restore?: boolean;
      /** A restored record as the person saw it. Defaults to `record`. */
      base?: object;
      /** The new record that this one belongs to. If that record isn't created, this one isn't either. */
      follows?: RecordRef;
    }
  | {
      kind: 'update';
      collection: CollectionName;
      id: number;
      fields: object;
      /** The record as the person saw it when they began to edit it. Defaults to the record as it is shown now. */
      base?: object;
    }
  | {
      kind: 'delete';
      collection: CollectionName;
      id: number;
      /** The deleted record that this one belongs to. If that record isn't deleted, this one isn't either. */
      follows?: RecordRef;
    };

/**
 * Requests that are applied together, and the requests that undo them. Without `undo`, Undo restores what the requests
 * changed.
 */
export interface Change {
  requests: readonly MutationRequest[];
  undo?: readonly MutationRequest[] | undefined;
}

/** Names a record. */
export interface RecordRef {
  collection: CollectionName;
  id: number;
}

/** Returns all keys under which a tab may have this mutation. */
export const keysOf = ({ key, replaces = [] }: Mutation): string[] => [key, ...replaces];

/**
 * Says why a shown record differs from the server's.
 * @public TypeScript names this type in the inferred types of other modules' functions.
 */
export interface SaveErrorInfo {
  sentence: string;
  /** A `rejected` mutation waits for the person. A `retrying` mutation is sent again by itself. */
  kind: 'rejected' | 'retrying';
  asks?: Question | undefined;
}

/** A record as screens show it, with its pending mutations applied. */
export type Shown<R> = R & { saveError?: SaveErrorInfo };

/** The order of a collection, and what its mutations do before the server has confirmed them. */
export interface RecordRules<R extends Identified> {
  /** Sorts the list as the server does. */
  compare: (a: R, b: R) => number;
  /**
   * Returns the record of a create, with defaults for missing fields. A create that an older version of the app queued
   * lacks the newest fields.
   */
  created?: (fields: Mutation['fields']) => R;
  /** Returns the record with what the server will change in addition to an update's fields. */
  updated?: (record: R, mutation: Mutation) => R;
  /** Returns the record that an update creates if there is none. */
  blank?: (mutation: Pick<Mutation, 'recordId' | 'fields'>) => R;
}

/**
 * Returns the confirmed records with the pending mutations applied in order. Nothing is ever rolled back, because a
 * discarded mutation is simply missing from `changes`. `retrying` maps the key of each retried mutation to the server's
 * last error text.
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

/** Returns the sorted list with `record` in order, in place of an older record with the same id. */
export function withRecord<R extends Identified>(
  records: readonly R[],
  record: R,
  compare: (a: R, b: R) => number,
): readonly R[] {
  const others = withoutId(records, record.id);
  insert(others, record, compare);
  return others;
}

/** Returns the list without the record that has this id. */
export const withoutId = <R extends Identified>(records: readonly R[], id: number): R[] =>
  records.filter((record) => record.id !== id);

/** Whether two records are equal. Records hold only JSON values, and their fields may be in a different order. */
export function isSameRecord(a: Identified, b: Identified): boolean {
  if (a.id !== b.id) return false;
  const fields = Object.entries(a);
  const others = new Map<string, unknown>(Object.entries(b));
  return (
    fields.length === others.size &&
    fields.every(([name, value]) => isSameValue(value, others.get(name)))
  );
}

/** Whether two values are equal as JSON. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** Inserts a record into a sorted list. */
function insert<R>(records: R[], record: R, compare: (a: R, b: R) => number): void {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(records[middle] as R, record) <= 0) low = middle + 1;
    else high = middle;
  }
  records.splice(low, 0, record);
}

/** Returns the records by id. */
export const byId = <R extends Identified>(records: readonly R[]): ReadonlyMap<number, R> =>
  new Map(records.map((record) => [record.id, record]));

/** Returns the record with this id, if there is one. */
export const withId = <R extends Identified>(
  records: readonly R[] = [],
  id: number,
): R | undefined => records.find((record) => record.id === id);
