import { MINUTE_MS } from '@daymark/contract/time/units';
import { addDays, type LocalDay } from '../../lib/time/dates';
import { coveredMs, gapsIn, mergedSpans, within, type TimeSpan } from '../../lib/time/timeSpans';
import { eventSpan } from '../events/eventSpan';
import { daySpan, sessionSpan } from '../insights/insightDays';
import { isDayOff } from '@daymark/contract/event';
import { isExternal } from '../events/externalEvent';
import { isBusy, workingSpans, type WorkingHours } from './freeTime';
import type { CalendarEvent, ShownSession } from '../shownRecords';

/** A working day: the focus on it and its free time, in minutes. */
export interface PastDay {
  day: LocalDay;
  focused: number;
  free: number;
}

/** How far the history goes back, in days. What a person did half a year ago says little about today. */
export const HISTORY_DAYS = 182;

/** The facts that the free time of days depends on. */
export interface DayRecords {
  /** The events of the days, with series expanded. */
  events: readonly CalendarEvent[];
  hours: WorkingHours;
}

/** The records that the history of a person's days comes from. */
export interface PastRecords extends DayRecords {
  sessions: readonly ShownSession[];
}

const focusSpans = (sessions: readonly ShownSession[]): TimeSpan[] =>
  mergedSpans(sessions.filter(({ mode }) => mode === 'focus').map(sessionSpan));

const minutesIn = (focus: readonly TimeSpan[], window: TimeSpan): number =>
  coveredMs(overlapping(focus, window)) / MINUTE_MS;

/** Returns a function that gives the minutes of focus on a day. Sessions that overlap count once. */
export function focusOf(sessions: readonly ShownSession[]): (day: LocalDay) => number {
  const focus = focusSpans(sessions);
  return (day) => minutesIn(focus, daySpan(day));
}

/**
 * Returns a function that gives the minutes of free time of a day from the moment `from`, or undefined if the day is
 * off. By default all of the day counts.
 */
export function freeOf({
  events,
  hours,
}: DayRecords): (day: LocalDay, from?: Date) => number | undefined {
  const daysOff = events.filter((event) => !isExternal(event) && isDayOff(event));
  const busy = mergedSpans(events.filter(isBusy).map(eventSpan));
  return (day, from) => {
    const working = workingSpans(day, hours, daysOff);
    if (working.length === 0) return undefined;
    const taken = overlapping(busy, daySpan(day));
    const left = from ? within(working, { from: from.getTime(), to: Infinity }) : working;
    return Math.floor(coveredMs(left.flatMap((work) => gapsIn(work, taken))) / MINUTE_MS);
  };
}

/**
 * Returns the working days up to yesterday, the latest first. The list ends with the earliest day with focus, or when
 * `most` days with focus are found. A session across midnight is divided.
 */
export function pastDays(records: PastRecords, today: LocalDay, most: number): PastDay[] {
  const focus = focusSpans(records.sessions);
  const [earliest = { from: Infinity }] = focus;
  const freeOn = freeOf(records);
  const found: PastDay[] = [];
  let [focusedDays, end] = [0, 0];
  for (let back = 1; back <= HISTORY_DAYS && focusedDays < most; back++) {
    const day = addDays(today, -back);
    const span = daySpan(day);
    if (span.to <= earliest.from) break;
    const free = freeOn(day);
    if (free === undefined) continue;
    const focused = minutesIn(focus, span);
    found.push({ day, focused, free });
    if (focused < 1) continue;
    focusedDays++;
    end = found.length;
  }
  return found.slice(0, end);
}

/** Returns the parts of sorted, disjoint spans in a window. Finds the first one by halving, because there are many. */
function overlapping(spans: readonly TimeSpan[], { from, to }: TimeSpan): TimeSpan[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  const parts: TimeSpan[] = [];
  for (let span = spans[low]; span && span.from < to; span = spans[++low])
    parts.push({ from: Math.max(from, span.from), to: Math.min(to, span.to) });
  return parts;
}
