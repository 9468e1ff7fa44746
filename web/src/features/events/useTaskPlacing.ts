import { byId } from '../../sync/mutation';
import { useTaskRecords } from '../tasks/taskQueries';
import { blockMinutes } from '../planning/fillFreeTime';
import { useRemainingMinutes } from '../tasks/estimateQueries';
import { useSchedule } from './blockQueries';
import { eventTimesText } from './eventTimes';
import type { TaskPlacing } from './useEventDrag';
import type { useTaskPress } from './useTaskPress';

/** Dragging a task whose row is pressed to the hours. Dropped, it has a time block. */
export function useTaskPlacing(
  { press, endPress }: Pick<ReturnType<typeof useTaskPress>, 'press' | 'endPress'>,
  announce: (text: string) => void,
): TaskPlacing {
  const { data: tasks } = useTaskRecords();
  const remaining = useRemainingMinutes();
  const schedule = useSchedule();
  const task = press && tasks && byId(tasks).get(press.taskId);
  return {
    press: task && !task.completed ? press : undefined,
    title: task?.title ?? '',
    minutes: task ? blockMinutes(remaining(task)) : 0,
    onPlace(times) {
      if (!task) return;
      schedule(task, times);
      announce(`${task.title}: ${eventTimesText(times)}`);
    },
    onEnd: endPress,
  };
}
