import { MINUTE_MS } from '@daymark/contract/time/units';
import { addDays, type LocalDay } from '../../lib/time/dates';
import { coveredMs, gapsIn, mergedSpans, type TimeSpan } from '../../lib/time/timeSpans';
import { eventSpan } from '../events/eventSpan';
import { daySpan, sessionSpan } from '../insights/insightDays';
import { isBusy, workingSpans, type WorkingHours } from './freeTime';
import type { CalendarEvent, ShownSession } from '../shownRecords';

/** A working day that is over: the focus on it and its free time, in minutes. */
export interface PastDay {
  day: LocalDay;
  focused: number;
  free: number;
}

/** How far the history goes back, in days. What a person did half a year ago says little about today. */
export const HISTORY_DAYS = 182;

/** The records that the history of a person's days comes from. */
export interface PastRecords {
  sessions: readonly ShownSession[];
  /** The events of the last `HISTORY_DAYS` days, with series expanded. */
  events: readonly CalendarEvent[];
  hours: WorkingHours;
  /** Whether the person had a day off, such as a holiday, although the working hours name the weekday. */
  isOff: (day: LocalDay) => boolean;
}

/**
 * Returns the working days up to yesterday with focus on them, the latest first, at most `most`. A day without focus
 * doesn't count: the person was away, or didn't use the timer. Focus sessions that overlap count once, and a session
 * across midnight is divided.
 */
export function pastDays(
  { sessions, events, hours, isOff }: PastRecords,
  today: LocalDay,
  most: number,
): PastDay[] {
  const focus = mergedSpans(sessions.filter(({ mode }) => mode === 'focus').map(sessionSpan));
  const busy = mergedSpans(events.filter(isBusy).map(eventSpan));
  const found: PastDay[] = [];
  for (let back = 1; back <= HISTORY_DAYS && found.length < most; back++) {
    const day = addDays(today, -back);
    const span = daySpan(day);
    if (focus[0] === undefined || span.to <= focus[0].from) break;
    const focused = coveredMs(overlapping(focus, span)) / MINUTE_MS;
    if (focused < 1 || isOff(day)) continue;
    const taken = overlapping(busy, span);
    const free = coveredMs(workingSpans(day, hours).flatMap((work) => gapsIn(work, taken)));
    if (workingSpans(day, hours).length > 0)
      found.push({ day, focused, free: Math.floor(free / MINUTE_MS) });
  }
  return found;
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
