import * as z from 'zod/mini';
import { createFields, Day, Id, patchOf, Text } from './primitives';
import { ANSWER_MAX, Rating } from './reflection';

const Answer = z.nullable(Text(ANSWER_MAX));

/**
 * The review of a week (product §4). There is one review per week. Its id is `idOfDay` of the week's first day. An
 * answer is null until it is written.
 */
export const WeekReview = z.object({
  id: Id,
  /** The first day of the week. */
  day: Day,
  done: Answer,
  slipped: Answer,
  nextWeek: Answer,
  rating: Rating,
  userId: Id,
});
export type WeekReview = z.infer<typeof WeekReview>;

const { done, slipped, nextWeek, rating } = WeekReview.shape;

/** The answers of a review before any is written. */
export const NO_REVIEW_ANSWERS = {
  done: null,
  slipped: null,
  nextWeek: null,
  rating: null,
} as const;

export const NewWeekReview = z.object({
  ...WeekReview.shape,
  done: z._default(done, null),
  slipped: z._default(slipped, null),
  nextWeek: z._default(nextWeek, null),
  rating: z._default(rating, null),
  ...createFields,
});
export type NewWeekReview = z.input<typeof NewWeekReview>;

export const WeekReviewPatch = patchOf(() => z.object({ done, slipped, nextWeek, rating }));
export type WeekReviewPatch = z.infer<typeof WeekReviewPatch>;
