import type { Task } from '@daymark/contract/task';
import { addDays, personsDay, startOfPersonsDay, type LocalDay } from '../../lib/time/dates';
import { plannedDayOn } from './plannedDayOn';

/** How many tasks were completed on a day, out of how many. */
export interface DayProgress {
  day: LocalDay;
  done: number;
  all: number;
}

/**
 * Returns the Daily Progress (product §4) of some days up to today. `done` is how many tasks were completed on the day.
 * `all` also counts the tasks that were planned for the day and stayed open. On a day without any plan, `all` also
 * counts the tasks that stayed open and had no later day.
 */
export function dayProgress(
  tasks: readonly Task[],
  days: readonly LocalDay[],
  now: Date,
): DayProgress[] {
  const today = personsDay(now);
  const times = tasks.map((task) => ({ task, ...timesOf(task, now) }));
  return days.map((day) => {
    const from = startOfPersonsDay(day).getTime();
    const to = startOfPersonsDay(addDays(day, 1)).getTime();
    // If another device's clock is ahead, a task completed today may have a completion time after today.
    const until = day === today ? Infinity : to;
    const done = times.filter(({ completed }) => completed >= from && completed < until);
    const left = times.filter(({ made, closed }) => closed >= until && made < until);
    const planned = left.filter(({ task }) => plannedDayOn(task, day) === day).length;
    const hasPlan = planned > 0 || done.some(({ task }) => plannedDayOn(task, day) === day);
    const open = left.filter(({ task }) => task.plannedDay === null || task.plannedDay <= day);
    return { day, done: done.length, all: done.length + (hasPlan ? planned : open.length) };
  });
}

/**
 * Returns when a task was made, when it was completed, and when it was closed (completed or skipped), in ms since 1970.
 * Infinity stands for what has not happened.
 */
function timesOf({ createdAt, completed, completedAt, skippedAt }: Task, now: Date) {
  // A completion without a time was made just now, and the server has not set the time yet.
  const completedMs = completed ? Date.parse(completedAt ?? now.toISOString()) : Infinity;
  return {
    made: Date.parse(createdAt),
    completed: completedMs,
    closed: skippedAt === null ? completedMs : Date.parse(skippedAt),
  };
}
