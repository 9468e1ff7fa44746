import { atRest, FRESH_TIMER, reduceTimer, type EndedRun, type Timer } from './focusTimer';
import type { TimerSettings } from '@daymark/contract/settings';

interface Start {
  /** When the focus session starts, by the server's clock, in ms. */
  now: number;
  /** The id of the new run. */
  id: number;
  /** The number of this browser. */
  device: number;
}

/** The timer after a start, and the run that had reached zero before it unnoticed, if there is one. */
interface Started {
  timer: Timer;
  completed: EndedRun | undefined;
}

/**
 * Starts a focus session with a task on the timer that the devices share. A paused session with this task goes on. Any
 * other run stays as it is, because a new session would interrupt it. Returns `running` if a session with this task
 * runs, and `inUse` if the timer has another run.
 */
export function focusStarted(
  shared: Timer | null | undefined,
  taskId: number,
  { now, id, device }: Start,
  rules: TimerSettings,
): Started | 'running' | 'inUse' {
  const before = shared ?? FRESH_TIMER;
  const found = reduceTimer(atRest(before, now), { type: 'complete', now }, rules);
  if (found.run && (found.mode !== 'focus' || found.taskId !== taskId)) return 'inUse';
  if (found.run?.isRunning) return 'running';
  const focusing = reduceTimer(found, { type: 'chooseMode', now, mode: 'focus' }, rules);
  const working = reduceTimer(focusing, { type: 'chooseTask', taskId }, rules);
  const changedAt = Math.max(before.changedAt + 1, Math.round(now));
  return {
    timer: {
      ...reduceTimer(working, { type: 'start', now, id }, rules),
      changedAt,
      runAt: changedAt,
      device,
    },
    completed: found.last !== before.last ? (found.last ?? undefined) : undefined,
  };
}
