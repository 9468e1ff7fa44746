import { useEffect, useSyncExternalStore } from 'react';
import { localInstant } from '../../lib/time/dates';
import { durationText } from '../../lib/time/durationText';
import { useSync } from '../../sync/useSync';
import { toastSaved } from '../../ui/toasts/savedToast';
import { toast } from '../../ui/toasts/toast';
import { focusTimerOf } from '../../records/focus/browserTimer';
import { unlockChime } from '../../records/focus/chime';
import type { FocusTimer, TimerView } from '../../records/focus/createFocusTimer';
import { partsOf, useSessionMutations, useTimerSettings } from '../../records/focus/focusQueries';
import { RECORDED_MIN_MS, type EndedRun } from '../../domain/focus/focusTimer';

/** Returns a run as it is recorded, with durations in seconds. */
function recordOf(run: EndedRun) {
  return {
    id: run.id,
    mode: run.mode,
    start: localInstant(new Date(run.startedAt)),
    end: localInstant(new Date(run.endedAt)),
    plannedSeconds: Math.round(run.plannedMs / 1000),
    actualSeconds: Math.round(run.actualMs / 1000),
    completed: run.isCompleted,
    taskId: run.taskId,
    note: run.note,
  };
}

interface UsedTimer extends TimerView {
  /** Starts, resumes or pauses. Must be called in a click or key handler, because it also unlocks the sound. */
  toggle: () => void;
  /** Starts a run of this duration, in ms. Must be called in a click or key handler too. */
  startFor: (plannedMs: number) => void;
  /** Resets the timer. The toast offers Undo. */
  reset: () => void;
  /** Ends the run and records the time so far. A run of less than a minute continues. */
  stopAndSave: () => void;
  timerActions: Pick<FocusTimer, 'chooseMode' | 'chooseTask' | 'write'>;
}

/**
 * Returns the person's timer. The timer ticks, completes and records while at least one component uses it. The shell
 * uses the timer on every signed-in screen.
 */
export function useFocusTimer(userId: number): UsedTimer {
  const focusTimer = focusTimerOf(userId);
  const sync = useSync();
  const view = useSyncExternalStore(focusTimer.subscribe, focusTimer.view);
  const { rules, isPending, shared, share, serverNow } = useTimerSettings();
  const { create } = useSessionMutations();
  useEffect(() => {
    if (!isPending) focusTimer.setRules(rules);
  }, [focusTimer, rules, isPending]);
  useEffect(
    () =>
      focusTimer.attach({
        record: (run) => create(recordOf(run)),
        parts: (id) => partsOf(sync, id),
        share,
        serverNow,
      }),
    [focusTimer, sync, create, share, serverNow],
  );
  useEffect(() => {
    if (shared) focusTimer.receive(shared);
  }, [focusTimer, shared]);
  useEffect(() => {
    let seen: unknown;
    return sync.subscribe(() => {
      const { data } = sync.records('focusSessions');
      if (data === seen) return;
      seen = data;
      focusTimer.catchUp();
    });
  }, [focusTimer, sync]);
  return {
    ...view,
    toggle: () => {
      unlockChime();
      if (view.state === 'running') focusTimer.pause();
      else focusTimer.start();
    },
    startFor: (plannedMs) => {
      unlockChime();
      focusTimer.start(plannedMs);
    },
    reset: () => {
      const undo = focusTimer.reset();
      if (undo) toast({ title: 'Timer reset', action: { label: 'Undo', run: undo } });
    },
    stopAndSave: () => {
      const { timer, leftMs } = focusTimer.view();
      const actualMs = timer.run ? timer.run.plannedMs - leftMs : 0;
      if (actualMs < RECORDED_MIN_MS) {
        toast({
          title: 'Nothing to save yet',
          description: 'A session must last at least a minute.',
        });
        return;
      }
      const resume = focusTimer.reset();
      toastSaved(sync, {
        title: 'Session saved',
        description: durationText(actualMs / 60_000),
        // The saved part stays recorded. The time after Continue becomes another part of the session.
        ...(resume && { action: { label: 'Continue', run: resume } }),
      });
    },
    timerActions: focusTimer,
  };
}
