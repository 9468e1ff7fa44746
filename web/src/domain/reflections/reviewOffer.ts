import { addDays, localDay, startOfWeek, type LocalDay } from '../../lib/time/dates';
import { daysWithin } from '../insights/insightDays';
import { workingSpan, type WorkingHours } from '../planning/freeTime';

interface OfferFacts {
  now: Date;
  hours: WorkingHours;
  /** The day on which the account was created. */
  since: LocalDay;
  /** The first days of the reviewed weeks. */
  reviewed: readonly LocalDay[];
}

/**
 * Returns the first day of the week whose review is offered: this week, from the end of its last working day on, unless
 * it is reviewed. Returns undefined if none is offered. A person who joined on that day or later has little to review.
 */
export function offeredReview({ now, hours, since, reviewed }: OfferFacts): LocalDay | undefined {
  const week = startOfWeek(localDay(now));
  const last = daysWithin(week, addDays(week, 6)).findLast((day) => workingSpan(day, hours));
  const end = last === undefined ? undefined : workingSpan(last, hours)?.to;
  if (last === undefined || end === undefined) return undefined;
  return now.getTime() >= end && since < last && !reviewed.includes(week) ? week : undefined;
}
