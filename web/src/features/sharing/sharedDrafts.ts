import { newId } from '@daymark/contract/primitives';
import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { tabStorage } from '../../lib/browser/browserStorage';
import { createDrafts, onDraftChanged } from '../../lib/person/drafts';
import { createStore } from '../../lib/browser/externalStore';
import type { SharedTexts } from './sharedText';

/**
 * A shared text until it is saved or discarded. `id` is the id of the record that it becomes, so that saving it twice
 * creates one record.
 */
const SharedDraft = z.object({
  id: z.int(),
  kind: z.enum(['task', 'note']),
  task: z.string(),
  title: z.string(),
  content: z.string(),
});
export type SharedDraft = z.infer<typeof SharedDraft>;

const drafts = createDrafts('shared', SharedDraft);

/** The names of the drafts that this tab asks about. */
const askedAbout = createStore<readonly string[]>([]);

/** Prefix of the keys under which this tab keeps shared texts until it is known who is signed in. */
const KEPT_PREFIX = 'daymark.shared.';

/** Keeps a shared text in this tab, also through a sign-in, for the person who is signed in afterwards. */
export function keepShared(texts: SharedTexts): void {
  const id = newId();
  tabStorage.set(`${KEPT_PREFIX}${id}`, JSON.stringify({ id, ...texts }));
}

/** Whether this tab keeps a shared text for the person who signs in. */
export const hasKeptShared = (): boolean => tabStorage.keys(KEPT_PREFIX).length > 0;

/** Turns the texts that this tab keeps into the person's drafts. Drafts outlive the tab, and logout deletes them. */
function claimShared(userId: number): void {
  for (const key of tabStorage.keys(KEPT_PREFIX)) {
    const draft = drafts.parse(tabStorage.take(key));
    if (draft) storeShared(userId, draft);
  }
  askedAbout.set(drafts.names(userId));
}

/**
 * Returns a shared text to ask the person about, if there is one. The text came to this tab, or was left in this
 * browser.
 */
export function useSharedDraft(userId: number): SharedDraft | undefined {
  useEffect(() => claimShared(userId), [userId]);
  const names = useSyncExternalStore(askedAbout.subscribe, askedAbout.get);
  const stored = useSyncExternalStore(
    onDraftChanged,
    () => names.map((name) => drafts.stored(userId, name)).find((text) => text !== null) ?? null,
  );
  return drafts.parse(stored);
}

/** Stores a shared text as the person has edited it. */
export const storeShared = (userId: number, draft: SharedDraft): void =>
  drafts.set(userId, draft, String(draft.id));

/** Forgets a shared text that was saved or discarded. */
export const forgetShared = (userId: number, { id }: SharedDraft): void =>
  drafts.set(userId, undefined, String(id));

/** Stops asking about shared texts until the next start of the app, for when the dialog can't be drawn. */
export const askLater = (): void => askedAbout.set([]);
