import { DEFAULT_SETTINGS } from '@daymark/contract/settings';
import {
  adopted,
  FRESH_TIMER,
  leftMs,
  leftPercent,
  reduceTimer,
  sessionsAt,
  Timer,
  type EndedRun,
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
  /** Calls back when the page is seen again, perhaps after hours. Returns the way to stop. */
  onAwake: (listener: () => void) => () => void;
  /** Takes a name that only one tab can have: resolves to the way to give it back, or to nothing. */
  claim: (name: string) => Promise<(() => void) | undefined>;
  /** Calls back after that many ms, or later. Returns the way to call it off. */
  after: (ms: number, work: () => void) => () => void;
  newId: () => number;
  /** Whether this page may make a sound: somebody has touched it. */
  canRing: () => boolean;
  ring: () => void;
  /** Shows what is left in the tab's title; null for nothing. */
  showInTitle: (view: TimerView | null) => void;
  /** Says that a run was completed. `isHere`: in this tab, and not in another. */
  tell: (completed: TimerMode, isHere: boolean) => void;
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

/** Shorter interrupted runs were no work. */
const WORTH_KEEPING_MS = 60_000;
/** What two clocks may differ by before one of them was set. */
const SET_BACK_MS = 1_000;
/** A tab that can't ring lets those that can go first. */
const GRACE_MS = 1_000;
/** Until every tab has heard of it, whoever completed a run keeps its name. */
const HEARD_MS = 5_000;

export type FocusTimer = ReturnType<typeof createFocusTimer>;

/**
 * Keeps one person's timer: in step with their other tabs, through reloads and sleep. It ticks while somebody attends.
 *
 * Whose clock counts: the wall clock, because it alone goes on through reloads and sleep. Where the page lives through
 * a clock that is set back, the steady clock tells, and the run is anchored anew: it lasts no longer than it should.
 * A clock set forward can't be told from sleep and counts as time that has passed. A clock set back while no page
 * was open gives back at most what had run since the last Start.
 */
export function createFocusTimer(ports: TimerPorts) {
  const listeners = new Set<() => void>();
  const recorders: ((run: EndedRun) => void)[] = [];
  let rules: TimerRules = DEFAULT_SETTINGS;
  let timer = parsed(ports.read()) ?? FRESH_TIMER;
  let seen: { wall: number; steady: number; left: number; runId: number | undefined } | undefined;
  let finishing = false;
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
    ports.showInTitle(stop && view.state !== 'idle' ? view : null);
    for (const listener of listeners) listener();
  }

  /** Takes a step that this tab decided on, and tells the others. */
  function step(action: TimerAction) {
    const before = timer;
    timer = reduceTimer(before, action, rules);
    if (timer === before) return;
    ports.write(JSON.stringify(timer));
    note();
    const { last } = timer;
    if (!last || last === before.last) return;
    if (last.isCompleted) {
      ports.ring();
      ports.tell(last.mode, true);
    }
    if (last.isCompleted || last.actualMs >= WORTH_KEEPING_MS) recorders.at(-1)?.(last);
  }

  /** Takes over what another tab wrote. */
  function take(text: string | null) {
    const other = parsed(text);
    if (!other) return;
    const before = timer;
    timer = adopted(before, other);
    if (timer === before) {
      // The other one hasn't heard yet that the run has ended.
      ports.write(JSON.stringify(timer));
      return;
    }
    note();
    const { last } = timer;
    if (last?.isCompleted && last.id !== before.last?.id && before.run?.id === last.id)
      ports.tell(last.mode, false);
  }

  /** The freshest there is: a person acts in one tab right after another. */
  function refresh() {
    const text = ports.read();
    if (text !== JSON.stringify(timer)) take(text);
  }

  /** What both clocks say now, to hold the next look against. */
  function note() {
    const wall = ports.wall();
    seen = { wall, steady: ports.steady(), left: leftMs(timer, wall), runId: timer.run?.id };
  }

  /** Anchors a running timer anew where the wall clock was set back. */
  function minds() {
    const { run } = timer;
    const [wall, steady] = [ports.wall(), ports.steady()];
    if (run?.isRunning && seen && seen.runId === run.id) {
      const passed = steady - seen.steady;
      if (passed - (wall - seen.wall) > SET_BACK_MS)
        step({ type: 'settle', now: wall, leftMs: seen.left - passed });
    } else if (run?.isRunning && wall < run.at)
      step({ type: 'settle', now: wall, leftMs: run.leftMs });
    note();
  }

  function look() {
    minds();
    const { run } = timer;
    const isDue = run?.isRunning && run.at + run.leftMs <= ports.wall();
    if (isDue) {
      const late = ports.wall() - (run.at + run.leftMs);
      if (ports.canRing() || late >= GRACE_MS) void finish(run.id);
    }
    publish();
    plan();
  }

  /** The next look: when the next second is over. */
  function plan() {
    cancelTick?.();
    if (stop && timer.run?.isRunning) cancelTick = ports.after(view.leftMs % 1000 || 1000, look);
  }

  /** Completes a run that is due, unless another tab does. */
  async function finish(id: number) {
    if (finishing) return;
    finishing = true;
    try {
      const giveBack = await ports.claim(`run.${id}`);
      if (!giveBack) return;
      refresh();
      if (timer.run?.id === id) step({ type: 'complete', now: ports.wall() });
      ports.after(HEARD_MS, giveBack);
    } finally {
      finishing = false;
    }
    publish();
    plan();
  }

  function act(action: TimerAction) {
    refresh();
    minds();
    step(action);
    look();
  }

  function begin() {
    const stops = [
      ports.onWritten((text) => {
        take(text);
        look();
      }),
      ports.onAwake(look),
    ];
    stop = () => {
      for (const end of stops) end();
      cancelTick?.();
      stop = undefined;
      ports.showInTitle(null);
    };
    refresh();
    look();
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: (): TimerView => view,
    /** Has the timer tick, and every run that ends here recorded. Returns the way to stop. */
    attend(record: (run: EndedRun) => void): () => void {
      recorders.push(record);
      if (!stop) begin();
      return () => {
        recorders.splice(recorders.indexOf(record), 1);
        if (recorders.length === 0) stop?.();
      };
    },
    /** What the settings say, once they are loaded. A run that has begun keeps its duration. */
    setRules(next: TimerRules): void {
      rules = next;
      publish();
    },
    start: () => act({ type: 'start', now: ports.wall(), id: ports.newId() }),
    pause: () => act({ type: 'pause', now: ports.wall() }),
    reset: () => act({ type: 'reset', now: ports.wall() }),
    chooseMode: (mode: TimerMode) => act({ type: 'chooseMode', now: ports.wall(), mode }),
    chooseTask: (taskId: number | null) => act({ type: 'chooseTask', taskId }),
  };
}

function parsed(text: string | null): Timer | undefined {
  try {
    const { data } = Timer.safeParse(JSON.parse(text ?? 'null'));
    return data;
  } catch {
    return undefined;
  }
}
