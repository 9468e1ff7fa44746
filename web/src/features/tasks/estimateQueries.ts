import type { Task } from '@daymark/contract/task';
import { minutesByTask } from '../focus/focusDay';
import { useFocusSessions } from '../focus/focusQueries';
import { useSteps } from './taskQueries';
import { remainingMinutes } from './taskPlan';

/** What is left of a task's estimate after the focus on it, in minutes; null without an estimate. */
export function useRemainingMinutes(): (task: Task) => number | null {
  const steps = useSteps();
  const { data: sessions = [] } = useFocusSessions();
  return (task) =>
    remainingMinutes(task, steps.get(task.id) ?? [], minutesByTask(sessions).get(task.id) ?? 0);
}
