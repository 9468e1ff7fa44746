import {
  addDays,
  addMonths,
  dateRange,
  fullDate,
  isLocalDay,
  monthName,
  startOfDay,
  startOfWeek,
  type LocalDay,
} from '../../../lib/time/dates';

export const VIEWS = ['month', 'week', 'day'] as const;
export type CalendarView = (typeof VIEWS)[number];

/**
 * The part of the calendar that is shown. The URL names the shown part, so that reload, links and Back keep that part.
 */
export interface CalendarAddress {
  view: CalendarView;
  day: LocalDay;
}

/** Reads `?view=month|week|day&date=YYYY-MM-DD`. The default is the month of today. */
export function readAddress(search: URLSearchParams, today: LocalDay): CalendarAddress {
  const view = VIEWS.find((one) => one === search.get('view')) ?? 'month';
  const date = search.get('date') ?? '';
  return { view, day: isLocalDay(date) ? date : today };
}

/**
 * Returns the query string of an address, without the defaults. A link to today's month therefore shows the current
 * month on any day.
 */
export function addressSearch({ view, day }: CalendarAddress, today: LocalDay): string {
  const search = new URLSearchParams();
  if (view !== 'month') search.set('view', view);
  if (day !== today) search.set('date', day);
  return search.toString();
}

/** Returns the address of the next or the previous month, week or day. */
export function nextAddress({ view, day }: CalendarAddress, direction: 1 | -1): CalendarAddress {
  switch (view) {
    case 'month':
      return { view, day: addMonths(day, direction) };
    case 'week':
      return { view, day: addDays(day, 7 * direction) };
    case 'day':
      return { view, day: addDays(day, direction) };
  }
}

/** Returns a title for an address: "November 2026", "Nov 15 – 21, 2026", "Friday, November 20, 2026". */
export function addressTitle({ view, day }: CalendarAddress): string {
  switch (view) {
    case 'month':
      return monthName(startOfDay(day));
    case 'week': {
      const first = startOfWeek(day);
      return dateRange(startOfDay(first), startOfDay(addDays(first, 6)));
    }
    case 'day':
      return fullDate(startOfDay(day));
  }
}
