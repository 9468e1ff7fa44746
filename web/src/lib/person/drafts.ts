import type * as z from 'zod/mini';
import { browserStorage, onStoredElsewhere } from '../browser/browserStorage';
import { createListeners } from '../browser/externalStore';
import { ANY_TAB, tabId, withOpenTabs } from '../browser/tabId';

/** What a person can be writing when a page is left. */
type DraftKind =
  | 'reflection'
  | 'note'
  | 'task'
  | 'taskLine'
  | 'taskTitle'
  | 'priority'
  | 'event'
  | 'dayPlan'
  | 'workingHours'
  | 'username'
  | 'shared';

/** The kinds that all tabs share: how far a day is planned, and a name that is on its way to the server. */
const BROWSER_KINDS: readonly DraftKind[] = ['dayPlan', 'username'];

const isOfBrowser = (key: string) => BROWSER_KINDS.some((kind) => key.includes(`.${kind}Draft.`));

const prefixOf = (userId: number) => `daymark.drafts.${userId}.`;

/** The storage key of a person's timer, with the note of the session that is running. */
export const timerKey = (userId: number): string => `daymark.focus.${userId}`;

/** The storage key of what a person opened last in the palette. */
export const recentKey = (userId: number): string => `daymark.recent.${userId}`;

/** The storage key of the suggestions that a person's /today showed last. */
export const suggestionsKey = (userId: number): string => `daymark.suggestions.${userId}`;

/** The name of a kind's only draft. */
const ONLY = 'open';

/** What drafts need of the browser. The simulator of the tests has its own. */
interface DraftPlatform {
  storage: typeof browserStorage;
  tabId: () => string;
  withOpenTabs: typeof withOpenTabs;
}

/** The drafts of a tab. */
export function openDrafts({ storage, tabId, withOpenTabs }: DraftPlatform) {
  const keyOf = (userId: number, kind: DraftKind, name: string) =>
    `${prefixOf(userId)}${BROWSER_KINDS.includes(kind) ? ANY_TAB : tabId()}.${kind}Draft.${name}`;

  const listeners = createListeners();

  /** The keys that a form has read and found empty. It would write over a draft that came there later. */
  const foundEmpty = new Set<string>();

  /** Calls back when a draft changes, in this tab or in another. Returns a function that unsubscribes. */
  function onDraftChanged(listener: () => void): () => void {
    const unsubscribes = [listeners.subscribe(listener), onStoredElsewhere(undefined, listener)];
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  }

  /**
   * What a person typed and has not saved, stored in this browser, so that a reload, a closed tab or a crash doesn't lose
   * it. A draft belongs to its tab until that is closed. A kind may have several drafts, by name. What doesn't match
   * `schema` counts as no draft.
   */
  function createDrafts<T>(kind: DraftKind, schema: z.ZodMiniType<T>) {
    const parse = (stored: string | null): T | undefined => {
      try {
        return stored === null ? undefined : schema.safeParse(JSON.parse(stored)).data;
      } catch {
        return undefined;
      }
    };
    return {
      get(userId: number, name: string = ONLY): T | undefined {
        const key = keyOf(userId, kind, name);
        const stored = storage.get(key);
        if (stored === null) foundEmpty.add(key);
        return parse(stored);
      },
      /** The names of a person's drafts of this kind. */
      names(userId: number): string[] {
        const prefix = keyOf(userId, kind, '');
        return storage.keys(prefix).map((key) => key.slice(prefix.length));
      },
      /** Undefined deletes the draft. */
      set(userId: number, draft: T | undefined, name: string = ONLY): void {
        const key = keyOf(userId, kind, name);
        if (draft === undefined) storage.remove(key);
        else storage.set(key, JSON.stringify(draft));
        listeners.notify();
      },
      /** A draft as it is stored: the same string as long as it doesn't change. `parse` reads it. */
      stored: (userId: number, name: string = ONLY): string | null =>
        storage.get(keyOf(userId, kind, name)),
      parse,
    };
  }

  /**
   * Gives this tab the drafts of a person's tabs that are closed, the last one first, where it has none itself. To be called
   * before a screen reads drafts.
   */
  async function adoptDrafts(userId: number): Promise<void> {
    foundEmpty.clear();
    await withOpenTabs((isOpen) => {
      for (const key of storage.keys(prefixOf(userId)).sort().reverse()) {
        const [tab = '', ...rest] = key.slice(prefixOf(userId).length).split('.');
        if (isOfBrowser(key) || isOpen(tab)) continue;
        const ownKey = `${prefixOf(userId)}${tabId()}.${rest.join('.')}`;
        if (storage.get(ownKey) !== null || foundEmpty.has(ownKey)) continue;
        storage.set(ownKey, storage.take(key) ?? '');
      }
    });
    listeners.notify();
  }

  /** A person's drafts of all tabs, as they are stored: each with its key. */
  const storedDrafts = (userId: number): [key: string, text: string][] =>
    storage.keys(prefixOf(userId)).map((key) => [key, storage.get(key) ?? '']);

  /** Stores what `storedDrafts` returned. A draft that was written since stays. */
  function putBackDrafts(drafts: Iterable<readonly [key: string, text: string]>): void {
    for (const [key, text] of drafts) if (storage.get(key) === null) storage.set(key, text);
    listeners.notify();
  }

  /** Deletes all drafts of a person, their timer with its note, and what their screens showed last. */
  function deleteDrafts(userId: number): void {
    storage.remove(timerKey(userId));
    storage.remove(recentKey(userId));
    storage.remove(suggestionsKey(userId));
    storage.removeAll(prefixOf(userId));
    listeners.notify();
  }

  return { onDraftChanged, createDrafts, adoptDrafts, storedDrafts, putBackDrafts, deleteDrafts };
}

export const {
  onDraftChanged,
  createDrafts,
  adoptDrafts,
  storedDrafts,
  putBackDrafts,
  deleteDrafts,
} = openDrafts({ storage: browserStorage, tabId, withOpenTabs });
