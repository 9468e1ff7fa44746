import { EndedRun as EndedRunState, FocusTimerState } from '@daymark/contract/focusTimerState';
import { DEFAULT_SETTINGS, type TimerSettings } from '@daymark/contract/settings';
import * as z from 'zod/mini';
import { createListeners } from '../../lib/browser/externalStore';
import {
  atRest,
  differs,
  hasNoEnd,
  isAnnounced,
  isCompletionOf,
  isLong,
  merged,
  shiftedBy,
  FRESH_TIMER,
  leftMs,
  leftPercent,
  linesMissing,
  reduceTimer,
  runAtOf,
  sessionsAt,
  shownMs,
  RECORDED_MIN_MS,
  type EndedRun,
  type Timer,
  type TimerAction,
  type TimerMode,
} from '../../domain/focus/focusTimer';

/** The parts of the browser that the timer needs. */
export interface TimerPorts {
  /** The wall clock, in ms. */
  wall: () => number;
  /** A monotonic clock, in ms since an arbitrary moment, which may stop while the machine sleeps. */
  steady: () => number;
  /** The stored timer, which all tabs of one person share. */
  read: () => string | null;
  write: (text: string) => void;
  /** Calls back with the text that another tab wrote. Returns a function that removes the listener. */
  onWritten: (listener: (text: string | null) => void) => () => void;
  /**
   * Calls back when the page becomes visible again, perhaps after hours. Returns a function that removes the listener.
   */
  onAwake: (listener: () => void) => () => void;
  /**
   * Takes a lock that only one tab can hold. Resolves to a function that releases the lock, or to undefined if the lock
   * is taken.
   */
  acquireLock: (name: string) => Promise<(() => void) | undefined>;
  /** Calls back after `ms`, or later. Returns a function that cancels the call. */
  after: (ms: number, work: () => void) => () => void;
  /** Calls back like `after`, but on time even in a hidden page, where the browser throttles ordinary timeouts. */
  afterOnTime: (ms: number, work: () => void) => () => void;
  newId: () => number;
  /** This browser's id, the same in all its tabs. */
  device: () => number;
  /** Whether this page may play a sound. The browser allows that once the person has interacted with the page. */
  canRing: () => boolean;
  ring: () => void;
  /** Shows the timer in the tab's title and icon. Null removes it. */
  showInTab: (view: TimerView | null) => void;
  /**
   * Shows that a run was completed. `isHere` is whether this tab completed it, and `notifies` whether the person wants
   * reminders of it.
   */
  showCompletion: (run: {
    completed: EndedRun;
    next: TimerMode;
    isHere: boolean;
    notifies: boolean;
  }) => void;
}

/** The timer at one moment. */
export interface TimerView {
  timer: Timer;
  leftMs: number;
  leftPercent: number;
  /** The time that the clock shows, in ms: the time left, or the time so far of a run without an end. */
  shownMs: number;
  hasNoEnd: boolean;
  /** The title of the task of the focus session. Undefined without a task, and during a break. */
  taskTitle: string | undefined;
  /** Focus sessions that count toward the long break. */
  sessions: number;
  state: 'idle' | 'running' | 'paused';
}

/** A part of a run that is recorded. */
export interface RecordedPart {
  isCompleted: boolean;
  actualMs: number;
  note: string | null;
}

/** Records the timer's runs and syncs the timer with the person's other devices. */
export interface TimerHost {
  record: (part: EndedRun) => void;
  /**
   * Returns the recorded parts of a run, on this device or another. The first part has the run's id, and each further
   * part has the next number. A run has several parts if it went on after it was recorded as ended, because a later
   * action on another device won.
   */
  parts: (runId: number) => readonly RecordedPart[];
  /** Sends the timer to the other devices. The sent times are by the server's clock. */
  share: (timer: Timer) => void;
  /** Returns the time by the server's clock, as far as it is known. */
  serverNow: () => Date;
  /** Returns whether the person wants reminders of the end of a run. */
  notifies: () => boolean;
}

/**
 * How far the wall clock may fall behind the steady clock, in ms. A larger lag means that the wall clock was set back.
 */
