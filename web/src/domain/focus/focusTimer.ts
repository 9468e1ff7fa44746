import { HOUR_MS } from '@daymark/contract/time/units';
import { FocusSession, FOCUS_NOTES_MAX } from '@daymark/contract/focusSession';
import { NO_END_MS, type FocusTimerState } from '@daymark/contract/focusTimerState';
import { DEFAULT_SETTINGS, type TimerSettings } from '@daymark/contract/settings';
import { personsDay } from '../../lib/time/dates';

/*
 * The focus timer as one value with wall-clock instants (ms since 1970). The time left is computed from these instants
 * when needed, so reloads, sleep and throttled ticks can't make it wrong.
 */

/** The contract's type, because the timer is synced between devices. */
export type Timer = FocusTimerState;
type Run = NonNullable<Timer['run']>;
/** A run that was completed or interrupted. */
export type EndedRun = NonNullable<Timer['last']>;
export type TimerMode = Timer['mode'];

/** The modes in the order in which they are offered. The keys 1–3 choose the modes. */
export const TIMER_MODES: readonly TimerMode[] = FocusSession.shape.mode.options;

/** Returns the label of the button that starts the run after a completed one. */
export const startLabel = (mode: TimerMode): string =>
  mode === 'focus' ? 'Start focus' : 'Start break';

/** How long the mini timer offers the run that follows a completed one, in ms. */
const OFFERED_MS = 30 * 60_000;

/**
 * Returns the last run if the next run is offered after it, or undefined. The last run must be completed and have ended
 * at most `OFFERED_MS` ago, and no run may have started since.
 */
export function offeredAfter({ run, last }: Timer, now: number): EndedRun | undefined {
  if (run || !last?.isCompleted || now - last.endedAt > OFFERED_MS) return undefined;
  return last;
}

/**
 * Returns the focus session that has just been completed, if the timer asks whether its work is finished. The timer
 * asks until the person chooses what follows.
 */
export function finishedFocus(timer: Timer, now: number): EndedRun | undefined {
  const completed = offeredAfter(timer, now);
  return completed?.mode === 'focus' && timer.mode !== 'focus' ? completed : undefined;
}

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

/** An action on a timer. `now` is the wall clock's time, in ms. */
export type TimerAction =
  /** Starts, or resumes after a pause. `id` is the new run's id. `plannedMs` is a duration other than the settings'. */
  | { type: 'start'; now: number; id: number; plannedMs?: number | undefined }
  | { type: 'pause'; now: number }
  /** Continues the work of the focus session that was completed last, for `EXTENSION_MS`, as a run of its own. */
  | { type: 'extend'; now: number; id: number }
  /** The task of the focus session is done. Ends the run, which was not interrupted, and leaves the task. */
  | { type: 'done'; now: number; taskId: number }
  /** Restores the full duration of the current mode. */
  | { type: 'reset'; now: number }
  /** Undoes a reset with a new run, because a run that has ended stays ended. */
  | { type: 'restore'; now: number; id: number; before: Timer }
  | { type: 'chooseMode'; now: number; mode: TimerMode }
  | { type: 'chooseTask'; taskId: number | null }
  /** Decides whether the next focus sessions have an end. */
  | { type: 'chooseEnd'; hasNoEnd: boolean }
  | { type: 'write'; note: string }
  /** The run has reached zero, perhaps long before `now`. */
  | { type: 'complete'; now: number }
  /**
   * The wall clock was set back, and `leftMs` is the true time left. The action is idempotent, because two tabs may
   * both send it.
   */
  | { type: 'clockSetBack'; now: number; leftMs: number };

/** Shortest interrupted run that is recorded, in ms. */
export const RECORDED_MIN_MS = 60_000;

/** How much longer the work goes on when the person extends a completed focus session, in ms. */
export const EXTENSION_MS = 10 * 60_000;

/** How long after its end a completed run is announced, in ms. */
const ANNOUNCED_MS = 60_000;

/** Whether the end of a run is still announced. */
export const isAnnounced = ({ endedAt }: EndedRun, now: number): boolean =>
  now - endedAt <= ANNOUNCED_MS;

/** Longest time without a run before the count of sessions starts again at zero, in ms. */
const CYCLE_RESET_MS = 6 * HOUR_MS;

