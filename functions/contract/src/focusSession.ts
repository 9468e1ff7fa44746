import * as z from 'zod/mini';
import { After, createFields, Id, Instant, patchOf, Text } from './primitives';

/** A duration of at most one day, in seconds. */
const Seconds = z.int().check(z.minimum(0), z.maximum(86_400));

/**
 * Longest note of a focus session, in characters. A person can type only a shorter note, but notes from several devices
 * are joined.
 */
export const FOCUS_NOTES_MAX = 10_000;

/**
 * A session: one run of the timer (product §4), finished or interrupted, or a time that the person added by hand. A
 * session without a planned end has its actual time as `plannedSeconds`.
 */
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

/** The body of a create. An import may have a session that ends before it begins, which a create may not. */
export const NewFocusSession = z.object({
  ...FocusSession.shape,
  taskId: z._default(FocusSession.shape.taskId, null),
  note: z._default(FocusSession.shape.note, null),
  ...createFields,
});
export type NewFocusSession = z.input<typeof NewFocusSession>;

const END_AFTER_START = 'A session must end after it starts.';

type Times = Partial<Pick<FocusSession, 'start' | 'end' | 'actualSeconds'>>;

const endsAfterStart = ({ start, end }: Times): boolean =>
  start === undefined || end === undefined || Date.parse(end) > Date.parse(start);

export const CreatedFocusSession = z.lazy(() =>
  NewFocusSession.check(z.refine(endsAfterStart, END_AFTER_START)),
);

const { start, end, plannedSeconds, actualSeconds, taskId } = FocusSession.shape;

/**
 * The body of an update. An edit has all of a session's times or none. If two devices change them, the later edit gives
 * all of them, so that they fit together.
 */
export const FocusSessionPatch = patchOf(
  () =>
    z.object({
      start,
      end,
      plannedSeconds,
      actualSeconds,
      taskId,
      note: FocusSession.shape.note,
    }),
  {},
  [
    {
      isMet: ({ start, end, actualSeconds }: Times) =>
        new Set([start, end, actualSeconds].map((time) => time === undefined)).size === 1,
      message: 'Please change start, end and actualSeconds together.',
    },
    { isMet: endsAfterStart, message: END_AFTER_START },
  ],
);
export type FocusSessionPatch = z.infer<typeof FocusSessionPatch>;

/**
 * The query of a list of focus sessions: those that started at `from` or later and before `to`. Without these
 * parameters the list has all focus sessions.
 */
export const FocusSessionRange = z.object({
  from: z.optional(Instant),
  to: z.optional(Instant),
  after: After,
});
