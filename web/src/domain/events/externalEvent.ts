import { localDay, timeText, weekdayDate } from '../../lib/time/dates';
import { eventTimesText } from './eventTimes';
import type { CalendarEvent, ExternalEvent } from '../shownRecords';

export const isExternal = (event: CalendarEvent): event is ExternalEvent => 'isExternal' in event;

/** Whether an event has days and no times. */
export const isAllDay = (event: CalendarEvent): boolean =>
  isExternal(event) ? event.isAllDay : Boolean(event.days);

/** Returns where an event takes place, or null if nobody said. */
export const placeOf = (event: CalendarEvent): string | null =>
  isExternal(event) ? event.location : event.place;

/** Returns an external event's date and times: "Fri, Nov 20 · 9:00 AM – 10:00 AM", "Fri, Nov 20 – Sun, Nov 22". */
export function externalEventTimes({ start, end, isAllDay }: ExternalEvent): string {
  const [from, to] = [new Date(start), new Date(end)];
  if (!isAllDay)
    return localDay(from) === localDay(to)
      ? `${weekdayDate(from)} · ${timeText(from)} – ${timeText(to)}`
      : eventTimesText({ start, end });
  // The end is the midnight after the last day.
  const last = new Date(Math.max(to.getTime() - 1, from.getTime()));
  return localDay(from) === localDay(last)
    ? weekdayDate(from)
    : `${weekdayDate(from)} – ${weekdayDate(last)}`;
}
