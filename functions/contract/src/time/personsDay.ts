import { clockOfDay, type Zone } from './zone';

/**
 * Returns a person's day at a moment, which ends `dayEndMinutes` after midnight on the clock. If the clocks skip that
 * time, the day ends as much later. If the time comes twice, the day ends at the first one.
 */
export function personsDayAt(zone: Zone, ms: number, dayEndMinutes: number): string {
  const day = zone.dayAt(ms);
  if (dayEndMinutes === 0 || ms >= zone.momentOf(clockOfDay(day, dayEndMinutes))) return day;
  return zone.dayAt(zone.momentOf(clockOfDay(day)) - 1);
}
