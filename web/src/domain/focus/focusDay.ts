import { personsDay, monthDay, timeText, type LocalDay } from '../../lib/time/dates';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { within } from '../../lib/time/timeSpans';
import { focusParts, secondsOf } from './focusParts';
import { daySpan, sessionSpan } from '../insights/insightDays';
import { MODE_NAMES } from '@daymark/contract/focusTimerState';

import type { ShownSession } from '../shownRecords';

type Times = Pick<ShownSession, 'start' | 'end' | 'actualSeconds'>;

/** Returns the minutes of a session on a local day. A session across midnight is divided. */
export function minutesOnDay(session: Times, day: LocalDay): number {
  const [part] = within([sessionSpan(session)], daySpan(day));
  return part ? (part.to - part.from) / MINUTE_MS : 0;
}

const beganOn = ({ start }: Pick<ShownSession, 'start'>, day: LocalDay): boolean =>
  personsDay(new Date(start)) === day;

/** Returns the sessions that ran on a local day, in the given order. */
export const sessionsOfDay = (sessions: readonly ShownSession[], day: LocalDay): ShownSession[] =>
  sessions.filter((session) => beganOn(session, day) || minutesOnDay(session, day) > 0);

/** Returns a session's name among other records: "Focus, Nov 20, 9:00 AM". */
export function sessionName({ mode, start }: Pick<ShownSession, 'mode' | 'start'>): string {
  const began = new Date(start);
  return `${MODE_NAMES[mode]}, ${monthDay(began)}, ${timeText(began)}`;
}

/**
 * Returns the minutes and the number of focus sessions of a day. Interrupted sessions count with their actual time. Time
 * that several sessions share counts once.
 */
export function focusTotal(
  sessions: readonly ShownSession[],
  day: LocalDay,
): { minutes: number; count: number } {
  const focused = sessionsOfDay(sessions, day).filter(({ mode }) => mode === 'focus');
  const minutes = secondsOf(focusParts(focused, [day])) / 60;
  return { minutes, count: focused.length };
}

/** Returns the number of focus sessions that began on a day and were not interrupted. */
export const completedCount = (sessions: readonly ShownSession[], day: LocalDay): number =>
  sessions.filter(
    (session) => session.mode === 'focus' && session.completed && beganOn(session, day),
  ).length;

/** Returns the minutes of focus by task id. */
export function minutesByTask(sessions: readonly ShownSession[]): ReadonlyMap<number, number> {
  const minutes = new Map<number, number>();
  for (const { mode, taskId, actualSeconds } of sessions)
    if (mode === 'focus' && taskId !== null)
      minutes.set(taskId, (minutes.get(taskId) ?? 0) + actualSeconds / 60);
  return minutes;
}
