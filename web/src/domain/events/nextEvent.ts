import type { Event } from '@daymark/contract/event';
import { MINUTE_MS } from '@daymark/contract/time/units';
import {
  addDays,
  localDay,
  personsDay,
  timeText,
  weekdayDateOf,
  type LocalDay,
} from '../../lib/time/dates';
import { eventSpan } from './eventSpan';
import { byStart } from './eventDays';

/** An event of any calendar. */
type AnyEvent = Pick<Event, 'start' | 'end'> & {
  id: number | string;
  days?: Event['days'];
  isAllDay?: boolean;
};

/**
 * Returns the next event to begin, without all-day events. Among events that begin together, the longest is next. An
 * event that has already begun is not next.
 */
export function nextEvent<E extends AnyEvent>(events: readonly E[], now: Date): E | undefined {
  return events
    .filter(({ start, days, isAllDay }) => !days && !isAllDay && Date.parse(start) >= now.getTime())
    .reduce<E | undefined>(
      (first, event) => (first && byStart(first, event) <= 0 ? first : event),
      undefined,
    );
}

/** The state of an event on the current day: over, the next one to begin, or neither. */
export type DayStatus = 'past' | 'next' | undefined;

/**
 * Returns the state of each of a day's events, by id. `next` is the next event of all calendars. The map is empty
 * unless the day is today. After midnight, until the person's day ends, two days are today.
 */
export function dayStatuses<E extends AnyEvent>(
  events: readonly E[],
  day: LocalDay,
  now: Date,
  next: Pick<AnyEvent, 'id'> | undefined,
): ReadonlyMap<E['id'], DayStatus> {
  if (day !== localDay(now) && day !== personsDay(now)) return new Map();
  const statusOf = (event: E): DayStatus => {
    if (eventSpan(event).to <= now.getTime()) return 'past';
    return event.id === next?.id ? 'next' : undefined;
  };
  return new Map(events.map((event) => [event.id, statusOf(event)]));
}

/** Returns how soon an event begins: "now", "in 25 min", "in 2 h 5 min", "tomorrow", "Fri, Nov 20". */
export function howSoon(start: Date, now: Date): string {
  const minutes = Math.ceil((start.getTime() - now.getTime()) / MINUTE_MS);
  if (minutes <= 0) return 'now';
  if (minutes < 60) return `in ${minutes} min`;
  const [day, today] = [personsDay(start), personsDay(now)];
  if (day === today) {
    const rest = minutes % 60;
    return `in ${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
  }
  if (day === addDays(today, 1)) return 'tomorrow';
  return weekdayDateOf(start, now);
}

/** Returns when an event begins and how soon that is: "9:00 AM · in 25 min". */
export const soonText = (start: Date, now: Date): string =>
  `${timeText(start)} · ${howSoon(start, now)}`;
