import type { Category } from '@daymark/contract/category';
import type { FocusSession } from '@daymark/contract/focusSession';
import type { Task } from '@daymark/contract/task';
import { HOUR_MS, MINUTE_MS } from '@daymark/contract/time/units';
import { clockHour, type LocalDay } from '../../lib/time/dates';
import { partsByDay, sessionSpan } from './insightDays';

const isFocus = ({ mode }: FocusSession) => mode === 'focus';

/** Returns the minutes of focus on each day. A session across midnight is split. */
export function focusByDay(
  sessions: readonly FocusSession[],
  days: readonly LocalDay[],
): { day: LocalDay; minutes: number }[] {
  const minutes = new Map(days.map((day) => [day, 0]));
  for (const session of sessions.filter(isFocus))
    for (const { day, part } of partsByDay(sessionSpan(session))) {
      const sum = minutes.get(day);
      if (sum !== undefined) minutes.set(day, sum + (part.to - part.from) / MINUTE_MS);
    }
  return days.map((day) => ({ day, minutes: minutes.get(day) ?? 0 }));
}

/** Returns the minutes of focus in each of the clock's 24 hours, summed over all the days. */
export function focusByHour(
  sessions: readonly FocusSession[],
  days: readonly LocalDay[],
): number[] {
  const wanted = new Set(days);
  const hours = Array<number>(24).fill(0);
  for (const session of sessions.filter(isFocus))
    for (const { day, part } of partsByDay(sessionSpan(session))) {
      if (!wanted.has(day)) continue;
      for (let from = part.from; from < part.to;) {
        const { hour, elapsedMs } = clockHour(new Date(from));
        const to = Math.min(part.to, from + HOUR_MS - elapsedMs);
        hours[hour] = (hours[hour] ?? 0) + (to - from) / MINUTE_MS;
        from = to;
      }
    }
  return hours;
}

/** A task or category, and the minutes of focus on it. */
export interface FocusShare {
  /** The record's id, or 0 for no task or no category. */
  id: number;
  name: string;
  /** The category's color. Undefined for a task, and without a category. */
  color?: string;
  minutes: number;
}

const NO_TASK = 'No task';
const NO_CATEGORY = 'No category';

/** Returns the minutes of focus by task, the largest first. Deleted tasks count too. */
export function focusByTask(
  sessions: readonly FocusSession[],
  days: readonly LocalDay[],
  tasks: readonly Task[],
): FocusShare[] {
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  return shares(sessions, days, (taskId) =>
    taskId === null
      ? { id: 0, name: NO_TASK }
      : { id: taskId, name: titles.get(taskId) ?? 'A deleted task' },
  );
}

/** Returns the minutes of focus by the category of the task, the largest first. */
export function focusByCategory(
  sessions: readonly FocusSession[],
  days: readonly LocalDay[],
  tasks: readonly Task[],
  categories: readonly Category[],
): FocusShare[] {
  const categoryOf = new Map(tasks.map(({ id, categoryId }) => [id, categoryId]));
  const known = new Map(categories.map((category) => [category.id, category]));
  return shares(sessions, days, (taskId) => {
    const category = known.get((taskId !== null && categoryOf.get(taskId)) || 0);
    return category
      ? { id: category.id, name: category.name, color: category.color }
      : { id: 0, name: NO_CATEGORY };
  });
}

function shares(
  sessions: readonly FocusSession[],
  days: readonly LocalDay[],
  nameOf: (taskId: number | null) => Omit<FocusShare, 'minutes'>,
): FocusShare[] {
  const wanted = new Set(days);
  const found = new Map<number, FocusShare>();
  for (const session of sessions.filter(isFocus)) {
    const parts = partsByDay(sessionSpan(session)).filter(({ day }) => wanted.has(day));
    const minutes = parts.reduce((sum, { part }) => sum + (part.to - part.from) / MINUTE_MS, 0);
    if (minutes === 0) continue;
    const named = nameOf(session.taskId);
    const share = found.get(named.id) ?? { ...named, minutes: 0 };
    found.set(named.id, { ...share, minutes: share.minutes + minutes });
  }
  return [...found.values()].sort((a, b) => b.minutes - a.minutes || a.name.localeCompare(b.name));
}
