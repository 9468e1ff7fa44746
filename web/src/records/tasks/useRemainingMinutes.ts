import type { Task } from '@daymark/contract/task';
import { useFocusedMinutes } from '../focus/useFocusedMinutes';
import { useSteps } from './taskQueries';
import { remainingMinutes } from '../../domain/tasks/taskPlan';

/**
 * Returns a function that computes the `remainingMinutes` of a task from its steps and the focus so far. The result is
 * null without an estimate.
 */
export function useRemainingMinutes(): (task: Task) => number | null {
  const steps = useSteps();
  const focused = useFocusedMinutes();
  return (task) => remainingMinutes(task, steps.get(task.id) ?? [], focused);
}
