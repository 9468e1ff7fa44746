import type * as z from 'zod/mini';
import { browserStorage, onStoredElsewhere } from './browserStorage';
import { createListeners } from './externalStore';

/** What a person can be writing when a page is left. */
const KINDS = [
  'reflection',
  'note',
  'task',
  'taskLine',
  'taskTitle',
  'priority',
  'event',
  'dayPlan',
  'workingHours',
  'username',
  'shared',
] as const;
type DraftKind = (typeof KINDS)[number];

const prefixOf = (kind: DraftKind, userId: number) => `daymark.${kind}Draft.${userId}.`;

/** The storage key of a person's timer, with the note of the session that is running. */
export const timerKey = (userId: number): string => `daymark.focus.${userId}`;

/** The storage key of what a person opened last in the palette. */
export const recentKey = (userId: number): string => `daymark.recent.${userId}`;

/** The storage key of the suggestions that a person's /today showed last. */
export const suggestionsKey = (userId: number): string => `daymark.suggestions.${userId}`;

const listeners = createListeners();

/** Calls back when a draft changes, in this tab or in another. Returns a function that unsubscribes. */
export function onDraftChanged(listener: () => void): () => void {
  const unsubscribes = [listeners.subscribe(listener), onStoredElsewhere(undefined, listener)];
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
}

/** The name of a kind's only draft. */
const ONLY = 'open';

/**
 * What a person typed and has not saved, stored in this browser, so that a reload, a closed tab or a crash doesn't lose
 * it. All tabs see the same. A kind may have several drafts, by name. What doesn't match `schema` counts as no draft.
 */
export function createDrafts<T>(kind: DraftKind, schema: z.ZodMiniType<T>) {
  const parse = (stored: string | null): T | undefined => {
    try {
      return stored === null ? undefined : schema.safeParse(JSON.parse(stored)).data;
    } catch {
      return undefined;
    }
  };
  const keyOf = (userId: number, name: string) => prefixOf(kind, userId) + name;
  return {
    get: (userId: number, name: string = ONLY): T | undefined =>
      parse(browserStorage.get(keyOf(userId, name))),
    /** The names of a person's drafts of this kind. */
    names: (userId: number): string[] =>
      browserStorage
        .keys(prefixOf(kind, userId))
        .map((key) => key.slice(prefixOf(kind, userId).length)),
    /** Undefined deletes the draft. */
    set(userId: number, draft: T | undefined, name: string = ONLY): void {
      const key = keyOf(userId, name);
      if (draft === undefined) browserStorage.remove(key);
      else browserStorage.set(key, JSON.stringify(draft));
      listeners.notify();
    },
    /** A draft as it is stored: the same string as long as it doesn't change. `parse` reads it. */
    stored: (userId: number, name: string = ONLY): string | null =>
      browserStorage.get(keyOf(userId, name)),
    parse,
  };
}

/** Deletes all drafts of a person, their timer with its note, and what their screens showed last. */
export function deleteDrafts(userId: number): void {
  browserStorage.remove(timerKey(userId));
  browserStorage.remove(recentKey(userId));
  browserStorage.remove(suggestionsKey(userId));
  for (const kind of KINDS) browserStorage.removeAll(prefixOf(kind, userId));
}
