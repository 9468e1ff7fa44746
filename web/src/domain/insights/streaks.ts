import type { FocusSession } from '@daymark/contract/focusSession';
import { addDays, personsDay, type LocalDay } from '../../lib/time/dates';

/** Days in a row. */
export interface Streak {
  current: number;
  longest: number;
}

/**
 * Returns the current and the longest streak of these days. Days off between them don't break a streak and don't count.
 * A streak up to yesterday is still current, because today isn't over.
 */
export function streakOf(
  days: ReadonlySet<LocalDay>,
  today: LocalDay,
  isWorkingDay: (day: LocalDay) => boolean,
): Streak {
  let longest = 0;
  let length = 0;
  let last: LocalDay | undefined;
  for (const day of [...days].filter((one) => one <= today).sort()) {
    length = last !== undefined && hasOnlyDaysOff(last, day) ? length + 1 : 1;
    longest = Math.max(longest, length);
    last = day;
  }
  const isCurrent = last !== undefined && (last === today || hasOnlyDaysOff(last, today));
  return { current: isCurrent ? length : 0, longest };

  /** Whether no working day is between two days. */
  function hasOnlyDaysOff(from: LocalDay, to: LocalDay): boolean {
    let day = addDays(from, 1);
    while (day < to && !isWorkingDay(day)) day = addDays(day, 1);
    return day >= to;
  }
}

/** Returns the local days on which a focus session was completed. */
export const focusDays = (sessions: readonly FocusSession[]): Set<LocalDay> =>
  new Set(
    sessions
      .filter(({ mode, completed }) => mode === 'focus' && completed)
      .map(({ end }) => personsDay(new Date(end))),
  );
