import * as z from 'zod/mini';
import {
  After,
  Base,
  Day,
  dayOf,
  EditedAt,
  Id,
  idOfDay,
  IgnoredUserId,
  Instant,
  Text,
} from './primitives';

/** Longest answer, in Unicode code points, as zod counts. */
export const ANSWER_MAX = 10_000;

const Answer = z.nullable(Text(ANSWER_MAX));

/** A rating from 1 to 5. Both 0 and null mean that it is unset. */
export const Rating = z.nullable(z.int().check(z.minimum(0), z.maximum(5)));

/**
 * A reflection (product §3). There is one reflection per day. A reflection's id is the day of `date` as a number
 * (20261120), in the offset of `date`.
 */
export const Reflection = z.object({
  id: Id,
  date: Instant,
  accomplishments: Answer,
  challenges: Answer,
  tomorrowFocus: Answer,
  productivityRating: Rating,
  userId: Id,
});
export type Reflection = z.infer<typeof Reflection>;

/**
 * The body that creates or replaces the day's reflection. With `editedAt` the body is an edit. In such an edit, an
 * answer that is null or absent stays as it is, because two devices may both write about the day. A cleared answer is
 * '', and a cleared rating is 0.
 */
export const NewReflection = z.object({
  date: Instant,
  accomplishments: z._default(Answer, null),
  challenges: z._default(Answer, null),
  tomorrowFocus: z._default(Answer, null),
  productivityRating: z._default(Reflection.shape.productivityRating, null),
  editedAt: EditedAt,
  base: Base,
  userId: IgnoredUserId,
});
export type NewReflection = z.input<typeof NewReflection>;

/** The query for a day's reflection: any moment of that day. */
export const ReflectionDay = z.object({ date: Instant });

/**
 * The query of a list of reflections. The first and the last day are included. Without these parameters the list has
 * all reflections.
 */
export const ReflectionDays = z.object({
  from: z.optional(Day),
  to: z.optional(Day),
  after: After,
});

export function reflectionIdOf(date: string): number {
  return idOfDay(dayOf(date));
}
