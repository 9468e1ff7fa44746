import { DAY_MS, MINUTE_MS } from '@daymark/contract/time/units';
import type { Zone } from '@daymark/contract/time/zone';
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
  /** The person's zone, in which times without one are. */
  person: Zone;
  zoneOf: (tzid: string) => FileZone | undefined;
  /** The zone that the file itself is in, if it has one. */
  fileZone: FileZone | undefined;
  /** From when to when repeating entries are written out, in ms; the last moment is not included. */
  fromMs: number;
  toMs: number;
  budget: StepBudget;
  /** Names an entry of which something could not be read. */
  name: (field: string, outcome: string, title: string) => void;
  /** Names a zone that is unknown, or one that is a guess. */
  nameZone: (tzid: string, isGuess: boolean) => void;
}

/** A day or a moment of an entry. */
export interface CalendarTime {
  /** The clock time in its zone. */
  clockMs: number;
  /** The moment; that of a day is its midnight where the person is. */
  ms: number;
  isDay: boolean;
  zone: Zone;
  written: WrittenTime;
}

/** The time in a property, undefined for one that can't be read. `value` is one of the property's list. */
export function timeOf(
  property: Property,
  reading: Reading,
  zoneOfOthers: Zone = reading.person,
  value: string = property.value,
): CalendarTime | undefined {
  const written = readTime(value);
  if (!written) return undefined;
  const isMidnight = written.clockMs === midnightOf(written.clockMs);
  const isSaidDay = property.parameters.get('value')?.toUpperCase() === 'DATE' && isMidnight;
  if (written.isDay || isSaidDay) return dayTime(written.clockMs, reading);
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

const momentTime = (written: WrittenTime, ms: number, zone: Zone): CalendarTime => ({
  clockMs: written.offset === null ? written.clockMs : zone.clockAt(ms),
  ms,
  isDay: false,
  zone,
  written,
});

/** The day at a clock's midnight. */
export const dayTime = (clockMs: number, { person }: Reading): CalendarTime => ({
  clockMs,
  ms: person.momentOf(clockMs),
  isDay: true,
  zone: person,
  written: { clockMs, isDay: true, offset: null },
});

/** The time of a series at which its clock shows something else. */
export const timeAtClock = (start: CalendarTime, clockMs: number, reading: Reading): CalendarTime =>
  start.isDay ? dayTime(clockMs, reading) : { ...start, clockMs, ms: start.zone.momentOf(clockMs) };

/** A moment, as the clock of a series shows it. */
export const timeAtMoment = (start: CalendarTime, ms: number): CalendarTime => ({
  ...start,
  clockMs: start.zone.clockAt(ms),
  ms,
});

/**
 * The day that a time means for something that lasts whole days, as a clock's midnight. A moment in UTC is one of the
 * zone of the file, unless only UTC shows a midnight then.
 */
export function dayClockOf(time: CalendarTime, reading: Reading): number {
  const { written } = time;
  if (written.offset === null) return midnightOf(written.clockMs);
  const clockMs = (reading.fileZone ?? reading.person).clockAt(time.ms);
  const isMidnight = clockMs === midnightOf(clockMs);
  const isWrittenMidnight = written.clockMs === midnightOf(written.clockMs);
  return midnightOf(!isMidnight && isWrittenMidnight ? written.clockMs : clockMs);
}

/** Whether a clock shows the last minute of a day, which is how some programs write the end of whole days. */
const isDayEnd = (clockMs: number): boolean => clockMs - midnightOf(clockMs) >= DAY_MS - MINUTE_MS;

/**
 * The last day of something that lasts whole days and ends at a time, as a clock's midnight. A moment at the end of a
 * day in UTC, or in the zone of the file, means that day.
 */
export function lastDayClockOf(time: CalendarTime, reading: Reading): number {
  const { written } = time;
  const fileClockMs = (reading.fileZone ?? reading.person).clockAt(time.ms);
  const isWrittenEnd = isDayEnd(written.clockMs) && !isDayEnd(fileClockMs);
  return isWrittenEnd ? midnightOf(written.clockMs) : dayClockOf(time, reading);
}

/** How the clocks go on from a start to an end: days of the calendar, then ms. */
export interface Span {
  start: CalendarTime;
  length: Length;
}

const NO_LENGTH: Length = { days: 0, ms: 0 };
const ONE_DAY: Length = { days: 1, ms: 0 };

/** Outlook writes whole days as times, with a mark. */
export const ALL_DAY_MARK = /^x-(?:microsoft-(?:cdo|msncalendar)-alldayevent|funambol-allday)$/;

const isMarkedAsDays = ({ properties }: Component): boolean =>
  properties.some(
    ({ name, value }) => ALL_DAY_MARK.test(name) && /^\s*(?:TRUE|1)\s*$/i.test(value),
  );

/** When an event starts and how long it is; undefined without a start that can be read. */
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

/** Undefined for a length or an end that can't be read, and for an end before the start. */
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

/** The day after the last one. */
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
