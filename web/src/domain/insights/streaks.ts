import type { FocusSession } from '@daymark/contract/focusSession';
import { addDays, localDay, type LocalDay } from '../../lib/time/dates';

/** Days in a row. */
export interface Streak {
  current: number;
  longest: number;
}

/** Returns the current and the longest streak. A streak up to yesterday is still current, because today isn't over. */
export function streakOf(days: ReadonlySet<LocalDay>, today: LocalDay): Streak {
  let longest = 0;
  for (const day of days)
    // Count each streak once, from its first day.
    if (!days.has(addDays(day, -1))) longest = Math.max(longest, lengthFrom(day, 1));
  const last = days.has(today) ? today : addDays(today, -1);
  return { current: lengthFrom(last, -1), longest };

  function lengthFrom(day: LocalDay, step: 1 | -1): number {
    let length = 0;
    for (let at = day; days.has(at); at = addDays(at, step)) length++;
    return length;
  }
}

/** Returns the local days on which a focus session was completed. */
export const focusDays = (sessions: readonly FocusSession[]): Set<LocalDay> =>
  new Set(
    sessions
      .filter(({ mode, completed }) => mode === 'focus' && completed)
      .map(({ end }) => localDay(new Date(end))),
  );
