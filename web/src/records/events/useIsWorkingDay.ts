import { useCallback } from 'react';
import { isWorkingDay } from '../../domain/planning/freeTime';
import type { LocalDay } from '../../lib/time/dates';
import { useWorkingHours } from '../settings/useWorkingHours';
import { useDaysOff } from './eventQueries';

/** Returns a function that tells whether a day from `from` to `to` is a working day. Everything that counts days uses it. */
export function useIsWorkingDay(from: LocalDay, to: LocalDay): (day: LocalDay) => boolean {
  const { hours } = useWorkingHours();
  const daysOff = useDaysOff(from, to);
  return useCallback((day) => isWorkingDay(day, hours, daysOff), [hours, daysOff]);
}
