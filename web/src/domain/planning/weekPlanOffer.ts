import type { Goal } from '@daymark/contract/goal';
import { personsDay, startOfWeek, type LocalDay } from '../../lib/time/dates';
import { daysOfWeek, goalsInWeek } from '../goals/weekGoals';
import type { CalendarEvent } from '../shownRecords';
import { workingSpan, type WorkingHours } from './freeTime';

interface OfferFacts {
  now: Date;
  hours: WorkingHours;
  /** The events of the week, of which those that are days off count. */
  events: readonly CalendarEvent[];
  /** The day on which the account was created. */
  since: LocalDay;
  goals: readonly Goal[];
}

/**
 * Returns the first day of the week whose planning is offered: this week, from its first working day until the end of
 * its last, unless it has goals. Returns undefined if none is offered. A person who joined today plans a day first.
 */
export function offeredWeekPlan({
  now,
  hours,
  events,
  since,
  goals,
}: OfferFacts): LocalDay | undefined {
  const today = personsDay(now);
  const week = startOfWeek(today);
  const workdays = daysOfWeek(week).filter((day) => workingSpan(day, hours, events));
  const [first, last] = [workdays[0], workdays.at(-1)];
  if (first === undefined || last === undefined || today < first) return undefined;
  const isOver = now.getTime() >= (workingSpan(last, hours, events)?.to ?? 0);
  return !isOver && since < today && goalsInWeek(goals, week).length === 0 ? week : undefined;
}
