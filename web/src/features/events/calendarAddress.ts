import { addDays, addMonths, isDayKey, type DayKey } from '../../lib/localDay';
import { weekOf } from './monthDays';

export const VIEWS = ['month', 'week', 'day'] as const;
export type CalendarView = (typeof VIEWS)[number];

/** What the calendar shows: it lives in the address, so that reload, links and the way back keep it. */
export interface CalendarAddress {
  view: CalendarView;
  day: DayKey;
}

/** `?view=month|week|day&date=YYYY-MM-DD`; without them the month of today. */
export function readAddress(search: URLSearchParams, today: DayKey): CalendarAddress {
  const view = VIEWS.find((one) => one === search.get('view')) ?? 'month';
  const date = search.get('date') ?? '';
  return { view, day: isDayKey(date) ? date : today };
}

/** The same as a query string; today's month needs none, and is tomorrow's tomorrow. */
export function addressSearch({ view, day }: CalendarAddress, today: DayKey): string {
  const search = new URLSearchParams();
  if (view !== 'month') search.set('view', view);
  if (day !== today) search.set('date', day);
  return search.toString();
}

/** The view before or after this one. */
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

const text = (day: DayKey, options: Intl.DateTimeFormatOptions) =>
  // Noon in the middle of all zones: which day it is doesn't depend on the browser's.
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', ...options });

/** What is shown, in words: "November 2026", "Nov 15 – 21, 2026", "Friday, November 20, 2026". */
export function addressTitle({ view, day }: CalendarAddress): string {
  switch (view) {
    case 'month':
      return text(day, { month: 'long', year: 'numeric' });
    case 'week': {
      const week = weekOf(day);
      const [first, last] = [week[0] ?? day, week.at(-1) ?? day];
      const sameYear = first.slice(0, 4) === last.slice(0, 4);
      const sameMonth = first.slice(0, 7) === last.slice(0, 7);
      const end = sameMonth
        ? text(last, { day: 'numeric' })
        : text(last, { month: 'short', day: 'numeric' });
      const start = text(first, {
        month: 'short',
        day: 'numeric',
        ...(!sameYear && { year: 'numeric' as const }),
      });
      return `${start} – ${end}, ${last.slice(0, 4)}`;
    }
    case 'day':
      return text(day, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
  }
}
