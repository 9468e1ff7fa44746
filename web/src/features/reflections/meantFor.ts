import { reflectionDayOf, type Reflection } from '@daymark/contract/reflection';
import type { Task } from '@daymark/contract/task';
import { addDays, localDay, type LocalDay } from '../../lib/dates';
import { lineKey, plainLines } from '../../lib/plainLine';

/** What the person meant to do on a day, as they wrote it the evening before. */
export interface MeantFor {
  /** The day of that reflection. */
  from: LocalDay;
  lines: readonly string[];
}

/** After a weekend, what was written on Friday still is for the next day; later it is forgotten. */
const REACH_DAYS = 3;

/** The lines of "tomorrow's focus" in the last reflection before a day. */
export function meantFor(day: LocalDay, reflections: readonly Reflection[]): MeantFor | undefined {
  const earliest = addDays(day, -REACH_DAYS);
  const [last] = reflections
    .map(({ id, tomorrowFocus }) => ({ from: reflectionDayOf(id), text: tomorrowFocus ?? '' }))
    .filter(({ from }) => from < day && from >= earliest)
    .sort((a, b) => (a.from < b.from ? 1 : -1));
  const lines = plainLines(last?.text ?? '');
  return last && lines.length > 0 ? { from: last.from, lines } : undefined;
}

/** Whether each line was kept: a task of that name was completed since then, by the end of the day. */
export function keptLines(
  { from, lines }: MeantFor,
  tasks: readonly Task[],
  day: LocalDay,
): { line: string; isKept: boolean }[] {
  const done = new Set(
    tasks
      .filter(({ completed, completedAt }) => {
        const on = completed && completedAt ? localDay(new Date(completedAt)) : '';
        return on > from && on <= day;
      })
      .map(({ title }) => lineKey(title)),
  );
  return lines.map((line) => ({ line, isKept: done.has(lineKey(line)) }));
}
