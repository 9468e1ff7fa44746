import { DAY_MS, MINUTE_MS } from '@daymark/contract/time/units';
import type { LocalDay } from '../../../lib/time/dates';
import { dayTextOf, midnightOf } from './calendarClock';
import { hasProperty, propertyOf, textOf, type Component, type Property } from './calendarLines';
import type { StepBudget } from './calendarRule';
import {
  LENGTH_MAX_MS,
  readLength,
  readTime,
  type Length,
  type WrittenTime,
} from './calendarValues';
import { fixedZone, UTC, type FileZone } from './calendarZones';

/** The context in which a calendar's entries are read. */
export interface Reading {
  /** The person's zone, which applies to times without a zone. */
  person: FileZone & { name: string };
  zoneOf: (tzid: string) => FileZone | undefined;
  /** The zone that the file itself is in, if it has one. */
  fileZone: FileZone | undefined;
  /** The range in which repeating entries are written out, in ms. The end is exclusive. */
  fromMs: number;
  toMs: number;
  budget: StepBudget;
  /** Reports an entry that was left out, or that couldn't be read completely. */
  name: (field: string, outcome: string, title: string) => void;
  /** Reports a zone that is unknown or guessed. */
  nameZone: (tzid: string, isGuess: boolean) => void;
}

/** A day or a moment of an entry. */
export interface CalendarTime {
  /** The clock time in `zone`, in ms as if it were UTC. */
  clockMs: number;
  /** The moment, in ms. The moment of a day is its midnight in the person's zone. */
  ms: number;
  isDay: boolean;
  zone: FileZone;
  written: WrittenTime;
}

/**
 * Returns the time in a property, or undefined if it can't be read. If the property is a list, `value` is one of its
 * elements.
 */
export function timeOf(
  property: Property,
  reading: Reading,
  zoneOfOthers: FileZone = reading.person,
  value: string = property.value,
): CalendarTime | undefined {
  const written = readTime(value);
  if (!written) return undefined;
  const isMidnight = written.clockMs === midnightOf(written.clockMs);
  const isMidnightOfDay = property.parameters.get('value')?.toUpperCase() === 'DATE' && isMidnight;
  if (written.isDay || isMidnightOfDay) return dayTime(written.clockMs, reading);
  const tzid = property.parameters.get('tzid') ?? '';
  const zone = tzid === '' ? undefined : reading.zoneOf(tzid);
  const isUnsure = tzid !== '' && (!zone || zone.isGuess === true);
  if (isUnsure && written.offset === null) reading.nameZone(tzid, zone !== undefined);
  if (written.offset === null) {
    const own = zone ?? (tzid === '' ? zoneOfOthers : reading.person);
    return momentTime(written, own.momentOf(written.clockMs), own);
  }
  const ms = written.clockMs - written.offset * MINUTE_MS;
  return momentTime(written, ms, zone ?? (written.offset === 0 ? UTC : fixedZone(written.offset)));
}

const momentTime = (written: WrittenTime, ms: number, zone: FileZone): CalendarTime => ({
  clockMs: written.offset === null ? written.clockMs : zone.clockAt(ms),
  ms,
  isDay: false,
  zone,
  written,
});

/** Returns the day whose midnight has the clock time `clockMs`. */
export const dayTime = (clockMs: number, { person }: Reading): CalendarTime => ({
  clockMs,
  ms: person.momentOf(clockMs),
  isDay: true,
  zone: person,
  written: { clockMs, isDay: true, offset: null },
});

/** Returns a time at another clock time, with the zone and form of `start`. */
export const timeAtClock = (start: CalendarTime, clockMs: number, reading: Reading): CalendarTime =>
  start.isDay ? dayTime(clockMs, reading) : { ...start, clockMs, ms: start.zone.momentOf(clockMs) };

/** Returns a time at another moment, with the zone and form of `start`. */
export const timeAtMoment = (start: CalendarTime, ms: number): CalendarTime => ({
  ...start,
  clockMs: start.zone.clockAt(ms),
  ms,
});

/**
 * Returns the day that a time means for an all-day event, as the clock time of its midnight. A time with an offset is
 * read in the zone of the file, or of the person if the file has none. If the time is midnight only at its own offset,
 * the written day is returned.
 */
export function dayClockOf(time: CalendarTime, reading: Reading): number {
  const { written } = time;
  if (written.offset === null) return midnightOf(written.clockMs);
  const clockMs = (reading.fileZone ?? reading.person).clockAt(time.ms);
  const isMidnight = clockMs === midnightOf(clockMs);
  const isWrittenMidnight = written.clockMs === midnightOf(written.clockMs);
  return midnightOf(!isMidnight && isWrittenMidnight ? written.clockMs : clockMs);
}

