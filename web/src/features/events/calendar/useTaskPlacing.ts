import { withId } from '../../../domain/mutation';
import { useCategories } from '../../../records/categories/categoryQueries';
import { useTaskRecords } from '../../../records/tasks/taskQueries';
import { blockMinutes } from '../../../domain/planning/fillFreeTime';
import { useRemainingMinutes } from '../../../records/tasks/useRemainingMinutes';
import { useSchedule } from '../../../records/events/useSchedule';
import { eventTimesText } from '../../../domain/events/eventTimes';
import type { TaskPlacing } from './useEventDrag';
import type { useTaskPress } from './useTaskPress';

/** Returns the drag of a pressed task to the hours. Dropping the task there creates a time block. */
export function useTaskPlacing(
  { press, endPress }: Pick<ReturnType<typeof useTaskPress>, 'press' | 'endPress'>,
  announce: (text: string) => void,
): TaskPlacing {
  const { data: tasks } = useTaskRecords();
  const { data: categories } = useCategories();
  const remaining = useRemainingMinutes();
  const schedule = useSchedule();
  const task = press && withId(tasks, press.taskId);
  return {
    press: task && !task.completed ? press : undefined,
    title: task?.title ?? '',
    color: categories?.find(({ id }) => id === task?.categoryId)?.color,
    minutes: task ? blockMinutes(remaining(task)) : 0,
    onPlace(times) {
      if (!task) return;
      schedule(task, times);
      announce(`${task.title}: ${eventTimesText(times)}`);
    },
    onEnd: endPress,
  };
}
