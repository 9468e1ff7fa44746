import { localDay, type LocalDay } from '../../lib/dates';
import type { ShownSession } from './focusQueries';

/** The runs that began on a local day, in their order. */
export const sessionsOfDay = (sessions: readonly ShownSession[], day: LocalDay): ShownSession[] =>
  sessions.filter(({ start }) => localDay(new Date(start)) === day);

/** How long was focused, in minutes, and in how many sessions; interrupted ones count for what they lasted. */
export function focusTotal(sessions: readonly ShownSession[]): { minutes: number; count: number } {
  const focused = sessions.filter(({ mode }) => mode === 'focus');
  const seconds = focused.reduce((sum, { actualSeconds }) => sum + actualSeconds, 0);
  return { minutes: seconds / 60, count: focused.length };
}

/** Minutes of focus by task, of all that was recorded. */
export function minutesByTask(sessions: readonly ShownSession[]): ReadonlyMap<number, number> {
  const minutes = new Map<number, number>();
  for (const { mode, taskId, actualSeconds } of sessions)
    if (mode === 'focus' && taskId !== null)
      minutes.set(taskId, (minutes.get(taskId) ?? 0) + actualSeconds / 60);
  return minutes;
}
