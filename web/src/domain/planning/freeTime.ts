import { isBusy as takesFreeTime } from '@daymark/contract/event';
import type { WorkingTime } from '@daymark/contract/settings';
import { MINUTE_MS } from '@daymark/contract/time/units';
import { clockMinutes } from '../../lib/time/clockText';
import { timeOnDay, weekdayOf, type LocalDay } from '../../lib/time/dates';
import { eventSpan } from '../events/eventSpan';
import { coveredMs, gapsIn, type TimeSpan } from '../../lib/time/timeSpans';
import { isExternal } from '../events/externalEvent';
import type { CalendarEvent } from '../shownRecords';

/* The free time of a day (product §4). Clock times are in the person's zone, and moments are in ms since 1970. */

/** The working hours of each day of the week, Monday first. Null is a day off. */
export type WorkingHours = readonly (WorkingTime | null)[];

/**
 * Returns the span of a day's working hours. Returns undefined on a day off, or if the clocks skip the working hours.
 */
export function workingSpan(day: LocalDay, hours: WorkingHours): TimeSpan | undefined {
  const time = hours[weekdayOf(day) - 1];
  if (!time) return undefined;
  const [from, to] = [time.start, time.end].map((clock) =>
    timeOnDay(day, clockMinutes(clock)).getTime(),
  ) as [number, number];
  // Nothing is left if the clocks skip the working hours.
  return from < to ? { from, to } : undefined;
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
function leftOf({ day, hours, now }: DayOfWork, taken: readonly TimeSpan[]): TimeSpan[] {
  const work = workingSpan(day, hours);
  if (!work) return [];
  return gapsIn({ from: Math.max(work.from, now.getTime()), to: work.to }, taken);
}

/** Returns the free time of a day in minutes: working hours less busy events and what has passed. */
export const freeMinutes = (work: DayOfWork): number =>
  Math.floor(coveredMs(leftOf(work, work.events.filter(isBusy).map(eventSpan))) / MINUTE_MS);

/** Returns the gaps for time blocks: the free time without existing blocks and without those in `proposed`. */
export function openGaps(work: DayOfWork, proposed: readonly TimeSpan[] = []): TimeSpan[] {
  return leftOf(work, [...work.events.filter(takesTime).map(eventSpan), ...proposed]);
}
