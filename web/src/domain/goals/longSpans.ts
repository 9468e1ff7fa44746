import type { Goal } from '@daymark/contract/goal';
import { addDays, type LocalDay } from '../../lib/time/dates';

/** The spans that are longer than a week. */
export type LongSpan = Exclude<Goal['span'], 'week'>;

/**
 * Returns the first day of the month or the quarter to which a week belongs. A week belongs to the month that has most of
 * its days.
 */
export function longSpanOf(span: LongSpan, weekDay: LocalDay): LocalDay {
  const middle = addDays(weekDay, 3);
  const month = Number(middle.slice(5, 7));
  const first = span === 'month' ? month : month - ((month - 1) % 3);
  return `${middle.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
}

/** Returns the goals of a span that begins on a day, in their order. */
export const goalsOf = <One extends Goal>(
  goals: readonly One[],
  span: Goal['span'],
  day: LocalDay,
): One[] =>
  goals
    .filter((goal) => goal.span === span && goal.day === day)
    .sort(
      (a, b) => order(a.position, b.position) || order(a.createdAt, b.createdAt) || a.id - b.id,
    );

/** Compares texts. Null comes last. */
const order = (a: string | null, b: string | null): number =>
  (a ?? '~') < (b ?? '~') ? -1 : (a ?? '~') > (b ?? '~') ? 1 : 0;
