import { personsDay } from '../../lib/time/dates';
import { eventsOfDay } from '../../domain/events/eventDays';
import { useEvents } from '../../records/events/eventQueries';
import { focusTotal } from '../../domain/focus/focusDay';
import { useDayBudget } from '../../records/planning/useDayBudget';
import { useFocusSessions } from '../../records/focus/focusQueries';
import { useShownBlocks } from '../../records/tasks/useShownBlocks';
import { useRemainingMinutes } from '../../records/tasks/useRemainingMinutes';
import { estimateOf, tasksOfDay } from '../../domain/tasks/taskPlan';
import { useSteps, useTaskRecords, useTasks } from '../../records/tasks/taskQueries';
import { dayCapacity } from '../../domain/planning/dayCapacity';
import { usualStart } from '../../domain/planning/usualStart';
import { useRecords } from '../../sync/useSync';
import { useWorkingHours } from '../../records/settings/useWorkingHours';
import type {
  CalendarEvent,
  ExternalEvent,
  ShownEvent,
  ShownSession,
  ShownTask,
} from '../../domain/shownRecords';

/** Returns the data that planning a day needs, with the day's capacity. `today` decides what a daily task counts for. */
export function useDayPlanning(
  now: Date,
  externalEvents: readonly ExternalEvent[],
  day = personsDay(now),
  today = day,
) {
  const tasks = useTasks();
  const steps = useSteps();
  const sessions = useFocusSessions();
  const own = useEvents(day);
  const { hours, isPending } = useWorkingHours();
  const remaining = useRemainingMinutes();
  const blocks = useShownBlocks(now);
  const stored = useRecords('events').data;
  const known = useTaskRecords().data;
  const events: readonly CalendarEvent[] = [
    ...eventsOfDay(own.data ?? NO_EVENTS, day),
    ...eventsOfDay(externalEvents, day),
  ];
  const work = { day, hours, events, now };
  const todays = tasksOfDay(tasks.data ?? NO_TASKS, day, today);
  const budget = useDayBudget(day, now);
  const { minutes: focused } = focusTotal(sessions.data ?? NO_SESSIONS, day);
  const capacity = dayCapacity(todays, remaining, work, { budget, focused });
  return {
    day,
    now,
    isPending: tasks.isPending || sessions.isPending || own.isPending || isPending,
    tasks: tasks.data ?? NO_TASKS,
    /** The day with its working hours and its events, both the person's own and Google's. */
    work,
    /** The open tasks of the day, in the order of the list. */
    todays,
    capacity,
    /** Returns a task's estimate in minutes, or null without an estimate. */
    estimate: (task: ShownTask) => estimateOf(task, steps.get(task.id)),
    /** Returns the remaining minutes of a task's estimate, or null without an estimate. */
    remaining,
    /** Returns the moment of the day at which a task usually begins. */
    usualStart: (task: ShownTask) => usualStart(task, day, stored ?? [], known ?? NO_TASKS),
    steps,
    /** The block that each task's row shows. */
    blocks,
  };
}

const NO_TASKS: readonly ShownTask[] = [];
const NO_SESSIONS: readonly ShownSession[] = [];
const NO_EVENTS: readonly ShownEvent[] = [];

export type DayPlanning = ReturnType<typeof useDayPlanning>;
