import type { Event } from '@daymark/contract/event';
import type { FocusSession } from '@daymark/contract/focusSession';
import { eventSpan, isDayLong } from '../../lib/eventSpan';
import type { LocalDay } from '../../lib/dates';
import { gapsIn, coveredMs, within, type TimeSpan } from '../../lib/timeSpans';
import { daySpan, sessionSpan } from './insightDays';

/** Where the time of a day went, in ms. The four parts sum to `all`. */
export interface DayParts {
  focused: number;
  inMeetings: number;
  onBreaks: number;
  unaccounted: number;
  /** The local day's length; for today, the time passed so far. */
  all: number;
}

/**
 * Divides a day into parts. A moment counts once: as focus before a break, and as both before a meeting at the same time.
 * Events of a day or more do not count as meetings.
 */
export function dayParts(
  day: LocalDay,
  sessions: readonly FocusSession[],
  events: readonly Pick<Event, 'start' | 'end'>[],
  now: Date,
): DayParts {
  const whole = daySpan(day);
  const window = { ...whole, to: Math.max(whole.from, Math.min(whole.to, now.getTime())) };
  const spansOf = (isOne: (session: FocusSession) => boolean): TimeSpan[] =>
    within(sessions.filter(isOne).map(sessionSpan), window);
  const focus = spansOf(({ mode }) => mode === 'focus');
  const breaks = spansOf(({ mode }) => mode !== 'focus');
  const meetings = within(meetingSpans(events), window);

  const all = window.to - window.from;
  const focused = coveredMs(focus);
  const focusedOrOnBreak = coveredMs([...focus, ...breaks]);
  const accounted = coveredMs([...focus, ...breaks, ...meetings]);
  return {
    focused,
    onBreaks: focusedOrOnBreak - focused,
    inMeetings: accounted - focusedOrOnBreak,
    unaccounted: all - accounted,
    all,
  };
}

const meetingSpans = (events: readonly Pick<Event, 'start' | 'end'>[]): TimeSpan[] =>
  events.filter((event) => !isDayLong(event)).map(eventSpan);

/** The minutes of a day in meetings; overlapping ones count once. */
export const meetingMinutes = (
  day: LocalDay,
  events: readonly Pick<Event, 'start' | 'end'>[],
): number => coveredMs(within(meetingSpans(events), daySpan(day))) / 60_000;

/** The longest gap without a meeting in a window of time, in minutes. */
export function longestGapMinutes(
  events: readonly Pick<Event, 'start' | 'end'>[],
  window: TimeSpan,
): number {
  const gaps = gapsIn(window, meetingSpans(events));
  return Math.max(0, ...gaps.map(({ from, to }) => to - from)) / 60_000;
}
