import type { Goal } from '@daymark/contract/goal';
import { personsDay, startOfWeek, type LocalDay } from '../../lib/time/dates';
import { goalsInWeek } from '../goals/weekGoals';
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
 * Returns the first day of the week whose planning is offered: this week, on its working days until work ends,
 * unless it has goals. Returns undefined if none is offered. A person who joined today plans a day first.
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
  const isWorking = now.getTime() < (workingSpan(today, hours, events)?.to ?? 0);
  return isWorking && since < today && goalsInWeek(goals, week).length === 0 ? week : undefined;
}
