import type { CollectionName } from '@daymark/contract/changes';
import { textFields } from '@daymark/contract/texts';
import { isSameValue, type Identified, type MutationRequest } from '../domain/mutation';

/** What a change was, as a toast says it: "Task deleted", and which one. */
export interface Said {
  title: string;
  about?: string | undefined;
}

/** A change that was taken back. `leftAlone`: not all of it, because something was changed since. */
type Undone = Said & { leftAlone?: true };

/** Takes a change back, once: later calls do nothing. */
export type Undo = () => void;

/** At most this many changes can be taken back. */
const KEPT_MAX = 10;

interface HistoryOptions {
  /** A record as it is shown. */
  recordOf: (collection: CollectionName, id: number) => Identified | undefined;
  /** The steps of a task; of any other record nothing. */
  stepsOf: (collection: CollectionName, id: number) => readonly Identified[];
  /** The record that an update begins with if there is none; undefined if it needs one. */
  blankOf: (request: MutationRequest) => Identified | undefined;
  mutate: (...requests: readonly MutationRequest[]) => void;
  /** Called when an Undo has left alone what was changed since. */
  onLeftAlone: (said: Said) => void;
}

interface Entry {
  said: Said;
  requests: readonly MutationRequest[];
  undo: readonly MutationRequest[];
}

/** The fields that a change wrote, by record. */
type Written = ReadonlyMap<string, object>;

const nameOf = (collection: CollectionName, id: number) => `${collection} ${id}`;

/**
 * The last changes that the person made in this tab, on whatever screen, for Ctrl Z. A toast that offers Undo takes back
 * the same entry. What other devices change, and what happens by itself, is not in it.
 */
export function createHistory({ recordOf, stepsOf, blankOf, mutate, onLeftAlone }: HistoryOptions) {
  let entries: readonly Entry[] = [];
  const undone = new WeakSet<Entry>();

  /** What sets everything back to how it is now, the last request first. */
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
   * The requests of an undo that still take back what its change did: a field only while it has what the change wrote, a
   * new record only while its texts are as they were written and it has no further step, a deleted one only while it is not
   * back.
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
        // Another device may have deleted it.
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

  /** Takes a change back. Returns what it was; undefined if there was nothing left to undo. */
  function takeBack(entry: Entry): Undone | undefined {
    if (undone.has(entry)) return undefined;
    undone.add(entry);
    entries = entries.filter((other) => other !== entry);
    const { valid, isLeftAlone } = stillValid(entry);
    mutate(...valid);
    if (isLeftAlone) onLeftAlone(entry.said);
    if (isLeftAlone) return { ...entry.said, leftAlone: true };
    return valid.length > 0 ? entry.said : undefined;
  }

  return {
    /**
     * Makes a change that can be undone. `undo` is what takes it back; without it, what the requests change is set back
     * to how it was.
     */
    change(
      said: Said,
      requests: readonly MutationRequest[],
      undo: readonly MutationRequest[] = inverseOf(requests),
    ): Undo {
      const entry = { said, requests, undo };
      entries = [...entries, entry].slice(-KEPT_MAX);
      mutate(...requests);
      return () => void takeBack(entry);
    },

    /** Takes the last change back and returns what it was; undefined if there is none. */
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

/** Some fields of a record as they are. A field that it does not have is null: JSON can't say that it is missing. */
const valuesIn = (record: Identified, fields: readonly string[]): object => {
  const values = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(fields.map((field) => [field, values.get(field) ?? null]));
};
