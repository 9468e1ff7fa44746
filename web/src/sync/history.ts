import type { CollectionName } from '@daymark/contract/changes';
import { textFields } from '@daymark/contract/texts';
import { isSameValue, type Identified, type MutationRequest } from '../domain/mutation';

/** A change as a toast describes it: a title such as "Task deleted", and the record it is about. */
export interface ChangeText {
  title: string;
  about?: string | undefined;
}

/** An undone change. `leftAlone` means that part of the change stays, because something was changed again later. */
type Undone = ChangeText & { leftAlone?: true };

/** Undoes a change. Only the first call has an effect. */
export type Undo = () => void;

/** At most this many changes can be undone with Ctrl Z. */
const KEPT_MAX = 10;

interface HistoryOptions {
  /** Returns a record as it is shown. */
  recordOf: (collection: CollectionName, id: number) => Identified | undefined;
  /** Returns the steps of a task, or an empty list for any other record. */
  stepsOf: (collection: CollectionName, id: number) => readonly Identified[];
  /** Returns the blank record that an update may start from, or undefined if the update needs an existing record. */
  blankOf: (request: MutationRequest) => Identified | undefined;
  mutate: (...requests: readonly MutationRequest[]) => void;
  /** Called when an undo left something alone because it was changed later. */
  onLeftAlone: (text: ChangeText) => void;
}

interface Entry {
  text: ChangeText;
  requests: readonly MutationRequest[];
  undo: readonly MutationRequest[];
}

/** The fields that a change wrote, by record. */
type Written = ReadonlyMap<string, object>;

const nameOf = (collection: CollectionName, id: number) => `${collection} ${id}`;

/**
 * Creates the undo history of one tab, for Ctrl Z on any screen. A toast's Undo takes back the same entry. The history
 * doesn't contain automatic changes or changes from other devices.
 */
export function createHistory({ recordOf, stepsOf, blankOf, mutate, onLeftAlone }: HistoryOptions) {
  let entries: readonly Entry[] = [];
  const undone = new WeakSet<Entry>();

  /** Returns the requests that restore the current state, in reverse order. */
  const inverseOf = (requests: readonly MutationRequest[]): MutationRequest[] =>
    requests.toReversed().flatMap((request): MutationRequest[] => {
      const { kind, collection } = request;
      if (kind === 'create') return [{ kind: 'delete', collection, id: request.record.id }];
      const before = recordOf(collection, request.id) ?? blankOf(request);
      if (!before) return [];
      if (kind === 'delete') return [{ kind: 'create', collection, record: before, restore: true }];
      const fields = valuesIn(before, Object.keys(request.fields));
      return [{ kind, collection, id: request.id, fields }];
    });

  /**
   * Returns the requests of an undo that are still valid. A field is reset only while it has the value that the change
   * wrote. A new record is deleted only while its texts are as written and it has no further step. A deleted record is
   * restored only while it is still deleted.
   */
  function stillValid({ requests, undo }: Entry): {
    valid: MutationRequest[];
    isLeftAlone: boolean;
  } {
    const written: Written = writtenBy(requests);
    let isLeftAlone = false;
    const made = new Set<string>();
    const valid = undo.flatMap((request): MutationRequest[] => {
      const { kind, collection } = request;
      const id = kind === 'create' ? request.record.id : request.id;
      const now = recordOf(collection, id);
      if (kind === 'create') {
        made.add(nameOf(collection, id));
        if (!now) return [request];
        isLeftAlone = true;
        return [];
      }
      const wrote = written.get(nameOf(collection, id)) ?? {};
      if (kind === 'delete') {
        const isChanged =
          now &&
          (textFields[collection].some((field) => differs(wrote, now, field)) ||
            stepsOf(collection, id).some((step) => !written.has(nameOf(collection, step.id))));
        if (isChanged) isLeftAlone = true;
        // Another device may have deleted the record.
        return isChanged || !now ? [] : [request];
      }
      const before = now ?? blankOf(request);
      if (!before) return made.has(nameOf(collection, id)) ? [request] : [];
      const changed = Object.keys(request.fields).filter((field) => differs(wrote, before, field));
      if (changed.length === 0) return [request];
      isLeftAlone = true;
      const fields = Object.fromEntries(
        Object.entries(request.fields).filter(([field]) => !changed.includes(field)),
      );
      const isEmpty = !Object.keys(fields).some((field) => field in wrote);
      return isEmpty ? [] : [{ ...request, fields }];
    });
    return { valid, isLeftAlone };
  }

  /**
   * Undoes a change. Returns the change's description, or undefined if the change was undone before or its records are
   * gone.
   */
  function takeBack(entry: Entry): Undone | undefined {
    if (undone.has(entry)) return undefined;
    undone.add(entry);
    entries = entries.filter((other) => other !== entry);
    const { valid, isLeftAlone } = stillValid(entry);
    mutate(...valid);
    if (isLeftAlone) onLeftAlone(entry.text);
    if (isLeftAlone) return { ...entry.text, leftAlone: true };
    return valid.length > 0 ? entry.text : undefined;
  }

  return {
    /**
     * Makes a change that can be undone. `undo` has the requests that undo the change. By default, these requests
     * restore the fields and records as they are before the change.
     */
    change(
      text: ChangeText,
      requests: readonly MutationRequest[],
      undo: readonly MutationRequest[] = inverseOf(requests),
    ): Undo {
      const entry = { text, requests, undo };
      entries = [...entries, entry].slice(-KEPT_MAX);
      mutate(...requests);
      return () => void takeBack(entry);
    },

    /**
     * Undoes the last change that can still be undone. Returns the change's description, or undefined if no change can
     * be undone.
     */
    undoLast(): Undone | undefined {
      for (const entry of entries.toReversed()) {
        const taken = takeBack(entry);
        if (taken) return taken;
      }
      return undefined;
    },
  };
}

function writtenBy(requests: readonly MutationRequest[]): Written {
  const written = new Map<string, object>();
  for (const request of requests) {
    if (request.kind === 'delete') continue;
    const id = request.kind === 'create' ? request.record.id : request.id;
    const fields = request.kind === 'create' ? request.record : request.fields;
    const name = nameOf(request.collection, id);
    written.set(name, { ...written.get(name), ...fields });
  }
  return written;
}

/** Whether a field that a change wrote has another value now. */
const differs = (wrote: object, now: object, field: string): boolean =>
  field in wrote &&
  field in now &&
  !isSameValue(Reflect.get(wrote, field), Reflect.get(now, field));

/** Returns the values of some fields of a record. A missing field is null, because JSON has no undefined. */
const valuesIn = (record: Identified, fields: readonly string[]): object => {
  const values = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(fields.map((field) => [field, values.get(field) ?? null]));
};
