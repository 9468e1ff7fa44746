import { DAY_MS, HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import {
  clockOfDay,
  dayOfClock,
  namedZone,
  zoneOfOffsets,
  type Zone,
} from '@daymark/contract/time/zone';

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
  /** Returns the date of a day, counted from today: "2026-11-20". */
  date: (day: number) => string;
  /**
   * Returns how many days from today the nth working day is. -1 is the last working day before today. 0 is today, or
   * the next Monday on a weekend. 1 is the first working day after that.
   */
  workday: (n: number) => number;
  /** Returns how many days from today a weekday is, from 1 for Monday to 7 for Sunday. Weeks begin on Monday. */
  dayIn: (weeksAgo: number, weekday: number) => number;
  /** Days from today to the next Saturday, at least one. */
  nextSaturday: number;
}

export function demoClock(now: Date, timeZone: string): DemoClock {
  const zone = quickZone(timeZone);
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
    date: (day) => dayOfClock(midnight + day * DAY_MS),
    workday,
    dayIn: (weeksAgo, weekday) => weekday - (weekdayOf(0) || 7) - 7 * weeksAgo,
    nextSaturday: 6 - weekdayOf(0) || 7,
  };
}

/**
 * Returns a zone that looks up the offset once a day. A demo has more than a thousand moments, and no zone changes its
 * clocks twice a day.
 */
function quickZone(timeZone: string): Zone {
  const { offsetAt } = namedZone(timeZone);
  const offsets = new Map<number, number>();
  const atStart = (day: number) => {
    const offset = offsets.get(day) ?? offsetAt(day * DAY_MS);
    offsets.set(day, offset);
    return offset;
  };
  return zoneOfOffsets((ms) => {
    const day = Math.floor(ms / DAY_MS);
    const offset = atStart(day);
    return offset === atStart(day + 1) ? offset : offsetAt(ms);
  });
}
