import * as z from 'zod/mini';
import { After, Id, IgnoredUserId, Instant, OptionalId, Text } from './primitives';

/** Up to a day. */
const Seconds = z.int().check(z.minimum(0), z.maximum(86_400));

/**
 * The most characters of a run's note. More than a person can type into one: what several devices wrote is put together.
 */
export const FOCUS_NOTES_MAX = 10_000;

/** One run of the timer (product §4), finished or interrupted. */
export const FocusSession = z.object({
  id: Id,
  mode: z.enum(['focus', 'shortBreak', 'longBreak']),
  start: Instant,
  end: Instant,
  plannedSeconds: Seconds,
  /** Without the pauses. */
  actualSeconds: Seconds,
  /** False when it was interrupted. */
  completed: z.boolean(),
  taskId: z.nullable(Id),
  note: z.nullable(Text(FOCUS_NOTES_MAX)),
  userId: Id,
});
export type FocusSession = z.infer<typeof FocusSession>;

export const NewFocusSession = z.object({
  ...FocusSession.shape,
  id: OptionalId,
  taskId: z._default(FocusSession.shape.taskId, null),
  note: z._default(FocusSession.shape.note, null),
  userId: IgnoredUserId,
});
export type NewFocusSession = z.input<typeof NewFocusSession>;

/** Sessions that started at `from` or later, and before `to`; without them, all. */
export const FocusSessionRange = z.object({
  from: z.optional(Instant),
  to: z.optional(Instant),
  after: After,
});