const DURATION_OF = {
  focus: 'focusDuration',
  shortBreak: 'shortBreakDuration',
  longBreak: 'longBreakDuration',
} as const satisfies Record<TimerMode, keyof TimerSettings>;

/** Returns a mode's full duration, in ms. */
export const durationMs = (mode: TimerMode, rules: TimerSettings = DEFAULT_SETTINGS): number =>
  rules[DURATION_OF[mode]] * 60_000;

/** Whether the timer's run, or the next one, has no end and counts up. */
export const hasNoEnd = ({ mode, run, hasNoEnd: isChosen }: Timer): boolean =>
  run ? run.plannedMs === NO_END_MS : mode === 'focus' && isChosen === true;

/** Returns the full duration of the timer's run, or of the next one, in ms. */
const plannedMs = (timer: Timer, rules: TimerSettings): number => {
  if (timer.run) return timer.run.plannedMs;
  return hasNoEnd(timer) ? NO_END_MS : durationMs(timer.mode, rules);
};

/**
 * Returns the mode that follows a completed one (product §4). After focus, the long break follows if the count of
 * sessions, including the completed one, is a multiple of `sessionsBeforeLongBreak`. Otherwise the short break follows.
 * After any break, focus follows.
 */
export function nextMode(
  completed: TimerMode,
  sessions: number,
  sessionsBeforeLongBreak: number,
): TimerMode {
  if (completed !== 'focus') return 'focus';
  return sessions % sessionsBeforeLongBreak === 0 ? 'longBreak' : 'shortBreak';
}

/**
 * Returns the time left at a moment, in ms. The result is at least 0, and at most what was left when the run was last
 * started. Without a run, the result is the mode's full duration.
 */
export function leftMs(timer: Timer, now: number, rules: TimerSettings = DEFAULT_SETTINGS): number {
  const { run } = timer;
  if (!run) return plannedMs(timer, rules);
  return run.isRunning ? clamp(run.leftMs - (now - run.at), run.leftMs) : run.leftMs;
}

/** Returns the time that the clock shows, in ms: the time left, or the time so far of a run without an end. */
export function shownMs(timer: Timer, now: number, rules: TimerSettings): number {
  const left = leftMs(timer, now, rules);
  return hasNoEnd(timer) ? NO_END_MS - left : left;
}

/** Returns the share of the run that is left, 0–100, for the progress bar (product §4). */
export const leftPercent = (timer: Timer, now: number, rules: TimerSettings): number =>
  (leftMs(timer, now, rules) / plannedMs(timer, rules)) * 100;

/** Returns how many sessions count toward the next long break. Returns 0 after more than six hours without a run. */
export function sessionsAt({ run, sessions, last }: Timer, now: number): number {
  return !run && last && now - last.endedAt > CYCLE_RESET_MS ? 0 : sessions;
}

/**
 * Returns the timer as the person finds it. A timer with a run stays as it is. After six hours without a change, an
 * idle timer is on Focus and has no task. On a new day, half an hour without a change is enough. During that half hour,
 * the run that follows a completed one is still offered, even after midnight. `now` is by the server's clock, in ms.
 */
export function atRest(timer: Timer, now: number): Timer {
  const { run, mode, taskId, changedAt } = timer;
  if (run || (mode === 'focus' && taskId === null)) return timer;
  const idleMs = now - changedAt;
  const isOtherDay = personsDay(new Date(now)) !== personsDay(new Date(changedAt));
  const isOver = idleMs > CYCLE_RESET_MS || (isOtherDay && idleMs > OFFERED_MS);
  return isOver ? { ...timer, mode: 'focus', taskId: null } : timer;
}

