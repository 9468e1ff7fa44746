import { DAY_MS, HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { LEFT_OUT } from '../importDraft';
import { lastUntil, midnightOf } from './calendarClock';
import {
  hasProperty,
  hasStatus,
  propertiesOf,
  propertyOf,
  textOf,
  type Component,
  type Property,
} from './calendarLines';
import { clocksOfRule, parseRule, StepBudget, type CalendarRule } from './calendarRule';
import {
  dayClockOf,
  dayTime,
  endOf,
  lastDayClockOf,
  spanOf,
  timeAtClock,
  timeAtMoment,
  timeOf,
  type CalendarTime,
  type Reading,
  type Span,
} from './calendarTimes';
import { LENGTH_MAX_MS, readLength, type WrittenTime } from './calendarValues';

/** An entry of a calendar, and the changes to its dates. */
export interface Series {
  master: Component;
  changes: readonly Component[];
}

/** One date of an event, whether the event repeats or not. */
export interface Occurrence {
  component: Component;
  start: CalendarTime;
  end: CalendarTime;
  /** The moment for which the series planned this date, in ms. */
  plannedMs: number;
}

/** At most this many dates are read from each rule of a series, and from its list of dates. */
export const OCCURRENCES_MAX = 1_000;

export const isSeries = (component: Component): boolean =>
  hasProperty(component, 'rrule') || hasProperty(component, 'rdate');

/** Longer than any clock change, in ms. */
const CLOCKS_MS = 3 * HOUR_MS;

const UNFOLLOWED = 'Repeats that Daymark can’t follow';
export const OLDER = 'Older versions of an event';

/**
 * Returns an event's dates within the range, in order. The date of an event that doesn't repeat, or the only known date
 * of a series, may be outside the range.
 */
export function occurrencesOf({ master, changes }: Series, reading: Reading): Occurrence[] {
  const title = textOf(master, 'summary');
  const span = spanOf(master, reading);
  if (!span) {
    nameStart(master, reading);
    return changes.flatMap((change) => occurrencesOf({ master: change, changes: [] }, reading));
  }
  const repeats = isSeries(master);
  const isInRange = (start: CalendarTime, end: CalendarTime) =>
    !repeats || (Math.max(end.ms, start.ms + 1) > reading.fromMs && start.ms < reading.toMs);
  const planned = plannedDates(master, span, reading);
  const changed = changesOf(changes, span, reading);
  const found: Occurrence[] = [];
  const nameIfMoved = (component: Component, plannedMs: number) => {
    if (plannedMs < reading.fromMs || plannedMs >= reading.toMs) return;
    const field = isCancelledEntry(component)
      ? 'Canceled events'
      : 'Dates of a series that were moved outside this period';
    reading.name(field, LEFT_OUT, textOf(component, 'summary'));
  };
  for (const { start, length, isAlone } of planned) {
    if (changed.hides(start)) continue;
    const occurrence = changed.laterChange({ start, length }, master);
    const end = endOf(occurrence.span, reading);
    if (isAlone || isInRange(occurrence.span.start, end))
      found.push({
        component: occurrence.component,
        start: occurrence.span.start,
        end,
        plannedMs: start.ms,
      });
    else if (occurrence.component !== master) nameIfMoved(occurrence.component, start.ms);
  }
  for (const { component, span: own, plannedMs } of changed.single) {
    const end = endOf(own, reading);
    if (isInRange(own.start, end)) found.push({ component, start: own.start, end, plannedMs });
    else nameIfMoved(component, plannedMs);
  }
  if (repeats && found.length === 0)
    reading.name('Series without an event in this period', LEFT_OUT, title);
  return found.sort((a, b) => a.start.ms - b.start.ms);
}

const nameStart = (event: Component, reading: Reading): void =>
  reading.name(
    hasProperty(event, 'dtstart') ? 'Events whose start can’t be read' : 'Events without a start',
    LEFT_OUT,
    textOf(event, 'summary'),
  );

interface PlannedDate extends Span {
  /** Set for the only known date of a series. Such a date is kept even outside the range. */
  isAlone?: boolean;
}

/** Returns the dates of a series in order, without duplicates and without exceptions. */
export function plannedDates(master: Component, span: Span, reading: Reading): PlannedDate[] {
  const { start } = span;
  const dates = new Map<number, PlannedDate>();
  const add = (date: PlannedDate) => dates.set(date.start.ms, date);
  const title = textOf(master, 'summary');
  const lengthMs = span.length.days * DAY_MS + span.length.ms;
  const within = {
    from: start.zone.clockAt(reading.fromMs - Math.min(lengthMs, LENGTH_MAX_MS)) - CLOCKS_MS,
    to: start.zone.clockAt(reading.toMs) + CLOCKS_MS,
  };
  const rules = propertiesOf(master, 'rrule').map(({ value }) => parseRule(value));
  const exceptRules = propertiesOf(master, 'exrule').map(({ value }) => parseRule(value));
  const isExcepted = exceptionsOf(master, start, exceptRules, within, reading);
  const isStartApart = startsApart(rules, start, within.from, reading);
  if (rules.length === 0) add(span);
  for (const rule of rules)
    if (!rule || exceptRules.includes(undefined)) {
      reading.name(UNFOLLOWED, 'only the first date', title);
      add({ ...span, isAlone: true });
    } else {
      // With two rules it isn't clear which COUNT includes the start.
      const count = isStartApart && rules.length === 1 ? rule.count - 1 : rule.count;
      const isOnly = count === 0 && start.ms >= reading.fromMs;
      if (isStartApart && !endOfRule(rule, start, reading)(start))
        add({ ...span, isAlone: isOnly });
      if (count > 0) addRule({ ...rule, count }, span, { title, within, reading, add, isExcepted });
    }
  for (const date of ownDates(master, span, within, reading)) add(date);
  return [...dates.values()]
    .filter((date) => !isExcepted(date.start))
    .sort((a, b) => a.start.ms - b.start.ms);
}

/**
 * Whether the start matches no rule of its series. RFC 5545 still makes the start a date of the series that COUNT
 * includes. Returns false without a known rule. Also returns false for a start before the range if no rule has a COUNT,
 * because such a start doesn't matter.
 */
function startsApart(
  rules: readonly (CalendarRule | undefined)[],
  start: CalendarTime,
  fromMs: number,
  reading: Reading,
): boolean {
  const known = rules.filter((rule) => rule !== undefined);
  const isCounted = known.some(({ count }) => count < Infinity);
  if (known.length === 0 || (start.clockMs < fromMs && !isCounted)) return false;
  return !known.some((rule) => {
    const budget = new StepBudget(undefined, reading.budget);
    const clocks = clocksOfRule(rule, start, start.clockMs, start.clockMs, budget);
    return clocks.next().done !== true;
  });
}

function addRule(
  rule: CalendarRule,
  span: Span,
  to: {
    title: string;
    within: { from: number; to: number };
    reading: Reading;
    add: (date: PlannedDate) => void;
    isExcepted: (time: CalendarTime) => boolean;
  },
): void {
  const { reading, within, title } = to;
  const { start } = span;
  const budget = new StepBudget(undefined, reading.budget);
  const isOver = endOfRule(rule, start, reading);
  let isEmpty = !isOver(start);
  let count = 0;
  for (const clockMs of clocksOfRule(rule, start, within.from, within.to, budget)) {
    const time = timeAtClock(start, clockMs, reading);
    if (isOver(time)) break;
    isEmpty = false;
    if (to.isExcepted(time)) continue;
    if (time.ms >= reading.fromMs && ++count > OCCURRENCES_MAX) {
      nameCut(title, reading);
      return;
    }
    to.add({ start: time, length: span.length });
  }
  const isUnknown = budget.isSpent || (isEmpty && start.ms >= reading.fromMs);
  if (!isUnknown) return;
  reading.name(UNFOLLOWED, count > 0 ? 'only the first dates' : 'only the first date', title);
  if (count === 0) to.add({ ...span, isAlone: true });
}

/**
 * Returns a function that tells whether a date is after the end of its rule. If the end is a day, the rule includes
 * that day.
 */
export function endOfRule(
  { until }: CalendarRule,
  start: CalendarTime,
  reading: Reading,
): (time: CalendarTime) => boolean {
  if (!until) return () => false;
  if (start.isDay) {
    const last = lastDayClockOf(writtenTime(until, reading), reading);
    return ({ clockMs }) => clockMs > last;
  }
  if (until.isDay) return ({ clockMs }) => midnightOf(clockMs) > until.clockMs;
  const { offset } = until;
  if (offset === null) return ({ clockMs }) => clockMs > until.clockMs;
  return ({ ms }) => ms > until.clockMs - offset * MINUTE_MS;
}

export const writtenTime = (written: WrittenTime, reading: Reading): CalendarTime => ({
  ...dayTime(midnightOf(written.clockMs), reading),
  ms: written.clockMs - (written.offset ?? 0) * MINUTE_MS,
  written,
});

/**
 * The dates of a series that the values of a property, such as EXDATE, name. A day names every date that starts on it.
 */
export class NamedDates {
  readonly #moments = new Set<number>();
  readonly #days = new Set<number>();
  readonly #start: CalendarTime;
  readonly #reading: Reading;

  constructor(start: CalendarTime, reading: Reading) {
    this.#start = start;
    this.#reading = reading;
  }

  add(time: CalendarTime): void {
    if (this.#start.isDay) this.#days.add(dayClockOf(time, this.#reading));
    else if (time.isDay) this.#days.add(time.clockMs);
    else this.#moments.add(time.ms);
  }

  has({ ms, clockMs }: CalendarTime): boolean {
    return this.#moments.has(ms) || this.#days.has(midnightOf(clockMs));
  }
}

/** How many steps of a file's budget each date in a list costs. */
const LISTED_STEPS = 20;

/** Returns the times in a property's lists. Reports each time that can't be read or exceeds the budget. */
export function listedTimes(
  component: Component,
  name: string,
  start: CalendarTime,
  reading: Reading,
): { time: CalendarTime; more: string | undefined }[] {
  return propertiesOf(component, name).flatMap((property) =>
    property.value
      .split(',')
      .filter((value) => value.trim() !== '')
      .flatMap((value) => {
        const [at = '', more] = value.split('/', 2);
        const time = reading.budget.take(LISTED_STEPS)
          ? timeOf(property, reading, start.zone, at)
          : undefined;
        if (!time)
          reading.name(
            'Dates of a series that can’t be read',
            LEFT_OUT,
            textOf(component, 'summary'),
          );
        return time ? [{ time, more }] : [];
      }),
  );
}

function exceptionsOf(
  master: Component,
  start: CalendarTime,
  rules: readonly (CalendarRule | undefined)[],
  within: { from: number; to: number },
  reading: Reading,
): (time: CalendarTime) => boolean {
  const named = new NamedDates(start, reading);
  for (const { time } of listedTimes(master, 'exdate', start, reading)) named.add(time);
  for (const rule of rules) {
    if (!rule) continue;
    const isOver = endOfRule(rule, start, reading);
    const budget = new StepBudget(undefined, reading.budget);
    for (const clockMs of clocksOfRule(rule, start, within.from, within.to, budget)) {
      const time = timeAtClock(start, clockMs, reading);
      if (isOver(time)) break;
      named.add(time);
    }
    if (budget.isSpent)
      reading.name(
        'Exceptions that Daymark can’t follow',
        'only the first ones',
        textOf(master, 'summary'),
      );
  }
  return (time) => named.has(time);
}

/**
 * Returns the dates that a series lists besides its rule. If a listed value is a day, its date has the same time of day
 * as the start.
 */
function ownDates(
  master: Component,
  span: Span,
  within: { from: number; to: number },
  reading: Reading,
): Span[] {
  const dates = listedTimes(master, 'rdate', span.start, reading)
    .map(({ time, more }) => ({ start: seriesTime(time, span.start, reading), more }))
    .filter(({ start }) => start.clockMs >= within.from && start.clockMs <= within.to);
  if (dates.length > OCCURRENCES_MAX) nameCut(textOf(master, 'summary'), reading);
  return dates.slice(0, OCCURRENCES_MAX).map(({ start, more }) => ({
    start,
    length: more === undefined ? span.length : lengthUntil(more, start, span, reading),
  }));
}

const nameCut = (title: string, reading: Reading): void =>
  reading.name('Rules that repeat too often', `only ${OCCURRENCES_MAX} of its events`, title);

/** Converts a time to the form that the series has: to a day if the series is all-day, otherwise to a moment. */
function seriesTime(time: CalendarTime, start: CalendarTime, reading: Reading): CalendarTime {
  if (start.isDay) return dayTime(dayClockOf(time, reading), reading);
  if (time.isDay)
    return timeAtClock(start, time.clockMs + start.clockMs - midnightOf(start.clockMs), reading);
  return timeAtMoment(start, time.ms);
}

/**
 * Returns the length of a listed date that has its own end or duration. Returns the length of the series if the series
 * is all-day, or if the text can't be read.
 */
function lengthUntil(text: string, at: CalendarTime, span: Span, reading: Reading): Span['length'] {
  const length = readLength(text);
  if (length) return at.isDay ? span.length : length;
  const end = timeOf({ name: '', parameters: new Map(), value: text }, reading, at.zone);
  const ms = end ? end.ms - at.ms : -1;
  return ms >= 0 && ms <= LENGTH_MAX_MS && !at.isDay ? { days: 0, ms } : span.length;
}

interface SingleChange {
  component: Component;
  span: Span;
  plannedMs: number;
}

/** Whether a change applies to all later dates, too. */
export const isOfLaterDates = (change: Component): boolean =>
  propertyOf(change, 'recurrence-id')?.parameters.get('range')?.toUpperCase() === 'THISANDFUTURE';

/** Reads the changes to a series. Each change replaces the date that it names, if the series has that date. */
export function changesOf(changes: readonly Component[], master: Span, reading: Reading) {
  const { start } = master;
  const hidden = new NamedDates(start, reading);
  const single = new Map<number, SingleChange>();
  const later: (SingleChange & { ms: number; isCancelled: boolean; planned: CalendarTime })[] = [];
  for (const component of [...changes].sort((a, b) => sequenceOf(a) - sequenceOf(b))) {
    const id = propertyOf(component, 'recurrence-id');
    const written = id && timeOf(id, reading, start.zone);
    const planned = written && seriesTime(written, start, reading);
    const isCancelled = isCancelledEntry(component);
    const span = hasProperty(component, 'dtstart')
      ? spanOf(component, reading)
      : planned && { start: planned, length: master.length };
    if (!span && !isCancelled) {
      nameStart(component, reading);
      continue;
    }
    if (written) hidden.add(written);
    const plannedMs = planned?.ms ?? span?.start.ms ?? 0;
    const change = { component, span: span ?? master, plannedMs };
    if (isOfLaterDates(component) && planned)
      later.push({ ...change, ms: plannedMs, isCancelled, planned });
    if (isSeries(component))
      reading.name(UNFOLLOWED, 'only the first date', textOf(component, 'summary'));
    const older = single.get(plannedMs)?.component;
    if (older && !isSameEntry(older, component))
      reading.name(OLDER, LEFT_OUT, textOf(older, 'summary'));
    single.set(
      plannedMs,
      span ? change : { ...change, span: { ...master, start: planned ?? start } },
    );
  }
  later.sort((a, b) => a.ms - b.ms);
  return {
    single: single.values(),
    hides: (time: CalendarTime): boolean =>
      hidden.has(time) || (lastUntil(later, time.ms)?.isCancelled ?? false),
    /** Applies the change of "this and all later dates" that covers a date, if there is one. */
    laterChange(date: Span, component: Component) {
      const change = lastUntil(later, date.start.ms);
      if (!change) return { component, span: date };
      const clockMs = date.start.clockMs + change.span.start.clockMs - change.planned.clockMs;
      const at = timeAtClock(change.span.start, clockMs, reading);
      return { component: change.component, span: { start: at, length: change.span.length } };
    },
  };
}

/**
 * Returns a function that tells whether a RECURRENCE-ID names a date of a series. The function reports nothing, because
 * the series is read again for its events.
 */
export function datesOfSeries(master: Component, reading: Reading): (id: Property) => boolean {
  const quiet = { ...reading, name: () => undefined, nameZone: () => undefined };
  const span = isSeries(master) ? spanOf(master, quiet) : undefined;
  if (!span) return () => false;
  const { start } = span;
  const dates = plannedDates(master, span, quiet);
  const moments = new Set(dates.map((date) => date.start.ms));
  const days = new Set(dates.map((date) => midnightOf(date.start.clockMs)));
  return (id) => {
    const time = timeOf(id, quiet, start.zone);
    if (!time) return false;
    if (start.isDay) return days.has(dayClockOf(time, quiet));
    return time.isDay ? days.has(time.clockMs) : moments.has(time.ms);
  };
}

/** Whether two entries have the same content, apart from the time at which they were written to the file. */
export function isSameEntry(one: Component, other: Component): boolean {
  const textIn = ({ properties, components, unreadable }: Component) =>
    JSON.stringify([
      properties
        .filter(({ name }) => name !== 'dtstamp')
        .map(({ name, parameters, value }) => [name, [...parameters], value]),
      components.map(({ properties: own }) => own.map(({ name, value }) => [name, value])),
      unreadable,
    ]);
  return textIn(one) === textIn(other);
}

export const sequenceOf = (component: Component): number =>
  Number(textOf(component, 'sequence')) || 0;

export const isCancelledEntry = (component: Component): boolean =>
  hasStatus(component, 'CANCELLED');
