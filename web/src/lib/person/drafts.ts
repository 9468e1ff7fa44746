import type * as z from 'zod/mini';
import { browserStorage, onStoredElsewhere } from '../browser/browserStorage';
import { createListeners } from '../browser/externalStore';
import { ANY_TAB, tabId, withOpenTabs } from '../browser/tabId';
import type { LocalDay } from '../time/dates';

/** The kinds of input that can be unsaved when a page is left. */
type DraftKind =
  | 'reflection'
  | 'weekReview'
  | 'note'
  | 'task'
  | 'taskLine'
  | 'taskTitle'
  | 'priority'
  | 'event'
  | 'session'
  | 'dayPlan'
  | 'dayClose'
  | 'workingHours'
  | 'lunchBreak'
  | 'workQuestion'
  | 'username'
  | 'shared';

/** The kinds that all tabs share: how far a day is planned and closed, and a name that is being sent to the server. */
const BROWSER_KINDS: readonly DraftKind[] = ['dayPlan', 'dayClose', 'username'];

const isOfBrowser = (key: string) => BROWSER_KINDS.some((kind) => key.includes(`.${kind}Draft.`));

const prefixOf = (userId: number) => `daymark.drafts.${userId}.`;

/** Returns the storage key of a person's timer, with the note of the running focus session. */
export const timerKey = (userId: number): string => `daymark.focus.${userId}`;

/** Returns the storage key of what a person opened last in the palette. */
export const recentKey = (userId: number): string => `daymark.recent.${userId}`;

/** Returns the storage key of the suggestions that a person's /today showed last. */
export const suggestionsKey = (userId: number): string => `daymark.suggestions.${userId}`;

/** Returns the storage key of the day on which a person hid the line about their unconfirmed address. */
export const addressLineKey = (userId: number): string => `daymark.addressLine.${userId}`;

/** Returns the storage key of the week whose review a person didn't want to be offered. */
export const reviewOfferKey = (userId: number): string => `daymark.reviewOffer.${userId}`;

/** Returns the storage key of the last week whose planning a person ended, or didn't want to be offered. */
export const planOfferKey = (userId: number): string => `daymark.planOffer.${userId}`;

/** Returns the storage key of a person's choice to get reminders in this browser. It outlives an expired session. */
export const remindersKey = (userId: number): string => `daymark.reminders.${userId}`;

/** Returns the storage key of the moment until which this browser's open pages have shown a person's reminders. */
export const shownRemindersKey = (userId: number): string => `daymark.shownReminders.${userId}`;

/** Hides the offer of a week and of earlier weeks in this browser. */
export function hideWeekOffer(key: string, week: LocalDay): void {
  if (!isWeekOfferHidden(key, week)) browserStorage.set(key, week);
}

/** Returns whether the offer of a week is hidden in this browser. */
export const isWeekOfferHidden = (key: string, week: LocalDay): boolean =>
  (browserStorage.get(key) ?? '') >= week;

/** The name of a draft if its kind has only one. */
const ONLY = 'open';

/** The browser functions that drafts need. The tests' simulator replaces them. */
interface DraftPlatform {
  storage: typeof browserStorage;
  tabId: () => string;
  withOpenTabs: typeof withOpenTabs;
}

/** Opens the drafts of a tab. */
export function openDrafts({ storage, tabId, withOpenTabs }: DraftPlatform) {
  const keyOf = (userId: number, kind: DraftKind, name: string) =>
    `${prefixOf(userId)}${BROWSER_KINDS.includes(kind) ? ANY_TAB : tabId()}.${kind}Draft.${name}`;

  const listeners = createListeners();

  /**
   * The keys that a form has read and found empty. No draft may be moved to such a key, because the form would
   * overwrite the draft.
   */
  const foundEmpty = new Set<string>();

  /** Calls back when a draft changes, in this tab or in another. Returns a function that unsubscribes. */
  function onDraftChanged(listener: () => void): () => void {
    const unsubscribes = [listeners.subscribe(listener), onStoredElsewhere(undefined, listener)];
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  }

  /**
   * Creates the drafts of one kind: what a person typed and has not saved. Drafts are stored in this browser, so that a
   * reload, a closed tab or a crash doesn't lose them. A draft belongs to its tab until the tab is closed. A kind may
   * have several drafts, by name. A stored value that doesn't match `schema` counts as no draft.
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
      /** Returns the names of a person's drafts of this kind. */
      names(userId: number): string[] {
        const prefix = keyOf(userId, kind, '');
        return storage.keys(prefix).map((key) => key.slice(prefix.length));
      },
      /** Stores a draft, or deletes it if `draft` is undefined. */
      set(userId: number, draft: T | undefined, name: string = ONLY): void {
        const key = keyOf(userId, kind, name);
        if (draft === undefined) storage.remove(key);
        else storage.set(key, JSON.stringify(draft));
        listeners.notify();
      },
      /** Returns a draft as it is stored. The string stays the same as long as the draft does. `parse` reads it. */
      stored: (userId: number, name: string = ONLY): string | null =>
        storage.get(keyOf(userId, kind, name)),
      parse,
    };
  }

  /**
   * Moves the drafts of a person's closed tabs to this tab, those of the latest tab first. A draft stays where it is if
   * this tab has a draft of the same kind and name. Must be called before a screen reads drafts.
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

  /** Returns a person's drafts of all tabs as they are stored, each with its key. */
  const storedDrafts = (userId: number): [key: string, text: string][] =>
    storage.keys(prefixOf(userId)).map((key) => [key, storage.get(key) ?? '']);

  /** Stores drafts that `storedDrafts` returned. A draft that has been written since stays. */
  function putBackDrafts(drafts: Iterable<readonly [key: string, text: string]>): void {
    for (const [key, text] of drafts) if (storage.get(key) === null) storage.set(key, text);
    listeners.notify();
  }

  /** Deletes all drafts of a person, their timer with its note, their recent entries, suggestions and hidden offers. */
  function deleteDrafts(userId: number): void {
    storage.remove(timerKey(userId));
    storage.remove(recentKey(userId));
    storage.remove(suggestionsKey(userId));
    storage.remove(addressLineKey(userId));
    storage.remove(reviewOfferKey(userId));
    storage.remove(shownRemindersKey(userId));
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
