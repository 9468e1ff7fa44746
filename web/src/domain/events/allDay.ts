import { allDayOf, type Event, type EventDays } from '@daymark/contract/event';
import { addDays, localDay, localInstant, startOfDay, type LocalDay } from '../../lib/time/dates';
import type { Shown } from '../mutation';

/** The times of an all-day event: its days, and their midnights in this time zone. */
export interface AllDayTimes {
  start: string;
  end: string;
  days: EventDays;
}

export const allDayTimes = (days: EventDays): AllDayTimes => ({
  start: localInstant(startOfDay(days.start)),
  end: localInstant(startOfDay(days.end)),
  days,
});

/**
 * The event as it is in this time zone: an all-day one lasts from one local midnight to another, wherever it was
 * written, and any other has no `days`.
 */
export function inLocalTimes(event: Shown<Event>): Shown<Event> {
  if (!event.days) return event;
  const days = allDayOf(event);
  return { ...event, ...(days ? allDayTimes(days) : { days }) };
}

/** The local day on which an event begins. */
export const firstDayOf = (event: Pick<Event, 'start' | 'days' | 'taskId'>): LocalDay =>
  allDayOf(event)?.start ?? localDay(new Date(event.start));

/** The days, `days` days later. */
export const daysMoved = ({ start, end }: EventDays, days: number): EventDays => ({
  start: addDays(start, days),
  end: addDays(end, days),
});

/** The days with another first or last day: at least one day is left. */
export function daysResized(days: EventDays, edge: 'start' | 'end', to: LocalDay): EventDays {
  const last = addDays(days.end, -1);
  return edge === 'start'
    ? { start: to < last ? to : last, end: days.end }
    : { start: days.start, end: addDays(to > days.start ? to : days.start, 1) };
}

/** Whether both are all-day events of the same days, or both are none. */
export const isSameDays = (a: EventDays | null, b: EventDays | null): boolean =>
  a?.start === b?.start && a?.end === b?.end;
