import * as z from 'zod/mini';

/* The draft of a form whose answers are texts and a rating. A missing text is '' and a missing rating is 0. */

/** Returns the schema of a part of a stored draft. An invalid part is ignored, and the other parts stay. */
export const draftPart = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined);

export const DraftRating = z.int().check(z.gte(0), z.lte(5));

/** The fields that were edited and are not saved yet. */
export type Draft<Answers> = { [Field in keyof Answers]?: Answers[Field] | undefined };

/** Returns the answers that the form shows: edited fields as typed, and the other fields as saved. */
export const mergeDraft = <Answers>(saved: Answers, draft: Draft<Answers>): Answers => ({
  ...saved,
  ...draft,
});

/**
 * Returns the texts that the person saw in the edited fields. In a field that is edited for the first time, the person
 * saw the saved text.
 */
export const seenTexts = <Answers extends object>(
  saved: Answers,
  seen: Draft<Answers>,
  draft: Draft<Answers>,
): Draft<Answers> =>
  Object.fromEntries(
    Object.keys(draft).map((field) => [
      field,
      seen[field as keyof Answers] ?? saved[field as keyof Answers],
    ]),
  ) as Draft<Answers>;

/** Returns the draft without fields that equal what is saved. */
export const unsavedDraft = <Answers extends object>(
  saved: Answers,
  draft: Draft<Answers>,
): Draft<Answers> =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([field, value]) => value !== undefined && saved[field as keyof Answers] !== value,
    ),
  ) as Draft<Answers>;
