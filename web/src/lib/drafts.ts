import { browserStorage, onStoredElsewhere } from './browserStorage';
import { createListeners } from './externalStore';

const KINDS = ['reflection', 'note'] as const;

const prefixOf = (kind: (typeof KINDS)[number], userId: number) =>
  `daymark.${kind}Draft.${userId}.`;

/** The storage key of a person's draft of one day's reflection. */
export const draftKey = (userId: number, day: string): string =>
  prefixOf('reflection', userId) + day;

/** The storage key of the note that a person is writing: the one in the open dialog. */
export const noteDraftKey = (userId: number): string => `${prefixOf('note', userId)}open`;

/** The storage key of a person's timer, with the note of the session that is running. */
export const timerKey = (userId: number): string => `daymark.focus.${userId}`;

const EMPTY = '{}';

const listeners = createListeners();

/** What was typed and not saved, for each person; all screens and tabs see the same. Drafts are JSON objects. */
export const drafts = {
  subscribe(listener: () => void): () => void {
    const unsubscribes = [listeners.subscribe(listener), onStoredElsewhere(undefined, listener)];
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  },
  get: (key: string): string | null => browserStorage.get(key),
  set(key: string, value: string): void {
    if (value === EMPTY) browserStorage.remove(key);
    else browserStorage.set(key, value);
    listeners.notify();
  },
};

/** Deletes all drafts of a person, and their timer with its note. */
export function deleteDrafts(userId: number): void {
  browserStorage.remove(timerKey(userId));
  for (const kind of KINDS) browserStorage.removeAll(prefixOf(kind, userId));
}
