import type { LocalDay } from './dates';

/*
 * Times of a clock in any time zone. lib/dates only knows the browser's own; imported files have others. A clock time is
 * written as if it were UTC, in ms.
 */

const MINUTE_MS = 60_000;

const formats = new Map<string, Intl.DateTimeFormat | null>();

function formatOf(zone: string): Intl.DateTimeFormat | null {
  let format = formats.get(zone);
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
        era: 'short',
      });
    } catch {
      format = null;
    }
    formats.set(zone, format);
  }
  return format;
}

/** Whether this is a zone that the browser knows: "Europe/Berlin". */
export const isTimeZone = (name: string): boolean => name !== '' && formatOf(name) !== null;

/** Offsets change only at quarters of an hour. Asking the browser takes far longer than looking one up. */
const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_A_DAY = 96;

/** The offsets of a zone by the number of their quarter of an hour since 1970. */
const offsets = new Map<string, Map<number, number>>();

/** Returns the clock time of a zone at a moment, in ms as if it were UTC. */
export function clockAt(ms: number, zone: string): number {
  const quarter = Math.floor(ms / QUARTER_MS);
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  // No zone has changed its clocks twice within a day of UTC.
  const dayStart = Math.floor(quarter / QUARTERS_A_DAY) * QUARTERS_A_DAY;
  const atStart = offsetIn(dayStart, zone, known);
  const isSame = atStart === offsetIn(dayStart + QUARTERS_A_DAY, zone, known);
  return ms + (isSame ? atStart : offsetIn(quarter, zone, known));
}

function offsetIn(quarter: number, zone: string, known: Map<number, number>): number {
  let offset = known.get(quarter);
  if (offset === undefined) {
    const ms = quarter * QUARTER_MS;
    offset = askForClock(ms, zone) - ms;
    known.set(quarter, offset);
  }
  return offset;
}

function askForClock(ms: number, zone: string): number {
  const parts = Object.fromEntries(
    (formatOf(zone) ?? formatOf('UTC'))
      ?.formatToParts(ms)
      .map(({ type, value }) => [type, value]) ?? [],
  );
  const year = Number(parts.year) * (parts.era === 'BC' ? -1 : 1);
  const clock = new Date(0);
  clock.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  clock.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
  return clock.getTime();
}

/**
 * The moment at which the clocks of a zone show a time, in ms. A time that they skip moves forward by as much as they
 * skip; of a time that comes twice, the first.
 */
export function momentOfClock(clockMs: number, zone: string): number {
  const offsetBefore = clockAt(clockMs - 86_400_000, zone) - (clockMs - 86_400_000);
  const offsetAfter = clockAt(clockMs + 86_400_000, zone) - (clockMs + 86_400_000);
  const early = clockMs - offsetBefore;
  if (clockAt(early, zone) === clockMs) return early;
  const late = clockMs - offsetAfter;
  return clockAt(late, zone) === clockMs ? late : early;
}

/** A moment as the API writes it, with the offset that a zone has then: "2026-11-20T09:00:00+01:00". */
export function instantIn(ms: number, zone: string): string {
  const second = Math.floor(ms / 1000) * 1000;
  return instantWithOffset(second, (clockAt(second, zone) - second) / MINUTE_MS);
}

/** A moment with an offset in minutes. */
export function instantWithOffset(ms: number, offsetMinutes: number): string {
  const offset = Math.round(offsetMinutes);
  const clock = new Date(ms + offset * MINUTE_MS).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const digits = [hours, minutes].map((n) => String(n).padStart(2, '0')).join(':');
  return `${clock}${offset < 0 ? '-' : '+'}${digits}`;
}

/** The day that a zone's calendar shows at a moment. */
export const dayIn = (ms: number, zone: string): LocalDay => dayOfClock(clockAt(ms, zone));

/** The minutes after midnight that a zone's clocks show at a moment. */
export const minutesIn = (ms: number, zone: string): number =>
  Math.floor((((clockAt(ms, zone) % 86_400_000) + 86_400_000) % 86_400_000) / MINUTE_MS);

const dayOfClock = (clockMs: number): LocalDay => new Date(clockMs).toISOString().slice(0, 10);

/** The clock time of a day, in minutes after its midnight. */
export const clockOf = (day: LocalDay, minutes = 0): number =>
  Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;

/** 1 for Monday to 7 for Sunday. */
export const weekdayOfDay = (day: LocalDay): number => new Date(clockOf(day)).getUTCDay() || 7;