/** Returns when a running timer reaches zero, in ms since 1970. */
const endOf = (run: Run): number => run.at + run.leftMs;

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** Returns the timer after an action (product §4), or the same object if the action changes nothing. */
export function reduceTimer(timer: Timer, action: TimerAction, rules: TimerSettings): Timer {
  const { run } = timer;
  switch (action.type) {
    case 'start': {
      if (run?.isRunning) return timer;
      const { now, id } = action;
      if (run) return { ...timer, run: { ...run, at: now, isRunning: true } };
      return started(timer, id, now, action.plannedMs ?? plannedMs(timer, rules));
    }
    case 'extend': {
      const { now, id } = action;
      const { last } = timer;
      if (run || !last?.isCompleted || last.mode !== 'focus') return timer;
      const working: Timer = { ...timer, mode: 'focus', taskId: last.taskId };
      return started(working, id, now, EXTENSION_MS, true);
    }
    case 'done': {
      if (timer.taskId !== action.taskId) return timer;
      const left = { ...timer, taskId: null };
      if (!run || timer.mode !== 'focus') return left;
      const actualMs = run.plannedMs - leftMs(timer, action.now);
      const { last, note } = interrupted(timer, run, action.now);
      return { ...left, run: null, note, last: last && { ...last, plannedMs: actualMs } };
    }
    case 'pause': {
      const left = leftMs(timer, action.now);
      // At zero the run is completed, not paused.
      if (!run?.isRunning || left === 0) return timer;
      return { ...timer, run: { ...run, leftMs: left, at: action.now, isRunning: false } };
    }
    case 'reset':
      return run ? interrupted(timer, run, action.now) : timer;
    case 'restore': {
      const { now, id, before } = action;
      if (run || !before.run || before.mode !== timer.mode) return timer;
      const left = leftMs(before, timer.last?.endedAt ?? now);
      const focusedMs = before.run.plannedMs - left;
      // If the first part was recorded, the new run is only as long as the time that was left, so that nothing is
      // recorded twice.
      const isRecorded = focusedMs >= RECORDED_MIN_MS;
      // A run without an end counts up from zero again.
      const restMs = hasNoEnd(before) ? NO_END_MS : left;
      return {
        ...timer,
        taskId: timer.taskId ?? before.taskId,
        note: isRecorded ? timer.note : before.note,
        run: {
          ...before.run,
          id,
          startedAt: isRecorded ? now : before.run.startedAt,
          plannedMs: isRecorded ? restMs : before.run.plannedMs,
          leftMs: isRecorded ? restMs : left,
          at: now,
        },
      };
    }
    case 'chooseMode': {
      if (action.mode === timer.mode) return timer;
      const stopped = run ? interrupted(timer, run, action.now) : timer;
      return { ...stopped, mode: action.mode };
    }
    case 'chooseTask':
      return action.taskId === timer.taskId ? timer : { ...timer, taskId: action.taskId };
    case 'chooseEnd':
      return action.hasNoEnd === (timer.hasNoEnd ?? false)
        ? timer
        : { ...timer, hasNoEnd: action.hasNoEnd };
    case 'write':
      return action.note === (timer.note ?? '') ? timer : { ...timer, note: action.note || null };
    case 'complete': {
      if (!run?.isRunning || leftMs(timer, action.now) > 0) return timer;
      const isCounted = timer.mode === 'focus' && !run.isExtension;
      const sessions = timer.sessions + (isCounted ? 1 : 0);
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

/** Returns the timer with a new run. */
function started(timer: Timer, id: number, now: number, runMs: number, isExtension = false): Timer {
  return {
    ...timer,
    sessions: sessionsAt(timer, now),
    run: {
      id,
      startedAt: now,
      plannedMs: runMs,
      leftMs: runMs,
      at: now,
      isRunning: true,
      ...(isExtension && { isExtension }),
    },
  };
}

function interrupted(timer: Timer, run: Run, now: number): Timer {
  const actualMs = run.plannedMs - leftMs(timer, now);
  const endedAt = run.isRunning ? now : run.at;
  return {
    ...timer,
    run: null,
    // If the run is not recorded, its note is kept for the next run.
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
    // If the clock was set back, the end is earlier, so the start moves back as well.
    startedAt: Math.min(startedAt, endedAt - actualMs),
    endedAt,
    plannedMs: plannedMs === NO_END_MS ? actualMs : plannedMs,
    actualMs,
    isCompleted,
    // A break belongs to no task.
    taskId: mode === 'focus' ? taskId : null,
    note: note?.trim() || null,
  };
}

/**
 * Returns the timer with its times by a clock that is `ms` ahead. `changedAt` stays, because it is always by the
 * server's clock.
 */
export function shiftedBy({ run, last, ...timer }: Timer, ms: number): Timer {
  return {
    ...timer,
    run: run && { ...run, startedAt: run.startedAt + ms, at: run.at + ms },
    last: last && { ...last, startedAt: last.startedAt + ms, endedAt: last.endedAt + ms },
  };
}

/** Returns when the run was last started, paused or ended. */
export const runAtOf = ({ runAt, changedAt }: Timer) => runAt ?? changedAt;

const isSameRun = (one: Timer, other: Timer) =>
  one.run?.id === other.run?.id && one.last?.id === other.last?.id;

/**
 * Whether the last action on the run of `one` was later than the last action on the run of `other`. If two different
 * runs have actions at the same moment, both devices choose the same timer.
 */
function isLater(one: Timer, other: Timer): boolean {
  const ms = runAtOf(one) - runAtOf(other);
  if (ms !== 0 || isSameRun(one, other)) return ms > 0;
  return (one.changedAt - other.changedAt || one.device - other.device) > 0;
}

interface Merged {
  timer: Timer;
  /** The ended run that may not be recorded completely yet, or null. */
  ended: EndedRun | null;
}

/** Two devices' times of one run count as equal if they differ by at most this, in ms. */
const LONGER_MS = 1_000;

/**
 * Returns the timer that two tabs or devices have after both changed it. The later action decides about the run. If the
 * last action is the same in both timers, `other`'s run is kept. A completed run stays completed. The mode and the task
 * come with the run. If both timers have the same run, the later choice of mode and task wins.
 */
export function merged(own: Timer, other: Timer, serverAheadMs: number): Merged {
  const [earlier, later] = isLater(own, other) ? [other, own] : [own, other];
  const isCompleted = earlier.last?.isCompleted && earlier.last.id === later.run?.id;
  const [base, lost] = isCompleted ? [earlier, later] : [later, earlier];
  return mergedInto(base, lost, serverAheadMs);
}

/** Merges two timers. `base` decides about the run. */
function mergedInto(base: Timer, lost: Timer, serverAheadMs: number): Merged {
  const latest = lost.changedAt > base.changedAt ? lost : base;
  const { mode, taskId } = isSameRun(lost, base) ? latest : base;
  const ended = endedElsewhere(lost, base, serverAheadMs);
  const isLast = ended && base.last?.id === ended.id;
  const last = withWhatWasLost(base, lost, ended);
  const unrecorded = ended && !isLast ? ended : last;
  // The note of a recorded run is stored in its record.
  const note = ended && unrecorded && isLong(unrecorded) ? versionOf(base) : laterNote(base, lost);
  const run = withLessLeft(base, lost);
  const runAt = Math.max(runAtOf(base), runAtOf(lost));
  const timer = {
    ...base,
    ...note,
    run,
    mode,
    taskId,
    hasNoEnd: latest.hasNoEnd ?? false,
    last,
    changedAt: latest.changedAt,
    runAt: run === base.run ? runAt : runAt + 1,
    device: latest.device,
  };
  return { timer, ended: unrecorded === base.last ? null : unrecorded };
}

/**
 * Whether an ended run should be recorded. A completed run always should, and an interrupted one only if it was long
 * enough.
 */
export const isLong = ({ isCompleted, actualMs }: EndedRun) =>
  isCompleted || actualMs >= RECORDED_MIN_MS;

/**
 * Returns the run of `timer` if `base` has ended or replaced it, as the run was at that moment. Otherwise returns
 * undefined.
 */
function endedElsewhere(timer: Timer, base: Timer, serverAheadMs: number): EndedRun | undefined {
  const { run } = timer;
  if (!run || run.id === base.run?.id) return undefined;
  const moments = [
    base.last?.startedAt,
    // Reaching zero is not an action of the person.
    base.last?.isCompleted ? undefined : base.last?.endedAt,
    base.run?.startedAt,
    base.run?.at,
    runAtOf(base) - serverAheadMs,
  ];
  const since = moments.filter((at) => at !== undefined && at > run.at) as number[];
  const at = run.isRunning && since.length > 0 ? Math.min(...since) : run.at;
  const left = leftMs(timer, at);
  const isCompleted = run.isRunning && left === 0;
  return ended(timer, run, isCompleted ? endOf(run) : at, run.plannedMs - left, isCompleted);
}

/**
 * Returns the run of `base`. If the other timer has the same run with a smaller `leftMs`, the run gets that value. If
 * the last action is the same in both timers, the run stays as it is.
 */
function withLessLeft(base: Timer, lost: Timer): Run | null {
  const { run } = base;
  if (!run || run.id !== lost.run?.id || runAtOf(base) === runAtOf(lost)) return run;
  return lost.run.leftMs < run.leftMs ? { ...run, leftMs: lost.run.leftMs } : run;
}

/** Returns the ended run of `base` with what only the other timer knows about the run: a longer time, or a note. */
function withWhatWasLost(base: Timer, lost: Timer, ended: EndedRun | undefined): EndedRun | null {
  const { last } = base;
  const known = [lost.last, ended].find((run) => run?.id === last?.id);
  if (!last || !known) return last;
  const note =
    known === ended
      ? laterNote({ ...base, note: last.note }, lost).note
      : bothNotes(last.note ?? '', known.note ?? '');
  const isLonger = !last.isCompleted && known.actualMs > last.actualMs + LONGER_MS;
  const text = note?.trim() || null;
  return isLonger || text !== last.note ? { ...(isLonger ? known : last), note: text } : last;
}

/** Returns the lines of a text that are in none of the other texts. */
export const linesMissing = (text: string, others: readonly (string | null)[]): string[] =>
  text.split('\n').filter((line) => !others.some((other) => other?.includes(line)));

/**
 * Joins the lines of two notes, up to `FOCUS_NOTES_MAX` characters. The result is the same whichever note comes first.
 */
function bothNotes(one: string, other: string): string {
  const [first = '', second = ''] = [one, other].sort();
  if (linesMissing(first, [second]).length === 0) return second;
  return [first, ...linesMissing(second, [first])].join('\n').slice(0, FOCUS_NOTES_MAX);
}

type Note = Pick<Timer, 'note' | 'noteAt' | 'noteFrom'>;

const versionOf = ({ note, noteAt = 0, noteFrom = 0 }: Note) => ({ note, noteAt, noteFrom });

/** Returns the note that was typed later, or both notes if neither was typed on top of the other. */
function laterNote(own: Note, other: Note): Note {
  const [early, late] = (own.noteAt ?? 0) < (other.noteAt ?? 0) ? [own, other] : [other, own];
  const { noteAt = 0, noteFrom = 0 } = late;
  const [before, after] = [early.note ?? '', late.note ?? ''];
  if (noteAt === (early.noteAt ?? 0))
    return { ...versionOf(late), note: bothNotes(before, after) || null };
  if (noteFrom >= (early.noteAt ?? 0) || after.includes(before)) return versionOf(late);
  const note = before.includes(after) ? before : `${before}\n${after}`;
  return { note: note.slice(0, FOCUS_NOTES_MAX), noteAt, noteFrom: noteAt };
}

/** Whether the timer differs from the one that another device shares. Times by this device's clock are not compared. */
export function differs(timer: Timer, shared: Timer): boolean {
  const of = (one: Timer) => [
    runAtOf(one),
    one.run?.id,
    one.last?.id,
    one.last?.note,
    one.mode,
    one.taskId,
    one.hasNoEnd ?? false,
    one.note,
  ];
  return JSON.stringify(of(timer)) !== JSON.stringify(of(shared));
}

/**
 * Whether `timer` is what `before` becomes when the run of `before` is completed. Returns false if the time of that run
 * is not up yet.
 */
export function isCompletionOf(
  before: Timer,
  timer: Timer,
  now: number,
  rules: TimerSettings,
): boolean {
  const { run } = before;
  if (
    !run?.isRunning ||
    endOf(run) > now ||
    timer.run ||
    timer.last?.id !== run.id ||
    !timer.last.isCompleted
  )
    return false;
  const completed = reduceTimer(before, { type: 'complete', now: endOf(run) }, rules);
  const fields = ['mode', 'sessions', 'taskId', 'note'] as const;
  return fields.every((field) => completed[field] === timer[field]);
}

/** Returns minutes and seconds, rounded up to full seconds: "24:59", "180:00". */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns how many sessions before the long break are done. During the long break, all sessions are done. */
export function sessionsInCycle(
  sessions: number,
  mode: TimerMode,
  sessionsBeforeLongBreak: number,
): number {
  const done = sessions % sessionsBeforeLongBreak;
  return done === 0 && sessions > 0 && mode === 'longBreak' ? sessionsBeforeLongBreak : done;
}
