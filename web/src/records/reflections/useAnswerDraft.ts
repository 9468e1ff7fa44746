import { useState, useSyncExternalStore } from 'react';
import {
  mergeDraft,
  seenTexts,
  unsavedDraft,
  type Draft,
} from '../../domain/reflections/answerDraft';
import { type createDrafts, onDraftChanged } from '../../lib/person/drafts';
import { rememberedUser } from '../../lib/person/rememberedUser';

/** A draft as it is stored, with the texts that the person saw when they began to edit them. */
type StoredDraft<Answers> = Draft<Answers> & { seen?: Draft<Answers> | undefined };

/**
 * Returns the answers of a form, saved or typed, and the functions that change the draft. `name` names the draft among
 * those of its kind.
 */
export function useAnswerDraft<Answers extends object>(
  drafts: ReturnType<typeof createDrafts<StoredDraft<Answers>>>,
  name: string,
  saved: Answers,
) {
  const [userId] = useState(() => rememberedUser.get()?.id ?? 0);
  const stored = useSyncExternalStore(onDraftChanged, () => drafts.stored(userId, name));
  const { seen = {}, ...typed } = drafts.parse(stored) ?? {};
  const draft = unsavedDraft(saved, typed as Draft<Answers>);
  const isDraft = Object.keys(draft).length > 0;
  const keep = (next: Draft<Answers>) => {
    const isEmpty = Object.keys(next).length === 0;
    const kept = isEmpty ? undefined : { ...next, seen: seenTexts(saved, seen, next) };
    drafts.set(userId, kept, name);
  };
  return {
    answers: mergeDraft(saved, draft),
    /** The edited fields. */
    draft,
    isDraft,
    /** The texts that the person saw in the edited fields. */
    seen: seenTexts(saved, seen, draft),
    set: (edited: Partial<Answers>): void => keep(unsavedDraft(saved, { ...draft, ...edited })),
    discardDraft: (): void => keep({}),
  };
}
