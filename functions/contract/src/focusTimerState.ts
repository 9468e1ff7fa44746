import * as z from 'zod/mini';
import { FocusSession } from './focusSession';
import { Id } from './primitives';

/** A moment in ms since 1970. */
const Moment = z.number().check(z.minimum(0), z.maximum(8.64e15));
/** Up to a day, in ms. */
const Length = z.number().check(z.minimum(0), z.maximum(86_400_000));

/** A run of the timer that has started and not ended. */
export const TimerRun = z.object({
  /** Also the id of its focus session: recorded twice, it is one record. */
  id: Id,
  startedAt: Moment,
  /** The duration at its start. Later changes of the settings don't change it. */
  plannedMs: Length,
  /** The time that was left at `at`. */
  leftMs: Length,
  /** Since when it runs; or since when it is paused. */
  at: Moment,
  isRunning: z.boolean(),
});

const { mode, note } = FocusSession.shape;

/** A run that was completed or interrupted. */
export const EndedRun = z.object({
  id: Id,
  mode,
  startedAt: Moment,
  endedAt: Moment,
  plannedMs: Length,
  /** Without the pauses. */
  actualMs: Length,
  isCompleted: z.boolean(),
  taskId: z.nullable(Id),
  note,
});

/**
 * The state of the focus timer (product §4). It holds instants only, in the server's time, so that any device can
 * continue it. It is part of the person's settings.
 */
export const FocusTimerState = z.object({
  mode,
  /** Focus sessions completed since the last long break. */
  sessions: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  /** The current run; without one the timer shows the full duration of its mode. */
  run: z.nullable(TimerRun),
  /** The task of this session and the next ones. */
  taskId: z.nullable(Id),
  /** The note that is typed during the run; it becomes the focus session's note. */
  note,
  /** The previous run. Other tabs and devices learn from it what happened. */
  last: z.nullable(EndedRun),
  /** When it was last changed, in the server's time. Of two states the later one wins, except for what follows. */
  changedAt: Moment,
  /** When the run was last started, paused or ended. The later one's `run`, `last` and `sessions` win. 0 for never. */
  runAt: z.optional(Moment),
  /** When the note was last typed. Also of a note that has become a session's. */
  noteAt: z.optional(Moment),
  /** The `noteAt` of the note on which it was typed. Two notes that don't know each other are both kept. */
  noteFrom: z.optional(Moment),
  /** The browser in which it was last changed: only that one plays the sound. 0 for none. */
  device: z.int().check(z.minimum(0)),
});
export type FocusTimerState = z.infer<typeof FocusTimerState>;
