import { DAY_MS, HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { clockOfDay, namedZone } from '@daymark/contract/time/zone';

/** Converts the demo's days and hours to moments, relative to now and in the visitor's time zone. */
export interface DemoClock {
  /** Returns the moment `hours` hours ago, in UTC. */
  hoursAgo: (hours: number) => string;
  /** Hours since the start of today. */
  hoursToday: number;
  isWeekend: boolean;
  timeZone: string;
  /** Returns the moment of an hour, `day` days from today, with the zone's offset: "2026-11-20T09:30:00+09:00". */
  at: (day: number, hour: number) => string;
  /**
   * Returns how many days from today the nth working day is. -1 is the last working day before today. 0 is today, or
   * the next Monday on a weekend. 1 is the first working day after that.
   */
  workday: (n: number) => number;
  /** Days from today to the next Saturday, at least one. */
  nextSaturday: number;
}

export function demoClock(now: Date, timeZone: string): DemoClock {
  const zone = namedZone(timeZone);
  // Days are counted in clock time, because not all days have 24 hours.
  const midnight = clockOfDay(zone.dayAt(now.getTime()));
  const weekdayOf = (day: number) => new Date(midnight + day * DAY_MS).getUTCDay();
  const isWorkday = (day: number) => ![0, 6].includes(weekdayOf(day));
  const workday = (n: number): number => {
    const step = n < 0 ? -1 : 1;
    let day = n < 0 || isWorkday(0) ? 0 : nextWorkday(0, 1);
    for (let left = Math.abs(n); left > 0; left--) day = nextWorkday(day, step);
    return day;
  };
  const nextWorkday = (after: number, step: number): number => {
    const day = after + step;
    return isWorkday(day) ? day : nextWorkday(day, step);
  };
  return {
    hoursAgo: (hours) => new Date(now.getTime() - hours * HOUR_MS).toISOString(),
    hoursToday: (now.getTime() - zone.momentOf(midnight)) / HOUR_MS,
    isWeekend: !isWorkday(0),
    timeZone,
    at: (day, hour) =>
      zone.instantOf(zone.momentOf(midnight + day * DAY_MS + Math.round(hour * 60) * MINUTE_MS)),
    workday,
    nextSaturday: 6 - weekdayOf(0) || 7,
  };
}
