import type { Reflection } from '@daymark/contract/reflection';
import * as z from 'zod/mini';

/** A reflection's fields as the form holds them. A missing text is '' and a missing rating is 0. */
export interface Answers {
  accomplishments: string;
  challenges: string;
  tomorrowFocus: string;
  productivityRating: number;
}

/** Returns the schema of a part of a stored draft. An invalid part is ignored, and the other parts stay. */
const part = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined);

const texts = {
  accomplishments: part(z.string()),
  challenges: part(z.string()),
  tomorrowFocus: part(z.string()),
};

const Draft = z.object({
  ...texts,
  productivityRating: part(z.int().check(z.gte(0), z.lte(5))),
});

/** The fields that were edited and are not saved yet. */
export type Draft = z.infer<typeof Draft>;

/** A draft as it is stored. `seen` has the texts as they were when the person began to edit them. */
export const StoredReflectionDraft = z.extend(Draft, { seen: z._default(z.object(texts), {}) });

/** Returns a reflection's answers as the form holds them. Without a reflection, all answers are empty. */
export const answersOf = (reflection: Reflection | undefined): Answers => ({
  accomplishments: reflection?.accomplishments ?? '',
  challenges: reflection?.challenges ?? '',
  tomorrowFocus: reflection?.tomorrowFocus ?? '',
  productivityRating: reflection?.productivityRating ?? 0,
});

/** Returns the answers that the form shows: edited fields as typed, and the other fields as saved. */
export const mergeDraft = (saved: Answers, draft: Draft): Answers => ({ ...saved, ...draft });

/**
 * Returns the texts that the person saw in the edited fields. In a field that is edited for the first time, the person
 * saw the saved text.
 */
export const seenTexts = (saved: Answers, seen: Draft, draft: Draft): Draft =>
  Object.fromEntries(
    Object.keys(draft).map((field) => [
      field,
      seen[field as keyof Answers] ?? saved[field as keyof Answers],
    ]),
  );

/** Returns the draft without fields that equal what is saved. */
export const unsavedDraft = (saved: Answers, draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries<string | number | undefined>(draft).filter(
      ([field, value]) => value !== undefined && saved[field as keyof Answers] !== value,
    ),
  );
