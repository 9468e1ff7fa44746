import { localDay, monthDay, timeText, type LocalDay } from '../../lib/time/dates';
import { MODE_NAMES } from './focusTimer';
import type { ShownSession } from '../shownRecords';

/** Returns the sessions that began on a local day, in the given order. */
export const sessionsOfDay = (sessions: readonly ShownSession[], day: LocalDay): ShownSession[] =>
  sessions.filter(({ start }) => localDay(new Date(start)) === day);

/** Returns a session's name among other records: "Focus, Nov 20, 9:00 AM". */
export function sessionName({ mode, start }: Pick<ShownSession, 'mode' | 'start'>): string {
  const began = new Date(start);
  return `${MODE_NAMES[mode]}, ${monthDay(began)}, ${timeText(began)}`;
}

/** Returns the minutes and the number of focus sessions. Interrupted sessions count with their actual time. */
export function focusTotal(sessions: readonly ShownSession[]): { minutes: number; count: number } {
  const focused = sessions.filter(({ mode }) => mode === 'focus');
  const seconds = focused.reduce((sum, { actualSeconds }) => sum + actualSeconds, 0);
  return { minutes: seconds / 60, count: focused.length };
}

/** Returns the number of focus sessions that were not interrupted. */
export const completedCount = (sessions: readonly ShownSession[]): number =>
  sessions.filter(({ mode, completed }) => mode === 'focus' && completed).length;

/** Returns the minutes of focus by task id. */
export function minutesByTask(sessions: readonly ShownSession[]): ReadonlyMap<number, number> {
  const minutes = new Map<number, number>();
  for (const { mode, taskId, actualSeconds } of sessions)
    if (mode === 'focus' && taskId !== null)
      minutes.set(taskId, (minutes.get(taskId) ?? 0) + actualSeconds / 60);
  return minutes;
}
