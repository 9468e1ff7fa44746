import type { FocusSession } from '@daymark/contract/focusSession';
import { personsDay, type LocalDay } from '../../lib/time/dates';

/** Counts the focus sessions begun on these days and those completed, and sums their planned and actual minutes. */
export function sessionOutcomes(sessions: readonly FocusSession[], days: readonly LocalDay[]) {
  const wanted = new Set(days);
  const begun = sessions.filter(
    ({ mode, start }) => mode === 'focus' && wanted.has(personsDay(new Date(start))),
  );
  const sum = (field: 'plannedSeconds' | 'actualSeconds') =>
    begun.reduce((seconds, session) => seconds + session[field], 0) / 60;
  return {
    begun: begun.length,
    completed: begun.filter(({ completed }) => completed).length,
    plannedMinutes: sum('plannedSeconds'),
    actualMinutes: sum('actualSeconds'),
  };
}
