import type { Task } from '@daymark/contract/task';
import { useFocusedMinutes } from '../focus/useFocusedMinutes';
import { useSteps } from './taskQueries';
import { remainingMinutes } from '../../domain/tasks/taskPlan';

/**
 * Returns a function that returns the rest of a task's estimate after the focus on it and on its steps, in minutes, or
 * null without an estimate.
 */
export function useRemainingMinutes(): (task: Task) => number | null {
  const steps = useSteps();
  const focused = useFocusedMinutes();
  return (task) => remainingMinutes(task, steps.get(task.id) ?? [], focused);
}
