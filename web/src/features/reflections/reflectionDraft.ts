import type { Reflection } from '@daymark/contract/reflection';

/** What a reflection says, as the form has it: nothing is '' and a rating 0. */
export interface Answers {
  accomplishments: string;
  challenges: string;
  tomorrowFocus: string;
  productivityRating: number;
}

/** The fields that were touched and are not saved yet. */
export type Draft = Partial<Answers>;

export const answersOf = (reflection: Reflection | undefined): Answers => ({
  accomplishments: reflection?.accomplishments ?? '',
  challenges: reflection?.challenges ?? '',
  tomorrowFocus: reflection?.tomorrowFocus ?? '',
  productivityRating: reflection?.productivityRating ?? 0,
});

/** What the form shows: fields touched here as typed, the others as saved, by whatever device. */
export const merged = (saved: Answers, draft: Draft): Answers => ({ ...saved, ...draft });

/** The draft without what is already saved so. */
export const unsaved = (saved: Answers, draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => saved[field as keyof Answers] !== value),
  );

const TEXTS = ['accomplishments', 'challenges', 'tomorrowFocus'] as const;

/** A kept draft; whatever else is found in its place is none. */
export function parseDraft(kept: string | null): Draft {
  let value: unknown;
  try {
    value = JSON.parse(kept ?? '{}');
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
