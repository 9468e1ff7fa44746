import type { FocusSession } from '@daymark/contract/focusSession';
import type { Task } from '@daymark/contract/task';
import { localDay, type LocalDay } from '../../lib/dates';
import { daySpan } from './insightDays';

/** A day's tasks: how many were planned, and how many of those were completed. */
export interface DayPlan {
  day: LocalDay;
  planned: number;
  completed: number;
}

/** Counts like Daily Progress on /today: completed on the day, out of those and the ones left open. */
export function tasksByDay(tasks: readonly Task[], days: readonly LocalDay[]): DayPlan[] {
  const times = tasks.map(({ createdAt, completed, completedAt }) => ({
    from: Date.parse(createdAt),
    // A queued completion has no time yet: it was made just now.
    to: completed ? (completedAt ? Date.parse(completedAt) : Date.now()) : Infinity,
  }));
  return days.map((day) => {
    const span = daySpan(day);
    const planned = times.filter(({ from, to }) => from < span.to && to >= span.from);
    return {
      day,
      planned: planned.length,
      completed: planned.filter(({ to }) => to < span.to).length,
    };
  });
}

/** Focus sessions begun on the days: how many, how many were completed, and their planned and actual minutes. */
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
