import * as z from 'zod/mini';
import { After, Id, IgnoredUserId, Instant, OptionalId, Text } from './primitives';

/** A duration of at most one day, in seconds. */
const Seconds = z.int().check(z.minimum(0), z.maximum(86_400));

/**
 * Longest note of a focus session, in characters. A person can type only a shorter note, but notes from several devices
 * are joined.
 */
export const FOCUS_NOTES_MAX = 10_000;

/** The record of one run of the timer (product §4), finished or interrupted. */
export const FocusSession = z.object({
  id: Id,
  mode: z.enum(['focus', 'shortBreak', 'longBreak']),
  start: Instant,
  end: Instant,
  plannedSeconds: Seconds,
  /** Excludes the pauses. */
  actualSeconds: Seconds,
  /** False if the run was interrupted. */
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

/**
 * The query of a list of focus sessions: those that started at `from` or later and before `to`. Without these
 * parameters the list has all focus sessions.
 */
export const FocusSessionRange = z.object({
  from: z.optional(Instant),
  to: z.optional(Instant),
  after: After,
});
