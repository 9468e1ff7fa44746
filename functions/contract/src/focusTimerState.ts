import * as z from 'zod/mini';
import { FocusSession } from './focusSession';
import { Id } from './primitives';

/** A moment in ms since 1970. */
const Moment = z.number().check(z.minimum(0), z.maximum(8.64e15));
/** A duration of at most one day, in ms. */
const Length = z.number().check(z.minimum(0), z.maximum(86_400_000));

/**
 * The `plannedMs` of a run without an end, in ms. Such a run counts up until the person ends it. After this time, which
 * is one day, the timer ends it.
 */
export const NO_END_MS = 86_400_000;

/** A run of the timer that has started and not ended. */
export const TimerRun = z.object({
  /** The id of the run and of its focus session, so that a run recorded twice is one record. */
  id: Id,
  startedAt: Moment,
  /** The full duration of the run. Changes to the settings don't affect a run that has started. */
  plannedMs: Length,
  /** The time that was left at `at`. */
  leftMs: Length,
  /** When the run was last started or paused. */
  at: Moment,
  isRunning: z.boolean(),
  /**
   * Whether the run continues the work of the completed run before it. Such a run doesn't count as another session on
   * the way to the long break.
   */
  isExtension: z.optional(z.boolean()),
});

const { mode, note } = FocusSession.shape;

/** A run that was completed or interrupted. */
export const EndedRun = z.object({
  id: Id,
  mode,
  startedAt: Moment,
  endedAt: Moment,
  /** Equals `actualMs` if the run had no end, or if the person ended the run because its task was done. */
  plannedMs: Length,
  /** Excludes the pauses. */
  actualMs: Length,
  isCompleted: z.boolean(),
  taskId: z.nullable(Id),
  note,
});

/**
 * The state of the focus timer (product §4), which is part of the person's settings. All times in the state are
 * instants of the server's clock, so that any device can continue the run.
 */
export const FocusTimerState = z.object({
  mode,
  /**
   * The number of completed focus sessions. Six hours without a run reset the number to 0. A long break doesn't reset
   * it.
   */
  sessions: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  /** The current run, or null while the timer shows the full duration of its mode. */
  run: z.nullable(TimerRun),
  /** The task of the current focus session and the next ones. */
  taskId: z.nullable(Id),
  /** Whether the next focus sessions have no end and count up. */
  hasNoEnd: z.optional(z.boolean()),
  /** The note that is typed during the run and becomes the focus session's note. */
  note,
  /** The run that ended last. It tells other tabs and devices how the run ended. */
  last: z.nullable(EndedRun),
  /**
   * When the state was last changed, in the server's time. If two conflicting states have the same run, the one with
   * the later `changedAt` gives `mode` and `taskId`. The later `changedAt` always gives `hasNoEnd`.
   */
  changedAt: Moment,
  /**
   * When a run was last started, paused or ended (0 for never). If `runAt` is absent, `changedAt` counts. When two
   * states conflict, the one with the later `runAt` gives `run`, `last` and `sessions`. If the two states have
   * different runs, this state gives `mode` and `taskId` as well. A completed run stays completed, even if the other
   * state has a later `runAt`.
   */
  runAt: z.optional(Moment),
  /** When the note was last typed, even if it has become a focus session's note since. */
  noteAt: z.optional(Moment),
  /**
   * The `noteAt` of the note that the present note was based on. If neither of two notes is based on the other, both
   * are kept.
   */
  noteFrom: z.optional(Moment),
  /**
   * The browser that last changed the state (0 for none). This browser plays the sound. Another browser plays it only
   * if this browser doesn't.
   */
  device: z.int().check(z.minimum(0)),
});
export type FocusTimerState = z.infer<typeof FocusTimerState>;

/** The names of the timer's modes, as a person reads them. */
export const MODE_NAMES: Readonly<Record<FocusTimerState['mode'], string>> = {
  focus: 'Focus',
  shortBreak: 'Short Break',
  longBreak: 'Long Break',
};
