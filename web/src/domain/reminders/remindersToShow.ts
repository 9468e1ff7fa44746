import type { DayPlan } from '@daymark/contract/dayPlan';
import type { Event } from '@daymark/contract/event';
import { idOfDay } from '@daymark/contract/primitives';
import type { Reflection } from '@daymark/contract/reflection';
import { nextDailyReminder } from '@daymark/contract/reminders/dailyReminders';
import {
  DAILY_OF_USE_MS,
  EVENT_OF_USE_MS,
  isReflected,
  latestDue,
  needsNoReminder,
} from '@daymark/contract/reminders/dueRules';
import { nextEventReminder } from '@daymark/contract/reminders/eventReminders';
import {
  deadlinesNotification,
  eventNotification,
  PLAN_NOTIFICATION,
  REFLECT_NOTIFICATION,
  type ReminderNotification,
} from '@daymark/contract/reminders/notification';
import type { Settings } from '@daymark/contract/settings';
import { isOpen, type Task } from '@daymark/contract/task';
import { dateSettings } from '../../lib/time/dateSettings';
import { personsDay, type LocalDay } from '../../lib/time/dates';
import { expandDaysOff } from '../events/dayOff';
import { byId } from '../mutation';
import { isWorkingDay } from '../planning/freeTime';

/** The records that say what an open page reminds of. Series are not expanded. */
export interface RemindingRecords {
  settings: Settings;
  events: readonly Event[];
  tasks: readonly Task[];
  dayPlans: readonly DayPlan[];
  reflections: readonly Reflection[];
}

/**
 * Returns the notifications that were due later than `afterMs` and at `nowMs` at the latest, by the server's rules
 * (functions/src/reminders). Leaves out what is done, deleted, on a day off, being worked on, or over. The end of the
 * timer is left out too, because the timer shows it itself.
 */
export function dueReminders(
  records: RemindingRecords,
  afterMs: number,
  nowMs: number,
): ReminderNotification[] {
  return [...dueOfEvents(records, afterMs, nowMs), ...dueOfDays(records, afterMs, nowMs)];
}

function dueOfEvents(
  { settings, events, tasks }: RemindingRecords,
  afterMs: number,
  nowMs: number,
): ReminderNotification[] {
  if (!settings.remindsOfEvents) return [];
  const [stored, taskOf] = [byId(events), byId(tasks)];
  return events.flatMap((event) => {
    const reminder = latestDue(
      (ms) => nextEventReminder(event, settings.reminderMinutes, ms),
      Math.max(afterMs, nowMs - EVENT_OF_USE_MS),
      nowMs,
    );
    if (!reminder) return [];
    // An exception takes the place of its occurrence, and reminds by itself.
    if (reminder.seriesDay !== null && stored.has(reminder.eventId)) return [];
    const task = taskOf.get(event.taskId ?? 0);
    if (needsNoReminder(event, task, settings, nowMs)) return [];
    if (isFreeDay(personsDay(new Date(reminder.startMs)), settings, events)) return [];
    return [eventNotification(event, task, reminder, nowMs, settings)];
  });
}

const isFreeDay = (day: LocalDay, { workingHours }: Settings, events: readonly Event[]): boolean =>
  !isWorkingDay(day, workingHours, expandDaysOff(events, { from: day, to: day }));

function dueOfDays(
  records: RemindingRecords,
  afterMs: number,
  nowMs: number,
): ReminderNotification[] {
  const { settings, events } = records;
  /** Returns the latest reminder of the morning or the evening, by settings that leave out the other one. */
  const latestWith = (chosen: Partial<Settings>) =>
    latestDue(
      (ms) => nextDailyReminder({ ...settings, ...chosen }, dateSettings.zone(), ms),
      Math.max(afterMs, nowMs - DAILY_OF_USE_MS),
      nowMs,
    );
  const morning = latestWith({ remindsToReflect: false });
  const evening = latestWith({ remindsOfDeadlines: false, remindsToPlan: false });
  return [morning, evening].flatMap((reminder) => {
    if (!reminder || isFreeDay(reminder.day, settings, events)) return [];
    return reminder === morning
      ? ofMorning(records, reminder.day)
      : ofEvening(records, reminder.day);
  });
}

function ofMorning(
  { settings, tasks, events, dayPlans }: RemindingRecords,
  day: LocalDay,
): ReminderNotification[] {
  const titles = tasks
    .filter((task) => task.deadline === day && isOpen(task))
    .map(({ title }) => title);
  const isPlanned =
    dayPlans.some((kept) => kept.day === day && kept.plan !== null) ||
    tasks.some((task) => task.plannedDay === day && isOpen(task)) ||
    events.some(({ taskId, start }) => taskId !== null && personsDay(new Date(start)) === day);
  return [
    ...(settings.remindsOfDeadlines && titles.length > 0
      ? [deadlinesNotification(titles, settings)]
      : []),
    ...(settings.remindsToPlan && !isPlanned ? [PLAN_NOTIFICATION] : []),
  ];
}

function ofEvening(
  { settings, reflections }: RemindingRecords,
  day: LocalDay,
): ReminderNotification[] {
  const isWritten = isReflected(byId(reflections).get(idOfDay(day)));
  return settings.remindsToReflect && !isWritten ? [REFLECT_NOTIFICATION] : [];
}
