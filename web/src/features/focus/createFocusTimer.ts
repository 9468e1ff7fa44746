import { FocusTimerState } from '@daymark/contract/focusTimerState';
import { DEFAULT_SETTINGS } from '@daymark/contract/settings';
import { createListeners } from '../../lib/externalStore';
import {
  adopted,
  shiftedBy,
  FRESH_TIMER,
  leftMs,
  leftPercent,
  reduceTimer,
  sessionsAt,
  RECORDED_MIN_MS,
  type EndedRun,
  type Timer,
  type TimerAction,
  type TimerMode,
  type TimerRules,
} from './focusTimer';

/** What the timer needs of the browser. */
export interface TimerPorts {
  /** The wall clock, in ms. */
  wall: () => number;
  /** A clock that nobody can set, in ms since any moment. It may stand still while the machine sleeps. */
  steady: () => number;
  /** What the tabs of one person share. */
  read: () => string | null;
  write: (text: string) => void;
  /** Calls back with what another tab wrote. Returns the way to stop. */
  onWritten: (listener: (text: string | null) => void) => () => void;
  /** Calls back when the page is lastClocks again, perhaps after hours. Returns the way to stop. */
  onAwake: (listener: () => void) => () => void;
  /** Takes a name that only one tab can have: resolves to the way to give it back, or to nothing. */
  acquireLock: (name: string) => Promise<(() => void) | undefined>;
  /** Calls back after that many ms, or later. Returns the way to call it off. */
  after: (ms: number, work: () => void) => () => void;
  /** The same on time, also in a page that nobody sees, whose timeouts the browser holds up. */
  afterOnTime: (ms: number, work: () => void) => () => void;
  newId: () => number;
  /** This browser's own number, the same in all its tabs. */
  device: () => number;
  /** Whether this page may make a sound: somebody has touched it. */
  canRing: () => boolean;
  ring: () => void;
  /** Shows what is left in the tab's title and icon; null for nothing. */
  showInTab: (view: TimerView | null) => void;
  /** Says that a run was completed. `isHere`: in this tab, and not in another. */
  showCompletion: (completed: TimerMode, isHere: boolean) => void;
}

/** The timer as it stands at a moment. */
export interface TimerView {
  timer: Timer;
  leftMs: number;
  leftPercent: number;
  /** Focus sessions that count towards the long break. */
  sessions: number;
  state: 'idle' | 'running' | 'paused';
}

/** Whoever uses a timer: where its runs are recorded, and how it gets to the person's other devices. */
export interface TimerHost {
  record: (run: EndedRun) => void;
  /** Sends the timer to the other devices; its times are the server's. */
  share: (timer: Timer) => void;
  /** The moment by the server's clock, as far as it is known. */
  serverNow: () => Date;
}

/** What two clocks may differ by before one of them was set. */
const CLOCK_TOLERANCE_MS = 1_000;
/** A tab that can't ring lets those that can go first. */
const SILENT_TAB_WAIT_MS = 1_000;
/** Another device of the same person, where they used the timer last, rings unless it is gone. */
const OTHER_DEVICE_WAIT_MS = 3_000;
/** Nobody was here when the run ended; another device may have completed it long ago, and its word be on the way. */
const AWAY_MS = 90_000;
const SYNC_WAIT_MS = 3_000;
/** What is being written goes to the other devices once the hand rests. */
const NOTE_DEBOUNCE_MS = 2_000;
/** Until every tab has heard of it, whoever completed a run keeps its name. */
const LOCK_HELD_MS = 5_000;

export type FocusTimer = ReturnType<typeof createFocusTimer>;

/**
 * Keeps one person's timer: in step with their other tabs, through reloads and sleep. It ticks while somebody attends.
 *
 * Whose clock counts: the wall clock, because it alone goes on through reloads and sleep. Where the page lives through
 * a clock that is set back, the steady clock tells, and the run is anchored anew: it lasts no longer than it should.
 * A clock set forward can't be told from sleep and counts as time that has passed. A clock set back while no page
 * was open gives back at most what had run since the last Start.
 *
 * Between devices the timer travels in the server's time, and the later change counts. Each completes a run under the
 * run's own id, so that it is recorded once; the device that the person used last rings, and another only if that one
 * doesn't.
 */
