import { useMemo, useSyncExternalStore } from 'react';
import { useSync } from '../../sync/useSync';
import { focusTimerOf } from './browserTimer';
import type { TimerView } from './createFocusTimer';
import { minutesByTask } from '../../domain/focus/focusDay';
import { useFocusSessions } from './focusQueries';
import type { ShownSession } from '../../domain/shownRecords';

/**
 * Returns the minutes of focus by task id: those of the recorded sessions, and the whole minutes of the session that is
 * under way.
 */
export function useFocusedMinutes(): ReadonlyMap<number, number> {
  const timer = focusTimerOf(useSync().userId);
  const underWay = useSyncExternalStore(timer.subscribe, () => minutesUnderWay(timer.view()));
  const taskId = useSyncExternalStore(timer.subscribe, () => timer.view().timer.taskId);
  const { data: sessions = NO_SESSIONS } = useFocusSessions();
  return useMemo(() => {
    const minutes = new Map(minutesByTask(sessions));
    if (taskId !== null && underWay > 0) minutes.set(taskId, (minutes.get(taskId) ?? 0) + underWay);
    return minutes;
  }, [sessions, taskId, underWay]);
}

function minutesUnderWay({ timer: { mode, run }, leftMs }: TimerView): number {
  return run && mode === 'focus' ? Math.floor((run.plannedMs - leftMs) / 60_000) : 0;
}

const NO_SESSIONS: readonly ShownSession[] = [];
