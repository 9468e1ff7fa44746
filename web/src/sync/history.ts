import type { CollectionName } from '@daymark/contract/changes';
import type { Identified, MutationRequest } from './mutation';

/** What a change was, as a toast says it: "Task deleted", and which one. */
export interface Said {
  title: string;
  about?: string | undefined;
}

/** Takes a change back, once: later calls do nothing. */
export type Undo = () => void;

/** So many changes can be taken back. */
const KEPT_MAX = 10;

interface HistoryOptions {
  /** A record as it is shown. */
  recordOf: (collection: CollectionName, id: number) => Identified | undefined;
  /** The record that an update begins with if there is none; undefined if it needs one. */
  blankOf: (request: MutationRequest) => Identified | undefined;
  mutate: (...requests: readonly MutationRequest[]) => void;
}

interface Entry {
  said: Said;
  undo: readonly MutationRequest[];
}

/**
 * The last changes that the person made in this tab, on whatever screen, for Ctrl Z. A toast that offers Undo takes back
 * the same entry. What other devices change, and what happens by itself, is not in it.
 */
export function createHistory({ recordOf, blankOf, mutate }: HistoryOptions) {
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
      return [{ ...request, fields: valuesIn(before, Object.keys(request.fields)) }];
    });

  /** Leaves out what is about records that another device has deleted: an undo brings back only what its change took. */
  function stillPossible(requests: readonly MutationRequest[]): MutationRequest[] {
    const made = new Set<string>();
    return requests.filter((request) => {
      const { kind, collection } = request;
      if (kind === 'create') {
        made.add(`${collection} ${request.record.id}`);
        return true;
      }
      return (
        made.has(`${collection} ${request.id}`) ||
        recordOf(collection, request.id) !== undefined ||
        blankOf(request) !== undefined
      );
    });
  }

  /** Whether it was still to be undone. */
  function takeBack(entry: Entry): boolean {
    if (undone.has(entry)) return false;
    undone.add(entry);
    entries = entries.filter((other) => other !== entry);
    const requests = stillPossible(entry.undo);
    mutate(...requests);
    return requests.length > 0;
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
      const entry = { said, undo };
      entries = [...entries, entry].slice(-KEPT_MAX);
      mutate(...requests);
      return () => void takeBack(entry);
    },

    /** Takes the last change back and returns what it was; undefined if there is none. */
    undoLast(): Said | undefined {
      for (const entry of entries.toReversed()) if (takeBack(entry)) return entry.said;
      return undefined;
    },
  };
}

/** Some fields of a record as they are. A field that it does not have is null: JSON can't say that it is missing. */
const valuesIn = (record: Identified, fields: readonly string[]): object => {
  const values = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(fields.map((field) => [field, values.get(field) ?? null]));
};
