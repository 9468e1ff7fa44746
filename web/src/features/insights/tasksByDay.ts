import type { FocusSession } from '@daymark/contract/focusSession';
import type { Task } from '@daymark/contract/task';
import { localDay, type LocalDay } from '../../lib/dates';
import { daySpan } from './insightDays';

/** A day's tasks: how many were there to be done, and how many of those were done. */
export interface DayPlan {
  day: LocalDay;
  planned: number;
  completed: number;
}

/** As the dashboard's Daily Progress counts: completed on the day, of those and the ones that stayed open. */
export function tasksByDay(tasks: readonly Task[], days: readonly LocalDay[]): DayPlan[] {
  const times = tasks.map(({ createdAt, completed, completedAt }) => ({
    from: Date.parse(createdAt),
    // A tick on its way has no time yet: it was made just now.
    to: completed ? (completedAt ? Date.parse(completedAt) : Date.now()) : Infinity,
  }));
  return days.map((day) => {
    const span = daySpan(day);
    const there = times.filter(({ from, to }) => from < span.to && to >= span.from);
    return { day, planned: there.length, completed: there.filter(({ to }) => to < span.to).length };
  });
}

/** Focus sessions begun on the days: how many, how many came to their end, and what they lasted of what was meant. */
export function sessionOutcomes(sessions: readonly FocusSession[], days: readonly LocalDay[]) {
  const wanted = new Set(days);
  const begun = sessions.filter(
    ({ mode, start }) => mode === 'focus' && wanted.has(localDay(new Date(start))),
  );
  const sum = (field: 'plannedSeconds' | 'actualSeconds') =>
    begun.reduce((seconds, session) => seconds + session[field], 0) / 60;
  return {
    begun: begun.length,
    completed: begun.filter(({ completed }) => completed).length,
    plannedMinutes: sum('plannedSeconds'),
    actualMinutes: sum('actualSeconds'),
  };
}