const CLOCK_TOLERANCE_MS = 1_000;
/** How long a tab that can't play a sound waits for one that can, in ms. */
const SILENT_TAB_WAIT_MS = 1_000;
/** How long a device waits for the one on which the person last used the timer, in ms. */
const OTHER_DEVICE_WAIT_MS = 3_000;
/** How long ago a run must have ended, in ms, to assume that another device may have completed it. */
const AWAY_MS = 90_000;
/** How long to wait for another device's change to arrive, in ms. */
const SYNC_WAIT_MS = 3_000;
/** How long a change that leaves the run as it is (a mode, a task, a typed note) waits before it is sent, in ms. */
const SHARE_DEBOUNCE_MS = 2_000;
/** How often an idle timer is checked, in ms. */
const IDLE_CHECK_MS = 10 * 60_000;
/**
 * How many times the same timer is sent again if it keeps losing, for example because this device's clock is behind.
 */
const RESENDS_MAX = 3;
/**
 * How long the tab that completed a run keeps its lock, in ms. By the end of that time, every other tab has received
 * the change.
 */
const LOCK_HELD_MS = 5_000;

export type FocusTimer = ReturnType<typeof createFocusTimer>;

/**
 * Creates one person's timer, in step with their other tabs and correct after reloads and sleep. The timer ticks while
 * a host is attached.
 *
 * The timer counts by the wall clock, because no other clock continues during reloads and sleep. If the wall clock is
 * set back while the page is open, the steady clock reveals the change. The run is corrected so that it lasts no longer
 * than it should. A clock set forward looks the same as sleep and counts as time passed. A clock set back while no page
 * is open gives back at most the time since the last Start.
 *
 * Between devices the timer is sent in the server's time, and the later change wins. Each device completes a run under
 * the run's own id, so that the run is recorded once. The other devices learn of the completion from the record. The
 * completed timer itself is sent with its next change. The device that the person used last plays the sound. Another
 * device plays the sound only if the first device doesn't.
 */
