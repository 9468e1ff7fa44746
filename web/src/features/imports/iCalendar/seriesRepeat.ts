import { REPEAT_COUNT_MAX, type EventRepeat } from '@daymark/contract/repeats/eventRepeat';
import { seriesDays } from '@daymark/contract/repeats/occurrences';
import { dayAfter } from '@daymark/contract/repeats/repeat';
import { DAY_MS } from '@daymark/contract/time/units';
import { dayTextOf, midnightOf } from './calendarClock';
import { hasProperty, propertiesOf, type Component } from './calendarLines';
import { parseRule, type CalendarRule } from './calendarRule';
import {
  endOfRule,
  isOfLaterDates,
  listedTimes,
  OCCURRENCES_MAX,
  writtenTime,
} from './calendarSeries';
import { lastDayClockOf, timeAtClock, type CalendarTime, type Reading } from './calendarTimes';
import type { FileZone } from './calendarZones';
import { repeatOfRule } from './repeatOfRule';

/** Largest COUNT for which the last day of a series is computed. */
const COUNT_MAX = 10_000;

/**
 * Returns how an entry repeats if one series of Daymark, with its exceptions, can have exactly the entry's dates.
 * Otherwise returns undefined.
 */
export function seriesRepeatOf(
  master: Component,
  changes: readonly Component[],
  start: CalendarTime,
  reading: Reading,
): EventRepeat | undefined {
  const [property, ...others] = propertiesOf(master, 'rrule');
  const rule = property && parseRule(property.value);
  if (!rule || others.length > 0 || hasProperty(master, 'exrule')) return undefined;
  const listed = listedTimes(master, 'rdate', start, reading);
  const isOnlyStart = listed.every(({ time, more }) => time.ms === start.ms && more === undefined);
  const dates = listedTimes(master, 'exdate', start, reading);
  const isFew = dates.length + changes.length <= OCCURRENCES_MAX;
  if (!isOnlyStart || !isFew || changes.some(isOfLaterDates)) return undefined;
  const timeZone = zoneNameOf(start, reading);
  const repeat = repeatOfRule(rule, start, reading.budget);
  const end = endOf(rule, start, reading);
  if (timeZone === undefined || !repeat || !end) return undefined;
  const { until, count } = end;
  if (count === null || count <= REPEAT_COUNT_MAX) return { rule: repeat, timeZone, until, count };
  const days = seriesDays(dayTextOf(start.clockMs), { rule: repeat, until, count });
  return { rule: repeat, timeZone, until: [...days].at(-1) ?? null, count: null };
}

/**
 * Returns the name of the zone that a series follows. Without an IANA name, that is the person's zone if its clocks
 * show the same.
 */
function zoneNameOf({ zone, isDay }: CalendarTime, reading: Reading): string | undefined {
  const { person } = reading;
  if (isDay) return person.name;
  if (zone.name !== undefined) return zone.name;
  return hasClocksOfPerson(zone, reading) ? person.name : undefined;
}

/** Whether a zone's clocks show the same as the person's on every day of the range. */
function hasClocksOfPerson(zone: FileZone, { person, fromMs, toMs, budget }: Reading): boolean {
  for (let ms = fromMs; ms < toMs; ms += DAY_MS)
    if (!budget.take(1) || zone.offsetAt(ms) !== person.offsetAt(ms)) return false;
  return true;
}

/** Returns the last day or the count of a rule. Returns undefined if the rule ends before its start. */
function endOf(
  rule: CalendarRule,
  start: CalendarTime,
  reading: Reading,
): Pick<EventRepeat, 'until' | 'count'> | undefined {
  const { until, count } = rule;
  if (count < Infinity && until) return undefined;
  if (count < Infinity) return count <= COUNT_MAX ? { until: null, count } : undefined;
  if (!until) return { until: null, count: null };
  const isOver = endOfRule(rule, start, reading);
  if (isOver(start)) return undefined;
  const written = writtenTime(until, reading);
  const clockMs = start.isDay
    ? lastDayClockOf(written, reading)
    : until.offset === null
      ? until.clockMs
      : start.zone.clockAt(written.ms);
  const timeOfDay = start.clockMs - midnightOf(start.clockMs);
  const last = timeAtClock(start, midnightOf(clockMs) + timeOfDay, reading);
  const day = dayTextOf(clockMs);
  return { until: isOver(last) ? (dayAfter(day, -1) ?? day) : day, count: null };
}
