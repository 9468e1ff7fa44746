import { newId } from '@daymark/contract/primitives';
import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { tabStorage } from '../../lib/browser/browserStorage';
import { createDrafts, onDraftChanged } from '../../lib/person/drafts';
import { createStore } from '../../lib/browser/externalStore';
import type { SharedTexts } from './sharedText';

/** A shared text until it is saved or discarded. `id` is that of the record it becomes: saved twice, it is one. */
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

/** What this tab keeps while it is not known who is signed in. */
const KEPT_PREFIX = 'daymark.shared.';

/** Keeps a shared text in this tab, also through a sign-in, for the person who is signed in then. */
export function keepShared(texts: SharedTexts): void {
  const id = newId();
  tabStorage.set(`${KEPT_PREFIX}${id}`, JSON.stringify({ id, ...texts }));
}

/** Whether this tab keeps a shared text for the person who signs in. */
export const hasKeptShared = (): boolean => tabStorage.keys(KEPT_PREFIX).length > 0;

/** Makes what this tab keeps the person's own drafts, which outlive the tab, and which logout deletes. */
function claimShared(userId: number): void {
  for (const key of tabStorage.keys(KEPT_PREFIX)) {
    const draft = drafts.parse(tabStorage.take(key));
    if (draft) storeShared(userId, draft);
  }
  askedAbout.set(drafts.names(userId));
}

/** The shared text to ask the person about: one that came to this tab, or that was left in this browser. */
export function useSharedDraft(userId: number): SharedDraft | undefined {
  useEffect(() => claimShared(userId), [userId]);
  const names = useSyncExternalStore(askedAbout.subscribe, askedAbout.get);
  const stored = useSyncExternalStore(
    onDraftChanged,
    () => names.map((name) => drafts.stored(userId, name)).find((text) => text !== null) ?? null,
  );
  return drafts.parse(stored);
}

/** Stores what the person has edited. */
export const storeShared = (userId: number, draft: SharedDraft): void =>
  drafts.set(userId, draft, String(draft.id));

/** Forgets a shared text: it was saved or discarded. */
export const forgetShared = (userId: number, { id }: SharedDraft): void =>
  drafts.set(userId, undefined, String(id));

/** Asks about nothing until the app is started again: the dialog can't be drawn. */
export const askLater = (): void => askedAbout.set([]);