export function createFocusTimer(ports: TimerPorts) {
  const listeners = createListeners();
  const hosts: TimerHost[] = [];
  let rules: TimerSettings = DEFAULT_SETTINGS;
  let taskTitle: string | undefined;
  let timer = parsed(ports.read())?.timer ?? FRESH_TIMER;
  /** Runs that this device has recorded, the latest first. Another device may have recorded less of these runs. */
  let recorded = parsed(ports.read())?.recorded ?? [];
  let lastClocks:
    | { wall: number; steady: number; left: number; runId: number | undefined }
    | undefined;
  let finishing = false;
  /** The run that is due, and how late it was when this tab first noticed. */
  let due: { id: number; late: number; steady: number } | undefined;
  let sharedAt = 0;
  let resends = 0;
  let cancelShare: (() => void) | undefined;
  let stop: (() => void) | undefined;
  let cancelTick: (() => void) | undefined;
  let view = viewNow();

  function viewNow(): TimerView {
    const now = ports.wall();
    const shown = atRest(timer, now + serverAheadMs());
    return {
      timer: shown,
      leftMs: leftMs(shown, now, rules),
      leftPercent: leftPercent(shown, now, rules),
      shownMs: shownMs(shown, now, rules),
      hasNoEnd: hasNoEnd(shown),
      taskTitle: shown.mode === 'focus' ? taskTitle : undefined,
      sessions: sessionsAt(timer, now),
      state: timer.run ? (timer.run.isRunning ? 'running' : 'paused') : 'idle',
    };
  }

  function publish() {
    view = viewNow();
    ports.showInTab(stop && view.state !== 'idle' ? view : null);
    listeners.notify();
  }

  const text = () => JSON.stringify({ ...timer, recorded });
  const store = () => ports.write(text());

  /** Applies an action of this tab, and stores the result for the other tabs. */
  function step(action: TimerAction) {
    const before = atRest(timer, ports.wall() + serverAheadMs());
    const next = reduceTimer(before, action, rules);
    if (next === before) return;
    timer = next;
    // A correction because of this device's clock doesn't count as a change of the timer.
    if (action.type !== 'clockSetBack') stamp(action, before);
    store();
    rememberClocks();
    const { last } = timer;
    if (!last || last === before.last) return;
    const isOnTime = isAnnounced(last, ports.wall());
    if (isRecorded(last.id)) {
      // Another device has recorded the completion already.
      if (isOnTime) showCompletion(last, false);
    } else if (last.isCompleted && isOnTime) {
      ports.ring();
      showCompletion(last, true);
    }
    record(last);
  }

  const showCompletion = (completed: EndedRun, isHere: boolean) =>
    ports.showCompletion({
      completed,
      next: timer.mode,
      isHere,
      notifies: hosts.at(-1)?.notifies() ?? true,
    });

  const partsOf = (runId: number) => hosts.at(-1)?.parts(runId) ?? [];

  /** Whether a run is recorded as completed, on this device or another. */
  const isRecorded = (runId: number) => partsOf(runId).some(({ isCompleted }) => isCompleted);

  /** Records the part of a run that is not recorded yet, which is usually all of it. */
  function record(run: EndedRun) {
    const parts = partsOf(run.id);
    const restMs = run.actualMs - parts.reduce((sum, { actualMs }) => sum + actualMs, 0);
    const notes = parts.map(({ note }) => note);
    const missing = run.note === null ? [] : linesMissing(run.note, notes);
    const isMissing =
      parts.length === 0
        ? isLong(run)
        : restMs >= RECORDED_MIN_MS ||
          missing.length > 0 ||
          (run.isCompleted && !isRecorded(run.id));
    if (!isMissing) return;
    recorded = latestOf([run, ...recorded]);
    store();
    const actualMs = Math.max(0, restMs);
    hosts.at(-1)?.record(
      parts.length === 0
        ? run
        : {
            ...run,
            id: run.id + parts.length,
            startedAt: Math.max(run.startedAt, run.endedAt - actualMs),
            plannedMs: Math.max(0, run.plannedMs - (run.actualMs - actualMs)),
            actualMs,
            note: missing.join('\n') || null,
          },
    );
  }

  /** Records the missing parts of runs. Another device may have recorded less of a run than this device knows. */
  function catchUp() {
    for (const run of recorded) if (partsOf(run.id).length > 0) record(run);
  }

  /** Returns how far the server's clock is ahead of this device's, in ms. */
  function serverAheadMs(): number {
    return (hosts.at(-1)?.serverNow().getTime() ?? ports.wall()) - ports.wall();
  }

  /**
   * Stamps the timer with the time and device of the change, and sends it to the other devices. A completion is only
   * stamped with its time and isn't sent.
   */
  function stamp({ type }: TimerAction, before: Timer) {
    // A run is completed at its end, however late that is noticed. A run started elsewhere since that end is newer.
    const at = type === 'complete' && timer.last ? timer.last.endedAt : ports.wall();
    const changedAt = Math.max(timer.changedAt + 1, Math.round(at + serverAheadMs()));
    cancelShare?.();
    cancelShare = undefined;
    // Reaching zero is not an action of the person, so it doesn't end a run that was started elsewhere meanwhile.
    const isActed = timer.run !== before.run && type !== 'complete';
    timer = { ...timer, runAt: isActed ? changedAt : runAtOf(before) };
    if (type === 'write') timer = { ...timer, noteAt: changedAt };
    if (type === 'complete') {
      timer = { ...timer, changedAt };
      return;
    }
    timer = { ...timer, changedAt, device: ports.device() };
    if (timer.run === before.run) cancelShare = ports.after(SHARE_DEBOUNCE_MS, share);
    else share();
  }

  function share() {
    sharedAt = timer.changedAt;
    hosts.at(-1)?.share(shiftedBy(timer, serverAheadMs()));
  }

  /**
   * Sends the timer, because other devices don't know all of it. If the same timer was sent before, another device's
   * edit has replaced it. The same timer is sent again at most `RESENDS_MAX` times.
   */
  function resend() {
    resends = sharedAt === timer.changedAt ? resends + 1 : 0;
    if (resends <= RESENDS_MAX) share();
  }

  /** Adopts what another tab wrote. */
  function adoptText(written: string | null) {
    const other = parsed(written);
    if (!other) return;
    recorded = latestOf([...other.recorded, ...recorded]);
    adopt(merged(timer, other.timer, serverAheadMs()));
    // The other tab doesn't have all of the merged timer yet.
    if (differs(timer, other.timer)) store();
  }

  /** Replaces the timer with the merge of it and another tab's or device's timer. */
  function adopt({ timer: next, ended }: ReturnType<typeof merged>) {
    const before = timer;
    timer = next;
    rememberClocks();
    if (ended) record(ended);
    const { last } = timer;
    if (!last || last.id !== before.run?.id || timer.run?.id === last.id) return;
    if (last.isCompleted && isAnnounced(last, ports.wall())) showCompletion(last, false);
  }

  /** Merges another device's timer into this device's, and sends the result if the other devices don't know it. */
  function receive(shared: Timer) {
    if (shared.changedAt === timer.changedAt && !differs(timer, shared)) return;
    const isNews = shared.changedAt >= timer.changedAt;
    const before = timer;
    const other = shiftedBy(shared, -serverAheadMs());
    // If both timers have the same last action, this device's times are kept, because they are by its own clock.
    const { timer: next, ended } = merged(other, timer, serverAheadMs());
    // A run that only another device knows is recorded there, because that device knows how long it was.
    const isOwn = ended?.id === timer.run?.id || ended?.id === next.last?.id;
    // From now on the person types on top of this note.
    const isTyped = next.noteAt !== timer.noteAt;
    const continued = isTyped ? { ...next, noteFrom: next.noteAt } : next;
    adopt({ timer: continued, ended: isOwn ? ended : null });
    if (differs(timer, before) || isNews) store();
    if (stop && differs(timer, shared) && !isCompletionOf(other, timer, ports.wall(), rules)) {
      if (isNews) timer = { ...timer, changedAt: shared.changedAt + 1 };
      resend();
    }
    check();
  }

  /** Reads the stored timer, because the person may have just acted in another tab. */
  function refresh() {
    const stored = ports.read();
    if (stored !== text()) adoptText(stored);
  }

  /** Keeps the times of both clocks for the comparison at the next check. */
  function rememberClocks() {
    const wall = ports.wall();
    lastClocks = { wall, steady: ports.steady(), left: leftMs(timer, wall), runId: timer.run?.id };
  }

  /** Corrects a running timer if the wall clock was set back. */
  function correctClock() {
    const { run } = timer;
    const [wall, steady] = [ports.wall(), ports.steady()];
    if (run?.isRunning && lastClocks?.runId === run.id && lastClocks.wall >= run.at) {
      const passed = steady - lastClocks.steady;
      if (passed - (wall - lastClocks.wall) > CLOCK_TOLERANCE_MS)
        step({ type: 'clockSetBack', now: wall, leftMs: lastClocks.left - passed });
    } else if (run?.isRunning && wall < run.at)
      // The clock was set back while no page was open, or the run began on a device whose clock is ahead.
      step({ type: 'clockSetBack', now: wall, leftMs: run.leftMs });
    rememberClocks();
  }

  function check() {
    correctClock();
    const { run } = timer;
    const late = run?.isRunning ? ports.wall() - (run.at + run.leftMs) : -1;
    if (run && late >= 0) {
      if (due?.id !== run.id) due = { id: run.id, late, steady: ports.steady() };
      const waited = ports.steady() - due.steady;
      const isDone = isRecorded(run.id);
      if (isDone || (due.late > AWAY_MS ? waited >= SYNC_WAIT_MS : due.late + waited >= waitMs()))
        void finish(run.id);
    } else due = undefined;
    publish();
    schedule();
  }

  /** Returns how long this tab leaves a due run to other tabs and devices, in ms. */
  function waitMs(): number {
    const wasUsedElsewhere = timer.device !== 0 && timer.device !== ports.device();
    return (
      (wasUsedElsewhere ? OTHER_DEVICE_WAIT_MS : 0) + (ports.canRing() ? 0 : SILENT_TAB_WAIT_MS)
    );
  }

  /** Schedules the next check at the next full second, and exactly at the end of the run. */
  function schedule() {
    cancelTick?.();
    if (!stop) return;
    if (!timer.run?.isRunning) {
      // An idle timer can change without an action, for example to Focus on a new day.
      cancelTick = ports.after(IDLE_CHECK_MS, check);
      return;
    }
    const cancels = [
      ports.after(view.leftMs % 1000 || 1000, check),
      ports.afterOnTime(view.leftMs || 1000, check),
    ];
    cancelTick = () => cancels.forEach((cancel) => cancel());
  }

  /** Completes a run that is due, unless another tab does. */
  async function finish(id: number) {
    if (finishing) return;
    finishing = true;
    try {
      const release = await ports.acquireLock(`run.${id}`);
      if (!release) return;
      refresh();
      if (timer.run?.id === id) step({ type: 'complete', now: ports.wall() });
      ports.after(LOCK_HELD_MS, release);
    } finally {
      finishing = false;
    }
    publish();
    schedule();
  }

  function act(action: TimerAction) {
    refresh();
    correctClock();
    step(action);
    check();
  }

  function begin() {
    const stops = [
      ports.onWritten((text) => {
        adoptText(text);
        check();
      }),
      ports.onAwake(check),
    ];
    stop = () => {
      for (const end of stops) end();
      cancelTick?.();
      if (sharedAt !== timer.changedAt && cancelShare) share();
      cancelShare?.();
      stop = undefined;
      ports.showInTab(null);
    };
    refresh();
    check();
  }

  return {
    subscribe: listeners.subscribe,
    view: (): TimerView => view,
    /**
     * Starts ticking. The host records runs that end here and shares changes. Returns a function that detaches the
     * host.
     */
    attach(host: TimerHost): () => void {
      hosts.push(host);
      if (!stop) begin();
      return () => {
        if (hosts.length === 1) stop?.();
        hosts.splice(hosts.indexOf(host), 1);
      };
    },
    /** Call `receive` with the synced timer each time that timer changes. */
    receive,
    /** Call `catchUp` when the recorded runs have changed. */
    catchUp,
    /** Sets the durations, once the settings are loaded. A run that has begun keeps its own duration. */
    setRules(next: TimerSettings): void {
      rules = next;
      publish();
    },
    /** Sets the title of the timer's task. */
    setTaskTitle(title: string | undefined): void {
      if (title === taskTitle) return;
      taskTitle = title;
      publish();
    },
    /** Starts a run, or resumes it. `plannedMs` is a duration other than the settings'. */
    start: (plannedMs?: number) =>
      act({ type: 'start', now: ports.wall(), id: ports.newId(), plannedMs }),
    pause: () => act({ type: 'pause', now: ports.wall() }),
    /** Resets the timer. Returns a function that undoes the reset, or undefined if nothing was running or paused. */
    reset(): (() => void) | undefined {
      refresh();
      const before = timer;
      act({ type: 'reset', now: ports.wall() });
      if (!before.run || timer.run) return undefined;
      return () => act({ type: 'restore', now: ports.wall(), id: ports.newId(), before });
    },
    /** Continues the work of the completed focus session. */
    extend: () => act({ type: 'extend', now: ports.wall(), id: ports.newId() }),
    /** Ends the focus session, because its task is done, and leaves the task. Returns a function that undoes this. */
    done(taskId: number): () => void {
      refresh();
      const before = timer;
      act({ type: 'done', now: ports.wall(), taskId });
      return () =>
        before.run && !timer.run
          ? act({ type: 'restore', now: ports.wall(), id: ports.newId(), before })
          : act({ type: 'chooseTask', taskId: timer.taskId ?? before.taskId });
    },
    chooseEnd: (isWithout: boolean) => act({ type: 'chooseEnd', hasNoEnd: isWithout }),
    chooseMode: (mode: TimerMode) => act({ type: 'chooseMode', now: ports.wall(), mode }),
    chooseTask: (taskId: number | null) => act({ type: 'chooseTask', taskId }),
    /** Sets the note on the run. */
    write: (note: string) => act({ type: 'write', note }),
  };
}

const StoredTimer = z.extend(FocusTimerState, {
  recorded: z.array(EndedRunState),
});

function parsed(text: string | null): { timer: Timer; recorded: EndedRun[] } | undefined {
  try {
    const { data } = StoredTimer.safeParse(JSON.parse(text ?? 'null'));
    if (!data) return undefined;
    const { recorded, ...timer } = data;
    return { timer, recorded };
  } catch {
    return undefined;
  }
}

/** At most this many recorded runs are stored on a device. */
const REMEMBERED_MAX = 20;

/**
 * Returns the latest entry of each run, for at most `REMEMBERED_MAX` runs. In `runs`, the latest entries come first.
 */
const latestOf = (runs: readonly EndedRun[]) =>
  [...new Map([...runs].reverse().map((run) => [run.id, run])).values()]
    .reverse()
    .slice(0, REMEMBERED_MAX);
