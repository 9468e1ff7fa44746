import { localDay, type LocalDay } from '../../../lib/time/dates';
import { eventSpan, isDayLong } from '../eventSpan';
import { eventsOfDay, eventsOfDays } from '../eventDays';
import type { CalendarEvent } from '../../shownRecords';

/** One line of a day in the month. */
export interface MonthLine {
  /** Undefined for room above a line that is taken. */
  event?: CalendarEvent;
  /** How many days of the week it is wide; 0 for a bar that began on an earlier day of the week. */
  days: number;
}

/** A day of the month as it is shown. */
export interface MonthDay {
  events: readonly CalendarEvent[];
  lines: readonly MonthLine[];
  /** How many of its events have no line. */
  more: number;
}

const ROOM: MonthLine = { days: 0 };

/**
 * The lines of each day of a week, at most `most`. An event of several days is one bar, in the same line on all of them.
 * A day with more events has a line less, with room for how many more there are.
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
      room: own.length > most ? most - 1 : most,
      lines: [] as (MonthLine | undefined)[],
    };
  });
  for (const event of new Set(days.flatMap(({ own }) => own))) {
    if (!isOnSeveralDays(event)) continue;
    const on = days.filter(({ own }) => own.includes(event));
    const line = firstFree(on.map(({ lines }) => lines));
    // Hidden on all of its days, rather than torn.
    if (on.some(({ room }) => line >= room)) continue;
    on.forEach(({ lines }, index) => {
      lines[line] = { event, days: index === 0 ? on.length : 0 };
    });
  }
  return days.map(({ own, room, lines }) => {
    for (const event of own) {
      const line = firstFree([lines]);
      if (!isOnSeveralDays(event) && line < room) lines[line] = { event, days: 1 };
    }
    const shown = lines.filter(Boolean).length;
    // Holes are room, too.
    return {
      events: own,
      lines: Array.from(lines, orRoom),
      more: own.length - shown,
    };
  });
}

/** A night shift is on two days, and no bar. */
function isOnSeveralDays(event: CalendarEvent): boolean {
  const { from, to } = eventSpan(event);
  if (!isDayLong(event)) return false;
  return localDay(new Date(from)) !== localDay(new Date(Math.max(to - 1, from)));
}

const orRoom = (line: MonthLine | undefined): MonthLine => line ?? ROOM;

/** The first line that is free on all of these days. */
function firstFree(days: readonly (readonly (MonthLine | undefined)[])[]): number {
  let line = 0;
  while (days.some((lines) => lines[line] !== undefined)) line++;
  return line;
}
