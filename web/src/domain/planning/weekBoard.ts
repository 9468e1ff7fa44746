import { isOpen } from '@daymark/contract/task';
import { personsDay, type LocalDay } from '../../lib/time/dates';
import { plainDuration } from '../../lib/time/durationText';
import { eventSpan } from '../events/eventSpan';
import { isExternal } from '../events/externalEvent';
import type { CalendarEvent, ShownTask } from '../shownRecords';
import { inDayOrder } from '../tasks/dayOrder';
import { dayOfTask, isLeftOver } from '../tasks/taskPlan';
import type { DayCapacity } from './dayCapacity';
import { takesTime } from './freeTime';

/** The open tasks that planning a week shows: those of its days, and those that have no place in it. */
export interface WeekBoard {
  /** The tasks of each day of the week, without those that are left over. */
  days: ReadonlyMap<LocalDay, readonly ShownTask[]>;
  leftOver: readonly ShownTask[];
  /** The tasks that are due by the end of the week and have no day up to then. */
  due: readonly ShownTask[];
  noDay: readonly ShownTask[];
  /** How many tasks were completed on each day of the week. */
  done: ReadonlyMap<LocalDay, number>;
}

/** Returns the tasks for planning the week of `days`. Each open task is in one list, unless it is for a later week. */
export function weekBoard(
  tasks: readonly ShownTask[],
  days: readonly LocalDay[],
  today: LocalDay,
): WeekBoard {
  const last = days.at(-1) ?? today;
  const ofDays = new Map<LocalDay, ShownTask[]>(days.map((day) => [day, []]));
  const [leftOver, due, noDay]: [ShownTask[], ShownTask[], ShownTask[]] = [[], [], []];
  const done = new Map<LocalDay, number>(days.map((day) => [day, 0]));
  for (const task of tasks) {
    if (task.completed && task.completedAt !== null) {
      const day = personsDay(new Date(task.completedAt));
      if (done.has(day)) done.set(day, (done.get(day) ?? 0) + 1);
    }
    if (!isOpen(task)) continue;
    const day = dayOfTask(task, today);
    if (isLeftOver(task, today)) leftOver.push(task);
    else if (day !== null && ofDays.has(day)) ofDays.get(day)?.push(task);
    else if (day !== null && day <= last) continue;
    else if (task.deadline !== null && task.deadline <= last) due.push(task);
    else if (day === null) noDay.push(task);
  }
  return {
    days: new Map([...ofDays].map(([day, some]) => [day, inDayOrder(some)])),
    leftOver: inDayOrder(leftOver),
    due: inDayOrder(due),
    noDay: inDayOrder(noDay),
    done,
  };
}

/** The events and blocks of a day. */
export interface DayTimes {
  /** The events that take time, in order. Blocks of other days' tasks are among them. */
  events: readonly CalendarEvent[];
  /** When the first block of each of the day's tasks starts. */
  starts: ReadonlyMap<number, Date>;
}

/** Returns what still takes time on a day. `events` are those of the day, in order. */
export function dayTimes(
  events: readonly CalendarEvent[],
  tasks: readonly ShownTask[],
  now: Date,
): DayTimes {
  const ofDay = new Set(tasks.map(({ id }) => id));
  const starts = new Map<number, Date>();
  const others: CalendarEvent[] = [];
  for (const event of events) {
    const { from, to } = eventSpan(event);
    if (!takesTime(event) || to <= now.getTime()) continue;
    const taskId = isExternal(event) ? null : event.taskId;
    if (taskId === null || !ofDay.has(taskId)) others.push(event);
    else if (!starts.has(taskId)) starts.set(taskId, new Date(from));
  }
  return { events: others, starts };
}

/** Returns the text about a day's planned and free time, "4h 10m of 5h 30m", "Day off", or undefined after work. */
export function columnText({ planned, free, workingHours }: DayCapacity): string | undefined {
  if (workingHours === 'over') return undefined;
  const isPlanned = planned > 0;
  if (workingHours === 'none')
    return isPlanned ? `Day off · ${plainDuration(planned)} planned` : 'Day off';
  return isPlanned
    ? `${plainDuration(planned)} of ${plainDuration(free)}`
    : `${plainDuration(free)} free`;
}