/** Whether a clock shows the last minute of a day, with which some programs end an all-day event. */
const isDayEnd = (clockMs: number): boolean => clockMs - midnightOf(clockMs) >= DAY_MS - MINUTE_MS;

/**
 * Returns the day on which a time ends an all-day series or event, as the clock time of its midnight. If the time is in
 * the last minute of a day, as written or in the file's zone, that day is returned.
 */
export function lastDayClockOf(time: CalendarTime, reading: Reading): number {
  const { written } = time;
  const fileClockMs = (reading.fileZone ?? reading.person).clockAt(time.ms);
  const isWrittenEnd = isDayEnd(written.clockMs) && !isDayEnd(fileClockMs);
  return isWrittenEnd ? midnightOf(written.clockMs) : dayClockOf(time, reading);
}

/** The start of an event and its length: whole calendar days, and then ms. */
export interface Span {
  start: CalendarTime;
  length: Length;
}

const NO_LENGTH: Length = { days: 0, ms: 0 };
const ONE_DAY: Length = { days: 1, ms: 0 };

/** Properties with which Outlook and others mark an event as all-day although it has times. */
export const ALL_DAY_MARK = /^x-(?:microsoft-(?:cdo|msncalendar)-alldayevent|funambol-allday)$/;

const isMarkedAsDays = ({ properties }: Component): boolean =>
  properties.some(
    ({ name, value }) => ALL_DAY_MARK.test(name) && /^\s*(?:TRUE|1)\s*$/i.test(value),
  );

/** Returns the start and length of an event, or undefined if the start can't be read. */
export function spanOf(event: Component, reading: Reading): Span | undefined {
  const property = propertyOf(event, 'dtstart');
  const written = property && timeOf(property, reading);
  if (!written) return undefined;
  const isDays = written.isDay || isMarkedAsDays(event);
  const start = isDays ? dayTime(dayClockOf(written, reading), reading) : written;
  const length = lengthOf(event, start, written, reading);
  if (length) return { start, length: start.isDay ? wholeDays(length) : length };
  reading.name('Ends that can’t be read', 'only the start is kept', textOf(event, 'summary'));
  return { start, length: start.isDay ? ONE_DAY : NO_LENGTH };
}

/** Returns an event's length, or undefined if the end or duration can't be read, is negative, or is too long. */
function lengthOf(
  event: Component,
  start: CalendarTime,
  written: CalendarTime,
  reading: Reading,
): Length | undefined {
  const property = propertyOf(event, 'dtend');
  if (!property)
    return hasProperty(event, 'duration') ? readLength(textOf(event, 'duration')) : NO_LENGTH;
  const end = timeOf(property, reading, written.zone);
  if (!end) return undefined;
  const ms = start.isDay
    ? lastClockOf(end, reading) - start.clockMs
    : (end.isDay ? start.zone.momentOf(end.clockMs) : end.ms) - start.ms;
  if (ms < 0 || ms > LENGTH_MAX_MS) return undefined;
  return start.isDay ? { days: ms / DAY_MS, ms: 0 } : { days: 0, ms };
}

/** Returns the day after the last day of an all-day event, as the clock time of its midnight. */
function lastClockOf(end: CalendarTime, reading: Reading): number {
  const day = lastDayClockOf(end, reading);
  const fileClockMs = (reading.fileZone ?? reading.person).clockAt(end.ms);
  if (!end.isDay && (isDayEnd(end.written.clockMs) || isDayEnd(fileClockMs))) return day + DAY_MS;
  const clockMs = end.written.offset === null ? end.clockMs : end.zone.clockAt(end.ms);
  const isOver = end.isDay || clockMs === midnightOf(clockMs) || end.written.offset !== null;
  return isOver ? day : day + DAY_MS;
}

const wholeDays = ({ days, ms }: Length): Length => ({
  days: Math.max(1, days + Math.ceil(ms / DAY_MS)),
  ms: 0,
});

export function endOf({ start, length }: Span, reading: Reading): CalendarTime {
  if (start.isDay) return dayTime(start.clockMs + length.days * DAY_MS, reading);
  const from =
    length.days > 0 ? start.zone.momentOf(start.clockMs + length.days * DAY_MS) : start.ms;
  return timeAtMoment(start, from + length.ms);
}

export const dayOfTime = ({ clockMs }: CalendarTime): LocalDay => dayTextOf(clockMs);

export const instantOfTime = ({ zone, ms }: CalendarTime): string => zone.instantOf(ms);
