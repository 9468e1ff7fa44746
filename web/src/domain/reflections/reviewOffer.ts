import { addDays, personsDay, startOfWeek, type LocalDay } from '../../lib/time/dates';
import { daysWithin } from '../insights/insightDays';
import type { CalendarEvent } from '../shownRecords';
import { workingSpan, type WorkingHours } from '../planning/freeTime';

interface OfferFacts {
  now: Date;
  hours: WorkingHours;
  /** The events of the week, of which those that are days off count. */
  events: readonly CalendarEvent[];
  /** The day on which the account was created. */
  since: LocalDay;
  /** The first days of the reviewed weeks. */
  reviewed: readonly LocalDay[];
}

/**
 * Returns the first day of the week whose review is offered: this week, from the end of its last working day on, unless
 * it is reviewed. Returns undefined if none is offered. A person who joined on that day or later has little to review.
 */
export function offeredReview({
  now,
  hours,
  events,
  since,
  reviewed,
}: OfferFacts): LocalDay | undefined {
  const week = startOfWeek(personsDay(now));
  const last = daysWithin(week, addDays(week, 6)).findLast((day) =>
    workingSpan(day, hours, events),
  );
  const end = last === undefined ? undefined : workingSpan(last, hours, events)?.to;
  if (last === undefined || end === undefined) return undefined;
  return now.getTime() >= end && since < last && !reviewed.includes(week) ? week : undefined;
}
