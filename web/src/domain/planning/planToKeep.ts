import { PLAN_MAX, type PlanOfDay } from '@daymark/contract/dayPlan';
import { isOpen } from '@daymark/contract/task';
import { isExternal } from '../events/externalEvent';
import { todaysPriorities } from '../tasks/todaysPriorities';
import { takesTime, type DayOfWork } from './freeTime';
import type { ShownTask } from '../shownRecords';

/** The facts that the plan of a day is made of. */
interface Day {
  work: DayOfWork;
  tasks: readonly ShownTask[];
  /** The open tasks of the day. */
  todays: readonly ShownTask[];
  remaining: (task: ShownTask) => number | null;
}

/**
 * Returns the plan of a day as it is kept: the open tasks of the Top 3 that have no later day, the day's other open
 * tasks, and its blocks and busy events.
 */
export function planToKeep({ work, tasks, todays, remaining }: Day): PlanOfDay {
  const { day, now } = work;
  const open = todaysPriorities(tasks, now).filter(isOpen);
  const top3 = new Set(open.filter(({ plannedDay }) => plannedDay === null || plannedDay <= day));
  const planned = [...top3, ...todays.filter((task) => !top3.has(task))];
  return {
    keptAt: now.toISOString(),
    tasks: planned.slice(0, PLAN_MAX).map((task) => ({
      taskId: task.id,
      title: task.title,
      minutes: remaining(task),
      isPriority: top3.has(task),
    })),
    times: work.events
      .filter(takesTime)
      .slice(0, PLAN_MAX)
      .map((event) => ({
        eventId: String(event.id),
        title: event.title,
        start: event.start,
        end: event.end,
        taskId: isExternal(event) ? null : event.taskId,
      })),
  };
}