export function createFocusTimer(ports: TimerPorts) {
  const listeners = createListeners();
  const hosts: TimerHost[] = [];
  let rules: TimerRules = DEFAULT_SETTINGS;
  let timer = parsed(ports.read()) ?? FRESH_TIMER;
  let lastClocks:
    { wall: number; steady: number; left: number; runId: number | undefined } | undefined;
  let finishing = false;
  /** The run that is due, and what it was late by when that was first seen. */
  let due: { id: number; late: number; steady: number } | undefined;
  let sharedAt = 0;
  let cancelShare: (() => void) | undefined;
  let stop: (() => void) | undefined;
  let cancelTick: (() => void) | undefined;
  let view = viewNow();

  function viewNow(): TimerView {
    const now = ports.wall();
    return {
      timer,
      leftMs: leftMs(timer, now, rules),
      leftPercent: leftPercent(timer, now, rules),
      sessions: sessionsAt(timer, now),
      state: timer.run ? (timer.run.isRunning ? 'running' : 'paused') : 'idle',
    };
  }

  function publish() {
    view = viewNow();
    ports.showInTab(stop && view.state !== 'idle' ? view : null);
    listeners.notify();
  }

  /** Takes a step that this tab decided on, and tells the others. */
  function step(action: TimerAction) {
    const before = timer;
    timer = reduceTimer(before, action, rules);
    if (timer === before) return;
    // A clock that was set is this device's own affair.
    if (action.type !== 'clockSetBack') stamp(action);
    ports.write(JSON.stringify(timer));
    rememberClocks();
    const { last } = timer;
    if (!last || last === before.last) return;
    if (last.isCompleted) {
      ports.ring();
      ports.showCompletion(last.mode, true);
    }
    if (last.isCompleted || last.actualMs >= RECORDED_MIN_MS) hosts.at(-1)?.record(last);
  }

  /** How far the server's clock is serverAheadMs. */
  const serverAheadMs = () => (hosts.at(-1)?.serverNow().getTime() ?? ports.wall()) - ports.wall();

  /** Notes when and where the timer was changed, and lets the other devices know. */
  function stamp({ type }: TimerAction) {
    // A run is completed when it ended, however late that is noticed: what was begun elsewhere since then counts more.
    const at = type === 'complete' && timer.last ? timer.last.endedAt : ports.wall();
    const changedAt = Math.max(timer.changedAt + 1, Math.round(at + serverAheadMs()));
    timer = { ...timer, changedAt, device: ports.device() };
    cancelShare?.();
    if (type === 'write') cancelShare = ports.after(NOTE_DEBOUNCE_MS, share);
    else share();
  }

  function share() {
    sharedAt = timer.changedAt;
    hosts.at(-1)?.share(shiftedBy(timer, serverAheadMs()));
  }

  /** Takes over what another tab wrote. */
  function adoptText(text: string | null) {
    const other = parsed(text);
    if (other && !adopt(other))
      // The other one hasn't heard yet that the run has ended.
      ports.write(JSON.stringify(timer));
  }

  /** Whether it is ours now. */
  function adopt(other: Timer): boolean {
    const before = timer;
    timer = adopted(before, other);
    if (timer === before) return false;
    rememberClocks();
    const { last } = timer;
    if (last?.isCompleted && last.id !== before.last?.id && before.run?.id === last.id)
      ports.showCompletion(last.mode, false);
    return true;
  }

  /** Takes over what another device did, unless this one did something later. */
  function receive(shared: Timer) {
    if (shared.changedAt > timer.changedAt) {
      if (adopt(shiftedBy(shared, -serverAheadMs()))) ports.write(JSON.stringify(timer));
      else {
        timer = { ...timer, changedAt: shared.changedAt + 1 };
        share();
      }
      check();
    } else if (shared.changedAt < timer.changedAt && sharedAt !== timer.changedAt && stop) share();
  }

  /** The freshest there is: a person acts in one tab right after another. */
  function refresh() {
    const text = ports.read();
    if (text !== JSON.stringify(timer)) adoptText(text);
  }

  /** What both clocks say now, to hold the next check against. */
  function rememberClocks() {
    const wall = ports.wall();
    lastClocks = { wall, steady: ports.steady(), left: leftMs(timer, wall), runId: timer.run?.id };
  }

  /** Anchors a running timer anew where the wall clock was set back. */
  function correctClock() {
    const { run } = timer;
    const [wall, steady] = [ports.wall(), ports.steady()];
    if (run?.isRunning && lastClocks && lastClocks.runId === run.id) {
      const passed = steady - lastClocks.steady;
      if (passed - (wall - lastClocks.wall) > CLOCK_TOLERANCE_MS)
        step({ type: 'clockSetBack', now: wall, leftMs: lastClocks.left - passed });
    } else if (run?.isRunning && wall < run.at)
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
      if (due.late > AWAY_MS ? waited >= SYNC_WAIT_MS : due.late + waited >= waitMs())
        void finish(run.id);
    } else due = undefined;
    publish();
    schedule();
  }

  /** How long a run that is due is left to others. */
  function waitMs(): number {
    const wasUsedElsewhere = timer.device !== 0 && timer.device !== ports.device();
    return (
      (wasUsedElsewhere ? OTHER_DEVICE_WAIT_MS : 0) + (ports.canRing() ? 0 : SILENT_TAB_WAIT_MS)
    );
  }

  /** The next check: when the next second is over. And at the end, which must not be missed. */
  function schedule() {
    cancelTick?.();
    if (!stop || !timer.run?.isRunning) return;
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
    /** Has the timer tick, every run that ends here recorded, and every change shared. Returns the way to stop. */
    attach(host: TimerHost): () => void {
      hosts.push(host);
      if (!stop) begin();
      return () => {
        if (hosts.length === 1) stop?.();
        hosts.splice(hosts.indexOf(host), 1);
      };
    },
    /** What the person's devices know of the timer, each time that it changes. */
    receive,
    /** What the settings say, once they are loaded. A run that has begun keeps its duration. */
    setRules(next: TimerRules): void {
      rules = next;
      publish();
    },
    /** `plannedMs`: a length of its own, for a run that is to fit. */
    start: (plannedMs?: number) =>
      act({ type: 'start', now: ports.wall(), id: ports.newId(), plannedMs }),
    pause: () => act({ type: 'pause', now: ports.wall() }),
    reset: () => act({ type: 'reset', now: ports.wall() }),
    chooseMode: (mode: TimerMode) => act({ type: 'chooseMode', now: ports.wall(), mode }),
    chooseTask: (taskId: number | null) => act({ type: 'chooseTask', taskId }),
    /** What is written down during the run. */
    write: (note: string) => act({ type: 'write', note }),
  };
}

function parsed(text: string | null): Timer | undefined {
  try {
    const { data } = FocusTimerState.safeParse(JSON.parse(text ?? 'null'));
    return data;
  } catch {
    return undefined;
  }
}
