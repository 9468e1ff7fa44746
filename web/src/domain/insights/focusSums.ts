import type { FocusSession } from '@daymark/contract/focusSession';
import { HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { clockHour, type LocalDay } from '../../lib/time/dates';
import { focusParts } from '../focus/focusParts';

/** Returns the minutes of focus on each day. A session across midnight is split, and shared time counts once. */
export function focusByDay(
  sessions: readonly FocusSession[],
  days: readonly LocalDay[],
): { day: LocalDay; minutes: number }[] {
  const minutes = new Map(days.map((day) => [day, 0]));
  for (const { day, from, to } of focusParts(sessions, days))
    minutes.set(day, (minutes.get(day) ?? 0) + (to - from) / MINUTE_MS);
  return days.map((day) => ({ day, minutes: minutes.get(day) ?? 0 }));
}

/** Returns the minutes of focus in each of the clock's 24 hours, summed over all the days. */
export function focusByHour(
  sessions: readonly FocusSession[],
  days: readonly LocalDay[],
): number[] {
  const hours = Array<number>(24).fill(0);
  for (const part of focusParts(sessions, days))
    for (let { from } = part; from < part.to;) {
      const { hour, elapsedMs } = clockHour(new Date(from));
      const to = Math.min(part.to, from + HOUR_MS - elapsedMs);
      hours[hour] = (hours[hour] ?? 0) + (to - from) / MINUTE_MS;
      from = to;
    }
  return hours;
}
