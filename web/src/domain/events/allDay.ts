import { allDayOf, type Event, type EventDays } from '@daymark/contract/event';
import { addDays, localDay, localInstant, startOfDay, type LocalDay } from '../../lib/time/dates';
import type { Shown } from '../mutation';

/** The days of an all-day event, and their midnights in this time zone. */
export interface AllDayTimes {
  start: string;
  end: string;
  days: EventDays;
}

/** Returns the times of an all-day event on these days. */
export const allDayTimes = (days: EventDays): AllDayTimes => ({
  start: localInstant(startOfDay(days.start)),
  end: localInstant(startOfDay(days.end)),
  days,
});

/**
 * Returns the event as it is in this time zone. An all-day event lasts from one local midnight to another, wherever it
 * was written. A time block gets null `days`, because it is never all-day.
 */
export function inLocalTimes(event: Shown<Event>): Shown<Event> {
  if (!event.days) return event;
  const days = allDayOf(event);
  return { ...event, ...(days ? allDayTimes(days) : { days }) };
}

/** Returns the local day on which an event begins. */
export const firstDayOf = (event: Pick<Event, 'start' | 'days' | 'taskId'>): LocalDay =>
  allDayOf(event)?.start ?? localDay(new Date(event.start));

/** Returns the days moved by `days` days. */
export const daysMoved = ({ start, end }: EventDays, days: number): EventDays => ({
  start: addDays(start, days),
  end: addDays(end, days),
});

/** Returns the days with `to` as the new first or last day. At least one day is left. */
export function daysResized(days: EventDays, edge: 'start' | 'end', to: LocalDay): EventDays {
  const last = addDays(days.end, -1);
  return edge === 'start'
    ? { start: to < last ? to : last, end: days.end }
    : { start: days.start, end: addDays(to > days.start ? to : days.start, 1) };
}

/** Whether both are the same days, or both are null. */
export const isSameDays = (a: EventDays | null, b: EventDays | null): boolean =>
  a?.start === b?.start && a?.end === b?.end;
