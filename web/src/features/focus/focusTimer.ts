import { FocusSession } from '@daymark/contract/focusSession';
import type { FocusTimerState } from '@daymark/contract/focusTimerState';
import { DEFAULT_SETTINGS, type TimerDurations } from '@daymark/contract/settings';

/*
 * The focus timer as one value over wall-clock instants (ms since 1970): what is left is worked out from it whenever
 * somebody asks, so reloads, sleep and throttled ticks can't make it wrong.
 */

/** The contract's own: it travels from device to device. */
export type Timer = FocusTimerState;
type Run = NonNullable<Timer['run']>;
/** A run that came to its end, or was given up. */
export type EndedRun = NonNullable<Timer['last']>;
export type TimerMode = Timer['mode'];

/** The order in which the modes are offered; the keys 1–3 choose them. */
export const TIMER_MODES: readonly TimerMode[] = FocusSession.shape.mode.options;

export const MODE_NAMES: Readonly<Record<TimerMode, string>> = {
  focus: 'Focus',
  shortBreak: 'Short Break',
  longBreak: 'Long Break',
};

export const FRESH_TIMER: Timer = {
  mode: 'focus',
  sessions: 0,
  run: null,
  taskId: null,
  note: null,
  last: null,
  changedAt: 0,
  device: 0,
};

/** What the timer needs to know of the settings; the defaults of product §9 until they are loaded. */
export type TimerRules = TimerDurations;

/** What happens to a timer; `now` is the wall clock's time, in ms. */
export type TimerAction =
  /** Starts, or goes on after a pause. `id` is for the record of a run that begins, `plannedMs` a length of its own. */
  | { type: 'start'; now: number; id: number; plannedMs?: number | undefined }
  | { type: 'pause'; now: number }
  /** Restores the full duration of the current mode. */
  | { type: 'reset'; now: number }
  | { type: 'chooseMode'; now: number; mode: TimerMode }
  | { type: 'chooseTask'; taskId: number | null }
  | { type: 'write'; note: string }
  /** It has reached zero, perhaps long before now. */
  | { type: 'complete'; now: number }
  /** The wall clock was set back; this is what is left in truth. Done by two tabs, it does what it does once. */
  | { type: 'clockSetBack'; now: number; leftMs: number };

/** Shorter interrupted runs were no work: nothing is recorded of them. */
export const RECORDED_MIN_MS = 60_000;

/** A pause this long ends a series of sessions: who left at three of four yesterday starts today at none. */
const SERIES_RESET_MS = 6 * 3_600_000;

const DURATION_OF = {
  focus: 'focusDuration',
  shortBreak: 'shortBreakDuration',
  longBreak: 'longBreakDuration',
} as const satisfies Record<TimerMode, keyof TimerRules>;

/** A mode's full duration, in ms. */
export const durationMs = (mode: TimerMode, rules: TimerRules = DEFAULT_SETTINGS): number =>
  rules[DURATION_OF[mode]] * 60_000;

/**
 * The mode that follows a completed one (product §4): after focus, the long break when the count of sessions, that one
 * included, is a multiple of `sessionsBeforeLongBreak`, else the short one; after any break, focus.
 */
export function nextMode(
  completed: TimerMode,
  sessions: number,
  sessionsBeforeLongBreak: number,
): TimerMode {
  if (completed !== 'focus') return 'focus';
  return sessions % sessionsBeforeLongBreak === 0 ? 'longBreak' : 'shortBreak';
}

/** What is left at a moment, in ms: never less than nothing, never more than was left when it was last started. */
export function leftMs(
  { mode, run }: Timer,
  now: number,
  rules: TimerRules = DEFAULT_SETTINGS,
): number {
  if (!run) return durationMs(mode, rules);
  return run.isRunning ? clamp(run.leftMs - (now - run.at), run.leftMs) : run.leftMs;
}

/** The share of the run that is left, 0–100: what the progress bar shows (product §4). */
export function leftPercent(timer: Timer, now: number, rules: TimerRules): number {
  const planned = timer.run?.plannedMs ?? durationMs(timer.mode, rules);
  return (leftMs(timer, now, rules) / planned) * 100;
}

/** The sessions that count towards the next long break: none after a long rest. */
export function sessionsAt({ run, sessions, last }: Timer, now: number): number {
  return !run && last && now - last.endedAt > SERIES_RESET_MS ? 0 : sessions;
}

