import { PLAN_MAX, type PlanOfDay } from '@daymark/contract/dayPlan';
import { isExternal } from '../events/externalEvent';
import type { CalendarEvent, ShownTask } from '../shownRecords';
import { takesTime } from './freeTime';

type Times = Pick<CalendarEvent, 'title' | 'start' | 'end'> & {
  id: CalendarEvent['id'];
  taskId: number | null;
};

/** A day as it is known when planning ends. */
interface PlannedDay {
  /** The open tasks of the day. */
  todays: readonly ShownTask[];
  events: readonly CalendarEvent[];
  /** The blocks that were added just now, and may not be among `events` yet. */
  added: readonly Times[];
  /** Returns what is left of a task's estimate in minutes, or null without an estimate. */
  remaining: (task: ShownTask) => number | null;
}

/** Returns the plan to keep of a day: its open tasks, its blocks, and the events that take up its time (product §4). */
export function planToKeep({ todays, events, added, remaining }: PlannedDay, now: Date): PlanOfDay {
  const known = events
    .filter(takesTime)
    .map((event): Times => ({ ...event, taskId: isExternal(event) ? null : event.taskId }));
  const others = added.filter(({ id }) => !known.some((one) => one.id === id));
  return {
    keptAt: now.toISOString(),
    tasks: todays.slice(0, PLAN_MAX).map((task) => {
      const minutes = remaining(task);
      return {
        taskId: task.id,
        title: task.title,
        minutes: minutes === null ? null : Math.round(minutes),
        isPriority: task.isPriority,
      };
    }),
    times: [...known, ...others].slice(0, PLAN_MAX).map(({ id, title, start, end, taskId }) => ({
      eventId: String(id),
      title,
      start,
      end,
      taskId,
    })),
  };
}
