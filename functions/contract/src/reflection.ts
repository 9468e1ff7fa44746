import * as z from 'zod/mini';
import { After, Base, Day, dayOf, EditedAt, Id, IgnoredUserId, Instant, Text } from './primitives';

/** Longest answer, in Unicode code points, as zod counts. */
export const ANSWER_MAX = 10_000;

const Answer = z.nullable(Text(ANSWER_MAX));

/** Product §3. There is one per day: its id is the day as a number (20261120), in `date`'s own offset. */
export const Reflection = z.object({
  id: Id,
  date: Instant,
  accomplishments: Answer,
  challenges: Answer,
  tomorrowFocus: Answer,
  /** 1 to 5; 0 when unset. */
  productivityRating: z.nullable(z.int().check(z.minimum(0), z.maximum(5))),
  userId: Id,
});
export type Reflection = z.infer<typeof Reflection>;

/**
 * Creates the day's reflection, or replaces it. With `editedAt` it is an edit: an answer that is null or absent stays as
 * it is, because two devices may both write about a day. A cleared answer is '', a cleared rating 0.
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

/** Any moment of the day. */
export const ReflectionDay = z.object({ date: Instant });

/** Both days included; without them, all. */
export const ReflectionDays = z.object({
  from: z.optional(Day),
  to: z.optional(Day),
  after: After,
});

export function reflectionIdOf(date: string): number {
  return Number(dayOf(date).replaceAll('-', ''));
}

/** The day in a reflection's id: "2026-11-20" for 20261120. */
export function reflectionDayOf(id: number): string {
  const digits = String(id).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
