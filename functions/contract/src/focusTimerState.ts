import * as z from 'zod/mini';
import { FocusSession } from './focusSession';
import { Id } from './primitives';

/** A moment in ms since 1970. */
const Moment = z.number().check(z.minimum(0), z.maximum(8.64e15));
/** Up to a day, in ms. */
const Length = z.number().check(z.minimum(0), z.maximum(86_400_000));

/** A run of the timer that has been started and has not ended. */
export const TimerRun = z.object({
  /** Also the id of the record that it leaves: recorded twice, it is one record. */
  id: Id,
  startedAt: Moment,
  /** The duration that it was started with, whatever the settings say meanwhile. */
  plannedMs: Length,
  /** What was left at `at`. */
  leftMs: Length,
  /** Since when it runs; or since when it is paused. */
  at: Moment,
  isRunning: z.boolean(),
});

const { mode, note } = FocusSession.shape;

/** A run that came to its end, or was given up. */
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
 * The focus timer as it stands (product §4), as one value over instants: a device that knows it can go on with it. It
 * travels in the person's settings, in the server's time.
 */
export const FocusTimerState = z.object({
  mode,
  /** Focus sessions completed since the last long rest. */
  sessions: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  /** Started and not yet ended; without one the timer stands at the full duration of its mode. */
  run: z.nullable(TimerRun),
  /** What the person works on in this session and the next ones. */
  taskId: z.nullable(Id),
  /** What is written down during the run; it goes into its record. */
  note,
  /** The run before. It says to other tabs and devices what happened. */
  last: z.nullable(EndedRun),
  /** When it was last changed, in the server's time: of two devices the later one counts. */
  changedAt: Moment,
  /** The browser in which it was last changed: that one rings. 0 for none. */
  device: z.int().check(z.minimum(0)),
});
export type FocusTimerState = z.infer<typeof FocusTimerState>;
