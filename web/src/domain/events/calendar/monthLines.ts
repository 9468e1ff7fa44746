import { localDay, type LocalDay } from '../../../lib/time/dates';
import { eventSpan, isDayLong } from '../eventSpan';
import { eventsOfDay, eventsOfDays } from '../eventDays';
import type { CalendarEvent } from '../../shownRecords';

/** One line of a day in the month. */
export interface MonthLine {
  /** Undefined for an empty line above a taken line. */
  event?: CalendarEvent;
  /**
   * How many days of the week the event's bar spans from here. The number is 0 for an empty line, and for a bar that
   * began on an earlier day of the week.
   */
  days: number;
}

/** A day of the month as it is shown. */
export interface MonthDay {
  events: readonly CalendarEvent[];
  lines: readonly MonthLine[];
  /** How many of the day's events have no line. */
  more: number;
}

const EMPTY_LINE: MonthLine = { days: 0 };

/**
 * Returns the lines of each day of a week, at most `most` a day. An event of several days is one bar, in the same line
 * on all of its days. A day with more than `most` events has one line less, so that the number of hidden events fits.
 */
export function monthLines(
  events: readonly CalendarEvent[],
  week: readonly LocalDay[],
  most: number,
): MonthDay[] {
  const ofWeek = eventsOfDays(events, week);
  const days = week.map((day) => {
    const own = eventsOfDay(ofWeek, day);
    return {
      own,
      lineCount: own.length > most ? most - 1 : most,
      lines: [] as (MonthLine | undefined)[],
    };
  });
  for (const event of new Set(days.flatMap(({ own }) => own))) {
    if (!isOnSeveralDays(event)) continue;
    const on = days.filter(({ own }) => own.includes(event));
    const line = firstFree(on.map(({ lines }) => lines));
    // If one day has no line for the bar, hide the bar on all of its days, because a bar is never split.
    if (on.some(({ lineCount }) => line >= lineCount)) continue;
    on.forEach(({ lines }, index) => {
      lines[line] = { event, days: index === 0 ? on.length : 0 };
    });
  }
  return days.map(({ own, lineCount, lines }) => {
    for (const event of own) {
      const line = firstFree([lines]);
      if (!isOnSeveralDays(event) && line < lineCount) lines[line] = { event, days: 1 };
    }
    const shown = lines.filter(Boolean).length;
    // `Array.from` turns the holes into empty lines.
    return {
      events: own,
      lines: Array.from(lines, orEmptyLine),
      more: own.length - shown,
    };
  });
}

/**
 * Whether an event is drawn as one bar across several days. A night shift isn't drawn as a bar, because it is shorter
 * than a day.
 */
function isOnSeveralDays(event: CalendarEvent): boolean {
  const { from, to } = eventSpan(event);
  if (!isDayLong(event)) return false;
  return localDay(new Date(from)) !== localDay(new Date(Math.max(to - 1, from)));
}

const orEmptyLine = (line: MonthLine | undefined): MonthLine => line ?? EMPTY_LINE;

/** Returns the first line that is free on all of these days. */
function firstFree(days: readonly (readonly (MonthLine | undefined)[])[]): number {
  let line = 0;
  while (days.some((lines) => lines[line] !== undefined)) line++;
  return line;
}
