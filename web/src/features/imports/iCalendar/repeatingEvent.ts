import type { EventRepeat } from '@daymark/contract/repeats/eventRepeat';
import {
  firstDayOfSeries,
  hasDay,
  occurrenceId,
  occurrenceOn,
  seriesDays,
} from '@daymark/contract/repeats/occurrences';
import type { ImportDraft } from '../importDraft';
import { dayTextOf } from './calendarClock';
import { propertyOf, textOf, type Component } from './calendarLines';
import {
  changesOf,
  isCancelledEntry,
  listedTimes,
  type Occurrence,
  type Series,
} from './calendarSeries';
import { descriptionOf, nameProperties, notesOf } from './calendarTexts';
import {
  dayClockOf,
  dayTime,
  endOf,
  spanOf,
  timeAtMoment,
  type CalendarTime,
  type Reading,
  type Span,
} from './calendarTimes';
import { attachTexts, eventRecordOf, ownIdOf, type EventRecord } from './eventRecord';
import { seriesRepeatOf } from './seriesRepeat';

/**
 * Adds a repeating entry as one series, and its canceled and changed dates as exceptions. Returns the changes of dates
 * that the series doesn't have. Returns undefined, and adds nothing, if a series of Daymark can't have the entry's
 * dates. The end of an event keeps its clock time when the clocks change, whereas a file keeps the length.
 */
export function addRepeating(
  { master, changes }: Series,
  draft: ImportDraft,
  reading: Reading,
): Occurrence[] | undefined {
  const quiet = { ...reading, name: () => undefined, nameZone: () => undefined };
  const start = spanOf(master, quiet)?.start;
  const repeat = start && seriesRepeatOf(master, changes, start, quiet);
  const span = repeat && spanOf(master, reading);
  if (!span) return undefined;
  const record = eventRecordOf(master, span.start, endOf(span, reading), draft);
  const uid = textOf(master, 'uid');
  const { title, start: from, end } = record.fields;
  const key = uid
    ? `${uid} series`
    : JSON.stringify([title, from, end, propertyOf(master, 'rrule')?.value]);
  const id = draft.idOf('events', key, ownIdOf(master));
  draft.add('events', { ...record.fields, id, repeat });
  attachTexts(master, { id, key, used: record.used }, draft);

  const plannedDay = plannedDays(span, record, repeat, reading);
  const canceled = new Set<string>();
  for (const { time } of listedTimes(master, 'exdate', span.start, reading)) {
    const day = plannedDay(time);
    if (day !== undefined) canceled.add(day);
  }
  const strays: Occurrence[] = [];
  for (const { component, span: own, plannedMs } of changesOf(changes, span, reading).single) {
    const day = plannedDay(
      span.start.isDay
        ? dayTime(reading.person.clockAt(plannedMs), reading)
        : timeAtMoment(span.start, plannedMs),
    );
    const ownEnd = endOf(own, reading);
    if (day === undefined) strays.push({ component, start: own.start, end: ownEnd, plannedMs });
    else if (isCancelledEntry(component)) canceled.add(day);
    else {
      canceled.delete(day);
      nameProperties(component, draft);
      const changed = eventRecordOf(component, own.start, ownEnd, draft);
      const ownId = exceptionId(day);
      draft.add('events', { ...changed.fields, id: ownId, seriesId: id, seriesDay: day });
      if (textsOf(component, changed, draft) !== textsOf(master, record, draft))
        attachTexts(component, { id: ownId, key: `${key} ${day}`, used: changed.used }, draft);
    }
  }
  const times = { start: from, end, days: record.fields.days ?? null };
  for (const day of canceled) {
    const { day: seriesDay, ...planned } = occurrenceOn(times, repeat, day);
    const exception = { id: exceptionId(day), seriesId: id, seriesDay, canceled: true };
    draft.add('events', { title, ...planned, ...exception });
  }
  return strays;

  function exceptionId(day: string): number {
    return draft.idOf('events', `${key} ${day}`, occurrenceId(id, day));
  }
}

/** Returns a function that finds the day of a series whose planned time is a time, or undefined if there is none. */
function plannedDays(
  { start }: Span,
  { fields: { start: from, end, days = null } }: EventRecord,
  repeat: EventRepeat,
  reading: Reading,
): (time: CalendarTime) => string | undefined {
  const series = { start: from, end, days };
  // Only a count needs all days of a series, so they are computed once.
  const counted =
    repeat.count === null
      ? undefined
      : new Set(seriesDays(firstDayOfSeries(series, repeat), repeat));
  const isDayOfSeries = (day: string) => counted?.has(day) ?? hasDay(series, repeat, day);
  return (time) => {
    if (start.isDay) {
      const day = dayTextOf(dayClockOf(time, reading));
      return isDayOfSeries(day) ? day : undefined;
    }
    const day = time.isDay ? dayTextOf(time.clockMs) : start.zone.dayAt(time.ms);
    if (!isDayOfSeries(day)) return undefined;
    const isPlanned = time.isDay || Date.parse(occurrenceOn(series, repeat, day).start) === time.ms;
    return isPlanned ? day : undefined;
  };
}

/** Returns the texts of an entry that its note would have, for comparison. */
const textsOf = (component: Component, { used }: EventRecord, draft: ImportDraft): string =>
  JSON.stringify([descriptionOf(component), notesOf(component, draft, false, used)]);
