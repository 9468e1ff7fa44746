import type { Reflection } from '@daymark/contract/reflection';

/** A reflection's fields as the form has them: '' for no text, 0 for no rating. */
export interface Answers {
  accomplishments: string;
  challenges: string;
  tomorrowFocus: string;
  productivityRating: number;
}

/** The fields that were edited and are not saved yet. */
export type Draft = Partial<Answers>;

export const answersOf = (reflection: Reflection | undefined): Answers => ({
  accomplishments: reflection?.accomplishments ?? '',
  challenges: reflection?.challenges ?? '',
  tomorrowFocus: reflection?.tomorrowFocus ?? '',
  productivityRating: reflection?.productivityRating ?? 0,
});

/** What the form shows: edited fields as typed, the others as saved. */
export const mergeDraft = (saved: Answers, draft: Draft): Answers => ({ ...saved, ...draft });

/** The draft without fields that equal what is saved. */
export const unsavedDraft = (saved: Answers, draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => saved[field as keyof Answers] !== value),
  );

const TEXTS = ['accomplishments', 'challenges', 'tomorrowFocus'] as const;

/** Reads a stored draft; anything invalid is ignored. */
export function parseDraft(stored: string | null): Draft {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? '{}');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const found = value as Record<string, unknown>;
  const draft: Draft = {};
  for (const field of TEXTS) {
    const text = found[field];
    if (typeof text === 'string') draft[field] = text;
  }
  const rating = found.productivityRating;
  if (typeof rating === 'number' && [0, 1, 2, 3, 4, 5].includes(rating))
    draft.productivityRating = rating;
  return draft;
}
