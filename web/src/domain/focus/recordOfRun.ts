import { localInstant } from '../../lib/time/dates';
import type { EndedRun } from './focusTimer';

/** Returns a run as it is recorded, with durations in seconds. */
export function recordOfRun(run: EndedRun) {
  return {
    id: run.id,
    mode: run.mode,
    // A part that only adds a note lasts a second, because the server refuses an empty session.
    start: localInstant(new Date(Math.min(run.startedAt, run.endedAt - 1000))),
    end: localInstant(new Date(run.endedAt)),
    plannedSeconds: Math.round(run.plannedMs / 1000),
    actualSeconds: Math.round(run.actualMs / 1000),
    completed: run.isCompleted || run.actualMs >= run.plannedMs,
    taskId: run.taskId,
    note: run.note,
  };
}
