import type { Event, EventDays } from '../event';
import { idOfText } from '../primitives';
import { clockOfDay, dayOfClock, timeOfDay, zoneOf } from '../time/zone';
import { DAY_MS } from '../time/units';
import type { EventRepeat } from './eventRepeat';
import { dayAfter, daysFrom, nextDay } from './repeat';

/*
 * A series is one event with a rule (`repeat`). Its events, called occurrences, are computed and not stored. An
 * occurrence that was changed or canceled alone is a record of its own, an exception. The exception names its series
 * and the day that it replaces.
 */

type SeriesFields = Pick<Event, 'id' | 'start' | 'end' | 'days' | 'taskId' | 'repeat'>;

/** The fields that expanding a list of events reads and writes. */
type Expandable = SeriesFields & Pick<Event, 'seriesId' | 'seriesDay' | 'canceled'>;

/** Days from `from` to `to`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** One event of a series, as its rule makes it. */
interface Occurrence {
  /** The day in the series' zone. It identifies the occurrence, even if an exception moves it. */
  day: string;
  start: string;
  end: string;
  days: EventDays | null;
}

/** Returns how an event repeats, or null if it doesn't. A time block never repeats, because its task does. */
export const repeatOf = ({
  repeat,
  taskId,
}: Pick<Event, 'repeat' | 'taskId'>): EventRepeat | null => (taskId === null ? repeat : null);

/** Returns the id of an occurrence. An exception is stored under it, so two devices make one exception. */
export const occurrenceId = (seriesId: number, day: string): number =>
  idOfText(`${seriesId} occurrence ${day}`);

/** Returns the first day of a series, in the series' zone. */
export const firstDayOfSeries = (
  { start, days }: Pick<Event, 'start' | 'days'>,
  { timeZone }: Pick<EventRepeat, 'timeZone'>,
): string => days?.start ?? zoneOf(timeZone).dayAt(Date.parse(start));

/** Yields the days of a series from `from` on. Yields without end if the series has none. */
export function* seriesDays(
  first: string,
  { rule, until, count }: Omit<EventRepeat, 'timeZone'>,
  from = first,
): Generator<string> {
  if (from <= first) yield first;
  // Only a count needs the days before `from`.
  const before = count === null && from > first ? dayAfter(from, -1) : undefined;
  let number = 1;
  for (
    let day = nextDay(rule, first, before ?? first);
    day !== undefined && (until === null || day <= until);
    day = nextDay(rule, first, day)
  ) {
    if (count !== null && ++number > count) return;
    if (day >= from) yield day;
  }
}

/** Returns the last day of a series, or undefined if it never ends. */
export function lastDayOfSeries(
  event: Pick<Event, 'start' | 'days'>,
  repeat: EventRepeat,
): string | undefined {
  const { rule, until, count } = repeat;
  const first = firstDayOfSeries(event, repeat);
  if (count !== null) return [...seriesDays(first, repeat)].at(-1);
  if (until === null) return undefined;
  let last = first;
  // The last day is within one interval and a week before `until`, so only those days are computed.
  const unitDays = { day: 1, week: 7, month: 31, year: 366 }[rule.every];
  const near = dayAfter(until, -unitDays * rule.interval - 7) ?? first;
  for (const day of seriesDays(first, repeat, near > first ? near : first)) last = day;
  return last;
}

/** Whether a day is one of a series' days. */
export function hasDay(
  event: Pick<Event, 'start' | 'days'>,
  repeat: EventRepeat,
  day: string,
): boolean {
  const first = firstDayOfSeries(event, repeat);
  return day >= first && seriesDays(first, repeat, day).next().value === day;
}

/** Returns the occurrence of a series on one of its days. */
export function occurrenceOn(
  { start, end, days }: Pick<Event, 'start' | 'end' | 'days'>,
  repeat: EventRepeat,
  day: string,
): Occurrence {
  const zone = zoneOf(repeat.timeZone);
  if (days) {
    const last = dayAfter(day, daysFrom(days.start, days.end)) ?? days.end;
    const midnight = (of: string) => zone.instantOf(zone.momentOf(clockOfDay(of)));
    return { day, start: midnight(day), end: midnight(last), days: { start: day, end: last } };
  }
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
  const [startClock, endClock] = [zone.clockAt(startMs), zone.clockAt(endMs)];
  const clock = clockOfDay(day) + timeOfDay(startClock);
  const from = zone.momentOf(clock);
  const to = zone.momentOf(clock + endClock - startClock);
  // An event in the hour that the clocks skip keeps its length.
  const moved = endMs > startMs && to <= from ? from + endMs - startMs : to;
  // The series itself may begin in the second of two equal hours.
  const isFirst = dayOfClock(startClock) === day;
  return isFirst
    ? { day, start, end, days }
    : { day, start: zone.instantOf(from), end: zone.instantOf(moved), days };
}

