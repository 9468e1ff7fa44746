import type { Task } from '@daymark/contract/task';
import { minutesByTask } from '../focus/focusDay';
import { useFocusSessions } from '../focus/focusQueries';
import { useSteps } from './taskQueries';
import { remainingMinutes } from './taskPlan';

/** What is left of a task's estimate after the focus on it and on its steps, in minutes; null without an estimate. */
export function useRemainingMinutes(): (task: Task) => number | null {
  const steps = useSteps();
  const { data: sessions = [] } = useFocusSessions();
  const focused = minutesByTask(sessions);
  return (task) => remainingMinutes(task, steps.get(task.id) ?? [], focused);
}
