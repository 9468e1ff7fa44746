import { dayOfId } from '@daymark/contract/primitives';
import { type Reflection } from '@daymark/contract/reflection';
import type { Task } from '@daymark/contract/task';
import { addDays, personsDay, type LocalDay } from '../../lib/time/dates';
import { lineKey, plainLines } from '../../lib/text/plainLine';

/** A person's plan for a day, as they wrote it in the previous reflection. */
export interface WrittenPlan {
  /** The day of the reflection with the plan. */
  from: LocalDay;
  lines: readonly string[];
}

/** Longest age of a plan that is still used, in working days. A plan from before a vacation is used after it. */
const MAX_AGE_WORKING_DAYS = 3;

/**
 * Returns the lines of "tomorrow's focus" in the last reflection before `day`. Returns undefined if that reflection has
 * no such lines or is too old.
 */
export function writtenPlan(
  day: LocalDay,
  reflections: readonly Reflection[],
  isWorkingDay: (day: LocalDay) => boolean,
): WrittenPlan | undefined {
  const [last] = reflections
    .map(({ id, tomorrowFocus }) => ({ from: dayOfId(id), text: tomorrowFocus ?? '' }))
    .filter(({ from }) => from < day)
    .sort((a, b) => (a.from < b.from ? 1 : -1));
  const lines = plainLines(last?.text ?? '');
  return last && lines.length > 0 && !isTooOld(last.from, day, isWorkingDay)
    ? { from: last.from, lines }
    : undefined;
}

/** Whether more working days than a plan is used for are between its day and `day`, which counts as one. */
function isTooOld(
  from: LocalDay,
  day: LocalDay,
  isWorkingDay: (day: LocalDay) => boolean,
): boolean {
  let age = 1;
  for (let at = addDays(from, 1); at < day && age <= MAX_AGE_WORKING_DAYS; at = addDays(at, 1))
    if (isWorkingDay(at)) age++;
  return age > MAX_AGE_WORKING_DAYS;
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
        const on = completed && completedAt ? personsDay(new Date(completedAt)) : '';
        return on > from && on <= day;
      })
      .map(({ title }) => lineKey(title)),
  );
  return lines.map((line) => ({ line, isDone: done.has(lineKey(line)) }));
}
