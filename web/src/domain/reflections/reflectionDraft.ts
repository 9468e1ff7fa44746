import type { Reflection } from '@daymark/contract/reflection';
import * as z from 'zod/mini';
import { draftPart, DraftRating } from './answerDraft';

/** A reflection's fields as the form holds them. A missing text is '' and a missing rating is 0. */
export interface Answers {
  accomplishments: string;
  challenges: string;
  tomorrowFocus: string;
  productivityRating: number;
}

const texts = {
  accomplishments: draftPart(z.string()),
  challenges: draftPart(z.string()),
  tomorrowFocus: draftPart(z.string()),
};

const Draft = z.object({ ...texts, productivityRating: draftPart(DraftRating) });

/** A draft as it is stored. `seen` has the texts as they were when the person began to edit them. */
export const StoredReflectionDraft = z.extend(Draft, { seen: z._default(z.object(texts), {}) });

/** Returns a reflection's answers as the form holds them. Without a reflection, all answers are empty. */
export const answersOf = (reflection: Reflection | undefined): Answers => ({
  accomplishments: reflection?.accomplishments ?? '',
  challenges: reflection?.challenges ?? '',
  tomorrowFocus: reflection?.tomorrowFocus ?? '',
  productivityRating: reflection?.productivityRating ?? 0,
});
