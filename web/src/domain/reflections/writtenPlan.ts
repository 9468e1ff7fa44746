import { dayOfId } from '@daymark/contract/primitives';
import { type Reflection } from '@daymark/contract/reflection';
import type { Task } from '@daymark/contract/task';
import { addDays, localDay, type LocalDay } from '../../lib/time/dates';
import { lineKey, plainLines } from '../../lib/text/plainLine';

/** A person's plan for a day, as they wrote it in the previous reflection. */
export interface WrittenPlan {
  /** The day of the reflection with the plan. */
  from: LocalDay;
  lines: readonly string[];
}

/** Longest age of a plan that is still used, in days. Friday's plan is used on Monday. */
const MAX_AGE_DAYS = 3;

/**
 * Returns the lines of "tomorrow's focus" in the last reflection before `day`. Returns undefined if that reflection has
 * no such lines or is too old.
 */
export function writtenPlan(
  day: LocalDay,
  reflections: readonly Reflection[],
): WrittenPlan | undefined {
  const earliest = addDays(day, -MAX_AGE_DAYS);
  const [last] = reflections
    .map(({ id, tomorrowFocus }) => ({ from: dayOfId(id), text: tomorrowFocus ?? '' }))
    .filter(({ from }) => from < day && from >= earliest)
    .sort((a, b) => (a.from < b.from ? 1 : -1));
  const lines = plainLines(last?.text ?? '');
  return last && lines.length > 0 ? { from: last.from, lines } : undefined;
}

/**
 * Returns each line of a plan, and whether it was done. A line was done if a task of that name was completed after the
 * day of the reflection and by the end of `day`.
 */
export function checkPlan(
  { from, lines }: WrittenPlan,
  tasks: readonly Task[],
  day: LocalDay,
): { line: string; isDone: boolean }[] {
  const done = new Set(
    tasks
      .filter(({ completed, completedAt }) => {
        const on = completed && completedAt ? localDay(new Date(completedAt)) : '';
        return on > from && on <= day;
      })
      .map(({ title }) => lineKey(title)),
  );
  return lines.map((line) => ({ line, isDone: done.has(lineKey(line)) }));
}
