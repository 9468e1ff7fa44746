import {
  GOOGLE_EVENT_COLORS,
  type CalendarEvents,
  type GoogleCalendar,
  type GoogleTime,
} from '@daymark/contract/googleCalendar';
import { localInstant, startOfDay } from '../../lib/time/dates';
import type { ExternalEvent } from '../shownRecords';

/**
 * Converts Google's events to external events. A date stays the same date in every time zone, so an all-day event lasts
 * from one local midnight to another.
 */
export function toExternalEvents(
  { items }: Pick<CalendarEvents, 'items'>,
  calendars: readonly GoogleCalendar[],
): readonly ExternalEvent[] {
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]));
  return items.map((item) => {
    const { id, calendarId, summary, location, colorId, start, end, htmlLink } = item;
    const calendar = byId.get(calendarId);
    return {
      id: `${calendarId} ${id}`,
      isExternal: true,
      title: summary.trim() || '(No title)',
      start: instantOf(start),
      end: instantOf(end),
      isAllDay: 'date' in start,
      // An event without these fields, stored by an older version of the app, counts as busy.
      isBusy: item.transparency !== 'transparent' && item.ownResponse !== 'declined',
      color: (colorId && GOOGLE_EVENT_COLORS[colorId].value) ?? calendar?.color ?? PEACOCK,
      calendar: calendar?.summary ?? 'Google Calendar',
      location,
      link: htmlLink,
    };
  });
}

/** Google's default color. */
const PEACOCK = GOOGLE_EVENT_COLORS['7'].value;

const instantOf = (time: GoogleTime): string =>
  'date' in time ? localInstant(startOfDay(time.date)) : time.dateTime;
