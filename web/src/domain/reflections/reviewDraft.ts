import type { WeekReview } from '@daymark/contract/weekReview';
import * as z from 'zod/mini';
import { draftPart, DraftRating } from './answerDraft';

/** A review's fields as the form holds them. A missing text is '' and a missing rating is 0. */
export interface ReviewAnswers {
  done: string;
  slipped: string;
  nextWeek: string;
  rating: number;
}

const texts = {
  done: draftPart(z.string()),
  slipped: draftPart(z.string()),
  nextWeek: draftPart(z.string()),
};

/** A draft as it is stored. `seen` has the texts as they were when the person began to edit them. */
export const StoredReviewDraft = z.object({
  ...texts,
  rating: draftPart(DraftRating),
  seen: z._default(z.object(texts), {}),
});

/** Returns a review's answers as the form holds them. Without a review, all answers are empty. */
export const reviewAnswersOf = (review: WeekReview | undefined): ReviewAnswers => ({
  done: review?.done ?? '',
  slipped: review?.slipped ?? '',
  nextWeek: review?.nextWeek ?? '',
  rating: review?.rating ?? 0,
});
