import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);
dayjs.extend(timezone);

/** The moments of a visitor's demo, as of now and in their time zone. */
export interface DemoClock {
  /** So many hours ago, in UTC. */
  hoursAgo: (hours: number) => string;
  /** Hours since today began. */
  hoursToday: number;
  isWeekend: boolean;
  /** An hour of the day, `day` days from today, with the zone's offset: "2026-11-20T09:30:00+09:00". */
  at: (day: number, hour: number) => string;
  /**
   * How many days from today the nth working day is: -1 is the last before today, 1 the first after it. 0 is today, on a
   * weekend the next Monday.
   */
  workday: (n: number) => number;
  /** How many days from today the next weekend's Saturday is: at least one. */
  nextSaturday: number;
}

const HOUR_MS = 60 * 60 * 1000;
const DATE = 'YYYY-MM-DD';

export function demoClock(now: Date, timeZone: string): DemoClock {
  const local = dayjs(now).tz(timeZone);
  // Days are counted without a zone: not all have 24 hours.
  const today = dayjs.utc(local.format(DATE));
  const isWorkday = (day: number) => ![0, 6].includes(today.add(day, 'day').day());
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
    hoursToday: local.diff(local.startOf('day'), 'hour', true),
    isWeekend: !isWorkday(0),
    at(day, hour) {
      const date = today.add(day + Math.floor(hour / 24), 'day').format(DATE);
      const minutes = Math.round((hour % 24) * 60);
      const clock = [Math.floor(minutes / 60), minutes % 60]
        .map((part) => String(part).padStart(2, '0'))
        .join(':');
      return dayjs.tz(`${date} ${clock}`, timeZone).format();
    },
    workday,
    nextSaturday: 6 - today.day() || 7,
  };
}
