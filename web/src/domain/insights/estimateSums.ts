import type { Task } from '@daymark/contract/task';
import { personsDay, type LocalDay } from '../../lib/time/dates';
import { countText, decimalText, percentText } from '../../lib/text/numbers';
import { minutesByTask } from '../focus/focusDay';
import { focusedOn } from '../tasks/taskPlan';
import type { ShownSession } from '../shownRecords';

/** A completed task with its first estimate and the focus on it and its steps, in minutes. */
export interface EstimateCheck {
  id: number;
  title: string;
  estimated: number;
  took: number;
}

/**
 * Returns the tasks completed on these days that had a first estimate and took at least a minute of focus, the latest
 * first. First estimates never change, so that they can be compared with the time that the tasks took (product §4).
 */
export function estimateChecks(
  sessions: readonly ShownSession[],
  days: readonly LocalDay[],
  tasks: readonly Task[],
  steps: ReadonlyMap<number, readonly Task[]>,
): EstimateCheck[] {
  const minutes = minutesByTask(sessions);
  const range = new Set(days);
  return tasks
    .filter(
      ({ completed, completedAt }) =>
        completed && completedAt !== null && range.has(personsDay(new Date(completedAt))),
    )
    .toSorted((a, b) => Date.parse(b.completedAt ?? '') - Date.parse(a.completedAt ?? ''))
    .flatMap((task) => {
      const { id, title, firstEstimateMinutes } = task;
      const took = focusedOn(task, steps.get(id) ?? [], minutes);
      return firstEstimateMinutes === null || took < 1
        ? []
        : [{ id, title, estimated: firstEstimateMinutes, took }];
    });
}

/**
 * Returns how the time that these tasks took compares with their first estimates: "3 tasks were about 10% quicker than
 * estimated." Returns undefined without estimates.
 */
export function estimateText(checks: readonly EstimateCheck[]): string | undefined {
  const sumOf = (of: 'estimated' | 'took') => checks.reduce((sum, check) => sum + check[of], 0);
  const estimated = sumOf('estimated');
  if (estimated === 0) return undefined;
  const ratio = sumOf('took') / estimated;
  const tasks = countText(checks.length, 'task');
  if (ratio >= 2) {
    const times = decimalText(ratio).replace('.0', '');
    return `${tasks} took about ${times} times as long as estimated.`;
  }
  const part = Math.min(0.95, Math.round(Math.abs(1 - ratio) * 20) / 20);
  if (part === 0) return `${tasks} took as long as estimated.`;
  const were = checks.length === 1 ? 'was' : 'were';
  return `${tasks} ${were} about ${percentText(part)} ${ratio < 1 ? 'quicker' : 'slower'} than estimated.`;
}
