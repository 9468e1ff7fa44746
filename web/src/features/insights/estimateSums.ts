import type { Task } from '@daymark/contract/task';
import { localDay, type LocalDay } from '../../lib/dates';
import { minutesByTask } from '../focus/focusDay';
import type { ShownSession } from '../focus/focusQueries';
import { focusedOn } from '../tasks/taskPlan';

/** A completed task with its first estimate and the focus on it and its steps, in minutes. */
export interface EstimateCheck {
  id: number;
  title: string;
  estimated: number;
  took: number;
}

/**
 * The tasks completed on these days that had an estimate and took focus time, the latest first. First estimates do not
 * change, so that they can be compared with what happened (design part 8).
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
        completed && completedAt !== null && range.has(localDay(new Date(completedAt))),
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

/** How many times as long as estimated all of them took together; undefined for none. */
export function tookRatio(checks: readonly EstimateCheck[]): number | undefined {
  const estimated = checks.reduce((sum, check) => sum + check.estimated, 0);
  return estimated === 0
    ? undefined
    : checks.reduce((sum, check) => sum + check.took, 0) / estimated;
}
