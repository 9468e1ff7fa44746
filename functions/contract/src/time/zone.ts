import { DAY_MS, MINUTE_MS } from './units';

/*
 * The clocks of time zones. A clock time is in ms, as if it were UTC, and a day is "2026-11-20".
 *
 * dayjs's timezone plugin is not used. The plugin's conversions are far slower. If a clock time comes twice, the plugin
 * takes the second one.
 */

/** Converts between moments, in ms since 1970, and what the clocks of a zone show. */
export interface Zone {
  /** Returns how far the clocks are ahead of UTC at a moment, in ms. */
  offsetAt: (ms: number) => number;
  /** Returns the clock time at a moment. */
  clockAt: (ms: number) => number;
  /**
   * Returns the moment at which the clocks show a time. A time that the clocks skip moves forward by as much as they
   * skip. If a time comes twice, the first one counts.
   */
  momentOf: (clockMs: number) => number;
  /** Returns the day at a moment. */
  dayAt: (ms: number) => string;
  /** Returns the minutes after midnight at a moment. */
  minutesAt: (ms: number) => number;
  /** Returns a moment as the API writes it, with the zone's offset: "2026-11-20T09:00:00+01:00". */
  instantOf: (ms: number) => string;
}

/** Returns the zone whose clocks are ahead of UTC by `offsetAt`, in ms. */
export function zoneOfOffsets(offsetAt: Zone['offsetAt']): Zone {
  const clockAt = (ms: number) => ms + offsetAt(ms);
  return {
    offsetAt,
    clockAt,
    momentOf(clockMs) {
      // No zone is more than a day from UTC, and none changes its clocks twice within two days.
      const early = clockMs - offsetAt(clockMs - DAY_MS);
      if (clockAt(early) === clockMs) return early;
      const late = clockMs - offsetAt(clockMs + DAY_MS);
      return clockAt(late) === clockMs ? late : early;
    },
    dayAt: (ms) => dayOfClock(clockAt(ms)),
    minutesAt: (ms) => Math.floor(timeOfDay(clockAt(ms)) / MINUTE_MS),
    instantOf(ms) {
      // Historic offsets have seconds, which ISO 8601 can't express.
      const offset = Math.round(offsetAt(ms) / MINUTE_MS);
      const clock = new Date(ms + offset * MINUTE_MS).toISOString().slice(0, -1);
      const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
      const sign = offset < 0 ? '-' : '+';
      return `${clock.replace(/\.000$/, '')}${sign}${digits(hours, 2)}:${digits(minutes, 2)}`;
    },
  };
}

/**
 * Returns the zone of an IANA name. Making a zone takes far longer than using it.
 * @throws RangeError for a name that `Intl` doesn't know.
 */
export function namedZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  return zoneOfOffsets((ms) => {
    if (Number.isNaN(ms)) return 0;
    const [, sign, hours, minutes, seconds] = OFFSET.exec(format.format(ms)) ?? [];
    const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return (sign === '-' ? -1000 : 1000) * size;
  });
}

const zones = new Map<string, Zone>();

/** Returns the zone of a name. Zones are kept, because making one takes far longer than using it. */
export function zoneOf(name: string): Zone {
  const zone = zones.get(name) ?? namedZone(name);
  zones.set(name, zone);
  return zone;
}

/** Matches the offset at the end of "11/25/2026, GMT-03:30". "GMT" alone doesn't match, because its offset is 0. */
const OFFSET = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/;

/** The zone of this machine, which can change while a page is open. */
export const ownZone: Zone = zoneOfOffsets((ms) => {
  const date = new Date(ms);
  // `getTimezoneOffset` leaves out the seconds of historic offsets.
  const clock = new Date(0);
  clock.setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate());
  clock.setUTCHours(date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds());
  return clock.getTime() - ms;
});

/** Returns whether this is the IANA name of a time zone. An offset like "+01:00" isn't a name. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the clock time that is `minutes` after a day's midnight. */
export function clockOfDay(day: string, minutes = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // `Date.UTC` takes the years 0–99 for 1900–1999.
  return new Date(0).setUTCFullYear(year, month - 1, date) + minutes * MINUTE_MS;
}

/** Returns the day of a clock time. */
export function dayOfClock(clockMs: number): string {
  const date = new Date(clockMs);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

/** Returns the ms after midnight of a clock time. */
export const timeOfDay = (clockMs: number): number => ((clockMs % DAY_MS) + DAY_MS) % DAY_MS;

const digits = (number: number, length: number): string => String(number).padStart(length, '0');
