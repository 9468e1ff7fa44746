import { isBusy as takesFreeTime, isDayOff } from '@daymark/contract/event';
import type { WorkingTime } from '@daymark/contract/settings';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { clockMinutes } from '../../lib/time/clockText';
import { timeOnDay, weekdayOf, type LocalDay } from '../../lib/time/dates';
import { eventSpan } from '../events/eventSpan';
import { coveredMs, gapsIn, type TimeSpan } from '../../lib/time/timeSpans';
import { isExternal } from '../events/externalEvent';
import type { CalendarEvent, ShownEvent } from '../shownRecords';

/* The free time of a day (product §4). Clock times are in the person's zone, and moments are in ms since 1970. */

/** The working hours of each day of the week with their lunch breaks, Monday first. Null is a day off. */
export type WorkingHours = readonly (WorkingTime | null)[];

/** Returns the person's own event that makes a day a day off, such as a holiday, or undefined if there is none. */
export const dayOffOn = (day: LocalDay, events: readonly CalendarEvent[]): ShownEvent | undefined =>
  events.find(
    (event): event is ShownEvent =>
      !isExternal(event) &&
      isDayOff(event) &&
      event.days !== null &&
      event.days.start <= day &&
      day < event.days.end,
  );

/** Returns the working hours of a day, or null on a day off. `events` may be on any days. */
function workingTime(
  day: LocalDay,
  hours: WorkingHours,
  events: readonly CalendarEvent[],
): WorkingTime | null {
  const time = hours[weekdayOf(day) - 1] ?? null;
  return time && dayOffOn(day, events) ? null : time;
}

/** Whether a day is a working day: its weekday has working hours, and no event makes it a day off. */
export const isWorkingDay = (
  day: LocalDay,
  hours: WorkingHours,
  events: readonly CalendarEvent[],
): boolean => workingTime(day, hours, events) !== null;

/**
 * Returns the span of a day's working hours. Returns undefined on a day off, or if the clocks skip the working hours.
 */
export function workingSpan(
  day: LocalDay,
  hours: WorkingHours,
  events: readonly CalendarEvent[],
): TimeSpan | undefined {
  const time = workingTime(day, hours, events);
  if (!time) return undefined;
  const span = clockSpan(day, time);
  // Nothing is left if the clocks skip the working hours.
  return span.from < span.to ? span : undefined;
}

function clockSpan(day: LocalDay, { start, end }: Pick<WorkingTime, 'start' | 'end'>): TimeSpan {
  const moment = (clock: string) => timeOnDay(day, clockMinutes(clock)).getTime();
  return { from: moment(start), to: moment(end) };
}

/** Returns the spans in which a day is worked: the working hours without the lunch break. */
export function workingSpans(
  day: LocalDay,
  hours: WorkingHours,
  events: readonly CalendarEvent[],
): TimeSpan[] {
  const work = workingSpan(day, hours, events);
  const pause = hours[weekdayOf(day) - 1]?.break;
  if (!work) return [];
  return gapsIn(work, pause ? [clockSpan(day, pause)] : []);
}

/** Whether an event takes time of its day. A time block does not, because it is planned work. */
export const isBusy = (event: CalendarEvent): boolean =>
  isExternal(event) ? event.isBusy : takesFreeTime(event);

/** Whether an event leaves no time for another. Time blocks count, too. */
export const takesTime = (event: CalendarEvent): boolean =>
  isBusy(event) || (!isExternal(event) && event.taskId !== null);

/** The facts that free time depends on. `events` may be on any days. */
export interface DayOfWork {
  day: LocalDay;
  hours: WorkingHours;
  events: readonly CalendarEvent[];
  now: Date;
}

/** Returns the rest of a day's working hours, in order, without the spans in `taken` and the time that has passed. */
function leftOf({ day, hours, events, now }: DayOfWork, taken: readonly TimeSpan[]): TimeSpan[] {
  return workingSpans(day, hours, events).flatMap(({ from, to }) =>
    gapsIn({ from: Math.max(from, now.getTime()), to }, taken),
  );
}

/** Returns the free time of a day in minutes: working hours less the break, busy events and what has passed. */
export const freeMinutes = (work: DayOfWork): number =>
  Math.floor(coveredMs(leftOf(work, work.events.filter(isBusy).map(eventSpan))) / MINUTE_MS);

/** Returns the gaps for time blocks: the free time without existing blocks and without those in `proposed`. */
export function openGaps(work: DayOfWork, proposed: readonly TimeSpan[] = []): TimeSpan[] {
  return leftOf(work, [...work.events.filter(takesTime).map(eventSpan), ...proposed]);
}
