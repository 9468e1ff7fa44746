import type { FocusSession } from '@daymark/contract/focusSession';
import { clockMinutes } from '../../lib/time/clockText';
import { timeOnDay, type LocalDay } from '../../lib/time/dates';
import { eventSpan, isDayLong } from '../events/eventSpan';
import { gapsIn, coveredMs, within, type TimeSpan } from '../../lib/time/timeSpans';
import { isBusy, type WorkingHours } from '../planning/freeTime';
import { daySpan, sessionSpan } from './insightDays';
import type { CalendarEvent } from '../shownRecords';

/** The parts of a day's time, in ms. The first four sum to `all`. */
export interface DayParts {
  focused: number;
  onBreaks: number;
  inEvents: number;
  /** The rest of the working hours. */
  other: number;
  all: number;
}

/** The records from which the parts of a day are computed. */
export interface DayRecords {
  sessions: readonly FocusSession[];
  events: readonly CalendarEvent[];
  /** The working hours of the day without the lunch break, or nothing on a day off. */
  working: readonly TimeSpan[];
}

/**
 * Divides a day until now into focus, breaks, events and the rest of its working hours. Each moment counts once. Focus
 * counts before breaks, and both count before events.
 */
export function dayParts(
  day: LocalDay,
  { sessions, events, working }: DayRecords,
  now: Date,
): DayParts {
  const whole = daySpan(day);
  const window = { ...whole, to: Math.max(whole.from, Math.min(whole.to, now.getTime())) };
  const spansOf = (isOne: (session: FocusSession) => boolean): TimeSpan[] =>
    within(sessions.filter(isOne).map(sessionSpan), window);
  const focus = spansOf(({ mode }) => mode === 'focus');
  const breaks = spansOf(({ mode }) => mode !== 'focus');
  const timed = within(eventSpans(events), window);
  const work = within(working, window);

  const focused = coveredMs(focus);
  const focusedOrOnBreak = coveredMs([...focus, ...breaks]);
  const recorded = coveredMs([...focus, ...breaks, ...timed]);
  const all = coveredMs([...focus, ...breaks, ...timed, ...work]);
  return {
    focused,
    onBreaks: focusedOrOnBreak - focused,
    inEvents: recorded - focusedOrOnBreak,
    other: all - recorded,
    all,
  };
}

/**
 * Returns the spans in which events took time. Time blocks don't count, because they are planned work. Events of 23
 * hours or more don't count either.
 */
const eventSpans = (events: readonly CalendarEvent[]): TimeSpan[] =>
  events.filter((event) => isBusy(event) && !isDayLong(event)).map(eventSpan);

/** Returns the minutes of a day in events. Overlapping events count once. */
export const eventMinutes = (day: LocalDay, events: readonly CalendarEvent[]): number =>
  coveredMs(within(eventSpans(events), daySpan(day))) / 60_000;

/** Where gaps are measured if no weekday has working hours. */
const GAP_HOURS = { start: '08:00', end: '18:00' };

/**
 * Returns the longest gap of a day without an event, in minutes. Every day is measured from the earliest start of the
 * week's working hours to their latest end, so that days off compare with working days.
 */
export function longestGapMinutes(
  day: LocalDay,
  events: readonly CalendarEvent[],
  hours: WorkingHours,
): number {
  const worked = hours.filter((time) => time !== null);
  const times = worked.length > 0 ? worked : [GAP_HOURS];
  const minutes = times.flatMap(({ start, end }) => [clockMinutes(start), clockMinutes(end)]);
  const moment = (minute: number) => timeOnDay(day, minute).getTime();
  const window = { from: moment(Math.min(...minutes)), to: moment(Math.max(...minutes)) };
  const gaps = gapsIn(window, eventSpans(events));
  return Math.max(0, ...gaps.map(({ from, to }) => to - from)) / 60_000;
}