/** Yields the occurrences of a series that may overlap the days of a range in any time zone. */
function* occurrencesIn(event: SeriesFields, repeat: EventRepeat, range: DayRange) {
  const first = firstDayOfSeries(event, repeat);
  const { start, end, days } = event;
  const lengthMs = Date.parse(end) - Date.parse(start);
  const length = days ? daysFrom(days.start, days.end) : Math.ceil(Math.max(0, lengthMs) / DAY_MS);
  const from = dayAfter(range.from, -length - 1) ?? range.from;
  const to = dayAfter(range.to, 1) ?? range.to;
  for (const day of seriesDays(first, repeat, from > first ? from : first)) {
    if (day > to) return;
    yield occurrenceOn(event, repeat, day);
  }
}

/** Returns the occurrences of a series, of which `isReplaced` tells those that have an exception. */
type Expand = (
  event: SeriesFields,
  repeat: EventRepeat,
  isReplaced: (day: string) => boolean,
) => Iterable<Occurrence>;

/** Returns a list of events with each series replaced by what `expand` returns, and without canceled events. */
function withoutSeries<E extends Expandable>(events: readonly E[], expand: Expand): readonly E[] {
  if (!events.some((event) => repeatOf(event) || event.canceled)) return events;
  const replaced = new Set(
    events.flatMap(({ seriesId, seriesDay }) => (seriesId ? `${seriesId} ${seriesDay}` : [])),
  );
  return events.flatMap((event) => {
    if (event.canceled) return [];
    const repeat = repeatOf(event);
    if (!repeat) return [event];
    const isReplaced = (day: string) => replaced.has(`${event.id} ${day}`);
    return [...expand(event, repeat, isReplaced)].map((occurrence) => ({
      ...event,
      ...fieldsOf(event.id, occurrence),
    }));
  });
}

const fieldsOf = (seriesId: number, { day, start, end, days }: Occurrence) => ({
  id: occurrenceId(seriesId, day),
  start,
  end,
  days,
  repeat: null,
  seriesId,
  seriesDay: day,
});

/**
 * Returns a list of events with each series replaced by its occurrences that may overlap a range of days in any time
 * zone. Other events stay, whatever their days. An exception takes the place of its occurrence, and a canceled one
 * leaves it empty. An exception whose series is not in the list, or has no such day, is an event of its own.
 */
export const expandEvents = <E extends Expandable>(
  events: readonly E[],
  range: DayRange,
): readonly E[] =>
  withoutSeries(events, (event, repeat, isReplaced) =>
    [...occurrencesIn(event, repeat, range)].filter(({ day }) => !isReplaced(day)),
  );

/** At most this many days of a series are looked at to find one without an exception. */
const LOOKED_AT_MAX = 1000;

/**
 * Returns a list of events with each series replaced by one occurrence: the next that begins at `atMs` or later, or the
 * last one. A series whose days all have exceptions is left out.
 */
export const nextOfEach = <E extends Expandable>(
  events: readonly E[],
  atMs: number,
): readonly E[] =>
  withoutSeries(events, (event, repeat, isReplaced) => {
    const first = firstDayOfSeries(event, repeat);
    const today = dayAfter(zoneOf(repeat.timeZone).dayAt(atMs), -1) ?? first;
    const last = lastDayOfSeries(event, repeat);
    // A series that is over has only its last days.
    const from = last !== undefined && last < today ? first : today;
    let found: Occurrence | undefined;
    let left = LOOKED_AT_MAX;
    for (const day of seriesDays(first, repeat, from > first ? from : first)) {
      if (left-- === 0) break;
      if (isReplaced(day)) continue;
      found = occurrenceOn(event, repeat, day);
      if (Date.parse(found.start) >= atMs) break;
    }
    return found ? [found] : [];
  });
