import {
  addDays,
  addMonths,
  dateRange,
  isLocalDay,
  monthName,
  shortDate,
  shortWeekday,
  startOfDay,
  type LocalDay,
} from '../../../lib/time/dates';
import { weekOf, workweekOf } from '../../../domain/events/calendar/monthDays';
import type { WorkingHours } from '../../../domain/planning/freeTime';

export const VIEWS = ['month', 'week', '5days', 'day'] as const;
export type CalendarView = (typeof VIEWS)[number];

/**
 * The part of the calendar that is shown. The URL names the shown part, so that reload, links and Back keep that part.
 */
export interface CalendarAddress {
  view: CalendarView;
  day: LocalDay;
}

/** Reads `?view=month|week|5days|day&date=YYYY-MM-DD`. The default is the month of today. */
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

/** Returns the days that the hours show: one day, or the days of its week. */
export function shownDays({ view, day }: CalendarAddress, hours: WorkingHours): LocalDay[] {
  if (view === 'week') return weekOf(day);
  return view === '5days' ? workweekOf(day, hours) : [day];
}

/**
 * Returns the day of a new event. If the address's day is a day off that isn't shown, it is the first shown day that
 * isn't past, or else the first.
 */
export const dayForEvent = (
  { day }: CalendarAddress,
  shown: readonly LocalDay[],
  today: LocalDay,
): LocalDay => (shown.includes(day) ? day : (shown.find((one) => one >= today) ?? shown[0] ?? day));

/** Returns the address of the next or the previous month, week or day. */
export function nextAddress({ view, day }: CalendarAddress, direction: 1 | -1): CalendarAddress {
  switch (view) {
    case 'month':
      return { view, day: addMonths(day, direction) };
    case 'week':
    case '5days':
      return { view, day: addDays(day, 7 * direction) };
    case 'day':
      return { view, day: addDays(day, direction) };
  }
}

/** Returns a title for an address: "November 2026", "Nov 15 – 21, 2026", "Fri, Nov 20, 2026". */
export function addressTitle({ view, day }: CalendarAddress, days: readonly LocalDay[]): string {
  switch (view) {
    case 'month':
      return monthName(startOfDay(day));
    case 'week':
    case '5days':
      return dateRange(startOfDay(days[0] ?? day), startOfDay(days.at(-1) ?? day));
    case 'day': {
      const date = startOfDay(day);
      return `${shortWeekday(date)}, ${shortDate(date)}`;
    }
  }
}