/** When a running timer reaches zero. */
const endOf = (run: Run): number => run.at + run.leftMs;

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** The timer after what happened (product §4). What makes no sense changes nothing, and returns the very same timer. */
export function reduceTimer(timer: Timer, action: TimerAction, rules: TimerRules): Timer {
  const { run } = timer;
  switch (action.type) {
    case 'start': {
      if (run?.isRunning) return timer;
      const { now, id } = action;
      if (run) return { ...timer, run: { ...run, at: now, isRunning: true } };
      const plannedMs = action.plannedMs ?? durationMs(timer.mode, rules);
      return {
        ...timer,
        sessions: sessionsAt(timer, now),
        run: { id, startedAt: now, plannedMs, leftMs: plannedMs, at: now, isRunning: true },
      };
    }
    case 'pause': {
      const left = leftMs(timer, action.now);
      // At zero there is nothing to pause: it is completed.
      if (!run?.isRunning || left === 0) return timer;
      return { ...timer, run: { ...run, leftMs: left, at: action.now, isRunning: false } };
    }
    case 'reset':
      return run ? interrupted(timer, run, action.now) : timer;
    case 'chooseMode': {
      if (action.mode === timer.mode) return timer;
      const stopped = run ? interrupted(timer, run, action.now) : timer;
      return { ...stopped, mode: action.mode };
    }
    case 'chooseTask':
      return action.taskId === timer.taskId ? timer : { ...timer, taskId: action.taskId };
    case 'write':
      return action.note === (timer.note ?? '') ? timer : { ...timer, note: action.note || null };
    case 'complete': {
      if (!run?.isRunning || leftMs(timer, action.now) > 0) return timer;
      const sessions = timer.sessions + (timer.mode === 'focus' ? 1 : 0);
      return {
        ...timer,
        mode: nextMode(timer.mode, sessions, rules.sessionsBeforeLongBreak),
        sessions,
        run: null,
        note: null,
        last: ended(timer, run, endOf(run), run.plannedMs, true),
      };
    }
    case 'clockSetBack':
      if (!run?.isRunning) return timer;
      return {
        ...timer,
        run: { ...run, leftMs: clamp(action.leftMs, run.leftMs), at: action.now },
      };
  }
}

function interrupted(timer: Timer, run: Run, now: number): Timer {
  const actualMs = run.plannedMs - leftMs(timer, now);
  const endedAt = run.isRunning ? now : run.at;
  return {
    ...timer,
    run: null,
    // What was written during a run that leaves no record is still there for the next one.
    note: actualMs < RECORDED_MIN_MS ? timer.note : null,
    last: ended(timer, run, endedAt, actualMs, false),
  };
}

function ended(
  { mode, taskId, note }: Timer,
  { id, startedAt, plannedMs }: Run,
  endedAt: number,
  actualMs: number,
  isCompleted: boolean,
): EndedRun {
  return {
    id,
    mode,
    // A clock that was set back has taken the end with it.
    startedAt: Math.min(startedAt, endedAt - actualMs),
    endedAt,
    plannedMs,
    actualMs,
    isCompleted,
    // A break is nobody's work.
    taskId: mode === 'focus' ? taskId : null,
    note: note?.trim() || null,
  };
}

/** A timer by another clock, which shows so many ms more. `changedAt` is by the server's clock whatever the others. */
export function shiftedBy({ run, last, ...timer }: Timer, ms: number): Timer {
  return {
    ...timer,
    run: run && { ...run, startedAt: run.startedAt + ms, at: run.at + ms },
    last: last && { ...last, startedAt: last.startedAt + ms, endedAt: last.endedAt + ms },
  };
}

/** What another tab or device wrote, unless this one knows better: a run that ended stays ended. */
export const adopted = (own: Timer, other: Timer): Timer =>
  other.run && other.run.id === own.last?.id ? own : other;

/** The minutes and seconds of the clock face: "24:59", "180:00". A second counts until it is over. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How many of the sessions before the long break are done; all of them while that break lasts. */
export function sessionsInSeries(
  sessions: number,
  mode: TimerMode,
  sessionsBeforeLongBreak: number,
): number {
  const done = sessions % sessionsBeforeLongBreak;
  return done === 0 && sessions > 0 && mode === 'longBreak' ? sessionsBeforeLongBreak : done;
}
