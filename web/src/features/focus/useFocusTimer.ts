import { useEffect, useSyncExternalStore } from 'react';
import { isOpen } from '@daymark/contract/task';
import { withId } from '../../domain/mutation';
import type { ShownTask } from '../../domain/shownRecords';
import { useTaskMutations, useTaskRecords } from '../../records/tasks/taskQueries';
import { durationText } from '../../lib/time/durationText';
import { useSync } from '../../sync/useSync';
import { toastSaved } from '../../ui/toasts/savedToast';
import { toast } from '../../ui/toasts/toast';
import { focusTimerOf } from '../../records/focus/browserTimer';
import { unlockChime } from '../../records/focus/chime';
import type { FocusTimer, TimerView } from '../../records/focus/createFocusTimer';
import { partsOf, useSessionMutations, useTimerSettings } from '../../records/focus/focusQueries';
import { finishedFocus, RECORDED_MIN_MS } from '../../domain/focus/focusTimer';
import { recordOfRun } from '../../domain/focus/recordOfRun';
import { useNow } from '../../ui/hooks/useNow';

interface UsedTimer extends TimerView {
  /** Starts, resumes or pauses. Must be called in a click or key handler, because it also unlocks the sound. */
  toggle: () => void;
  /** Starts a run of this duration, in ms. Must be called in a click or key handler too. */
  startFor: (plannedMs: number) => void;
  /** Resets the timer. The toast offers Undo. */
  reset: () => void;
  /** Ends the run and records the time so far. A run of less than a minute continues. */
  stopAndSave: () => void;
  /** Completes a task, and ends the focus session with this task if it runs. The toast offers Undo. */
  done: (task: ShownTask) => void;
  /** Continues the work of the focus session that has just been completed. Must be called like `toggle`. */
  extend: () => void;
  /** The open task of the focus session, or of the one that has just been completed. */
  task: ShownTask | undefined;
  /** Whether to ask if the work is finished, because a focus session has just been completed. */
  isAsking: boolean;
  timerActions: Pick<FocusTimer, 'chooseMode' | 'chooseTask' | 'chooseEnd' | 'write'>;
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
  const { complete } = useTaskMutations();
  const { data: tasks = NO_TASKS } = useTaskRecords();
  const { timer } = view;
  const taskTitle = withId(tasks, timer.taskId ?? 0)?.title;
  useEffect(() => focusTimer.setTaskTitle(taskTitle), [focusTimer, taskTitle]);
  const finished = finishedFocus(timer, useNow().getTime());
  const workedOn = timer.run || timer.mode === 'focus' ? timer.taskId : timer.last?.taskId;
  const task = withId(tasks, workedOn ?? 0);
  const openTask = task && isOpen(task) ? task : undefined;
  useEffect(() => {
    if (!isPending) focusTimer.setRules(rules);
  }, [focusTimer, rules, isPending]);
  useEffect(
    () =>
      focusTimer.attach({
        record: (run) => create(recordOfRun(run)),
        parts: (id) => partsOf(sync, id),
        share,
        serverNow,
        notifies: () => sync.records('settings').data?.[0]?.remindsOfTimer ?? true,
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
      const minutes = minutesSoFar(focusTimer.view());
      if (minutes * 60_000 < RECORDED_MIN_MS) {
        toast({
          title: 'Nothing to save yet',
          description: 'A session must last at least a minute.',
        });
        return;
      }
      const resume = focusTimer.reset();
      toastSaved(sync, {
        title: 'Session saved',
        description: durationText(minutes),
        // The saved part stays recorded. The time after Continue becomes another part of the session.
        ...(resume && { action: { label: 'Continue', run: resume } }),
      });
    },
    done: (finished) => {
      const minutes = minutesSoFar(focusTimer.view());
      const resume = focusTimer.done(finished.id);
      const reopen = complete(finished);
      const focused = minutes >= 1 ? ` · ${durationText(minutes)} focused` : '';
      toastSaved(sync, {
        title: 'Task completed',
        description: `${finished.title}${focused}`,
        action: {
          label: 'Undo',
          run: () => {
            reopen();
            resume();
          },
        },
      });
    },
    extend: () => {
      unlockChime();
      focusTimer.extend();
    },
    task: openTask,
    // A task that is done needs no question.
    isAsking: finished !== undefined && (finished.taskId === null || openTask !== undefined),
    timerActions: focusTimer,
  };
}

/** Returns how long the run under way has lasted without its pauses, in minutes. */
const minutesSoFar = ({ timer: { run }, leftMs }: TimerView): number =>
  run ? (run.plannedMs - leftMs) / 60_000 : 0;

const NO_TASKS: readonly ShownTask[] = [];
