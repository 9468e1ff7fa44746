import {
  nextDailyReminder,
  timerEndMs,
  type DailyReminder,
} from '@daymark/contract/reminders/dailyReminders';
import { DAILY_OF_USE_MS, isReflected } from '@daymark/contract/reminders/dueRules';
import {
  deadlinesNotification,
  PLAN_NOTIFICATION,
  REFLECT_NOTIFICATION,
  type ReminderNotification,
} from '@daymark/contract/reminders/notification';
import { timerNotification } from '@daymark/contract/reminders/timerNotification';
import { idOfDay } from '@daymark/contract/primitives';
import type { Settings } from '@daymark/contract/settings';
import { isOpen } from '@daymark/contract/task';
import { HOUR_MS } from '@daymark/contract/time/units';
import { dayAfter } from '@daymark/contract/repeats/repeat';
import { clockOfDay, zoneOf, type Zone } from '@daymark/contract/time/zone';
import type { Ports } from '../ports';
import type { DuePerson } from '../store/dueReminders';
import type { StoredReminders } from '../store/reminders';
import { isHoliday } from './daysOff';
import type { Due } from './deliver';

/** The end of a timer is sent at most this long after it, in ms. */
const TIMER_OF_USE_MS = HOUR_MS;

/**
 * Returns the notifications that a person should get now, and the `handled` that records them. Each day has its
 * reminders once, even if the person changes their working hours or travels.
 */
export async function dueOfPerson(
  person: DuePerson,
  nowMs: number,
  ports: Ports,
): Promise<{ dues: Due[]; handled: NonNullable<StoredReminders['handled']> }> {
  const { settings, reminders } = person;
  const from = reminders.remindAt ?? nowMs;
  const handled = { ...reminders.handled };
  const dues: Due[] = [];
  const zone = zoneOf(person.timeZone);
  for (const reminder of latestDaily(settings, zone, from, nowMs)) {
    const { part, day, expiresMs } = reminder;
    if (day <= (handled[part] ?? '')) continue;
    handled[part] = day;
    if (await isHoliday(person, day, ports)) continue;
    const notifications =
      part === 'morning'
        ? await ofMorning(person, day, zone, ports)
        : await ofEvening(person, day, ports);
    for (const notification of notifications) dues.push({ notification, expiresMs });
  }
  const endMs = timerEndMs(settings);
  if (
    settings.timer &&
    settings.remindsOfTimer &&
    endMs !== undefined &&
    endMs >= from &&
    endMs <= nowMs &&
    endMs !== handled.timer
  ) {
    handled.timer = endMs;
    const expiresMs = endMs + TIMER_OF_USE_MS;
    if (expiresMs > nowMs)
      dues.push({ notification: timerNotification(settings.timer.mode), expiresMs });
  }
  return { dues, handled };
}

/** Returns the latest daily reminders that are due and still of use, at most one a part of the day. */
function latestDaily(
  settings: Settings,
  zone: Zone,
  from: number,
  nowMs: number,
): readonly DailyReminder[] {
  const latest = new Map<DailyReminder['part'], DailyReminder>();
  let next = nextDailyReminder(settings, zone, Math.max(from - 1, nowMs - DAILY_OF_USE_MS));
  while (next && next.at <= nowMs) {
    latest.set(next.part, next);
    next = nextDailyReminder(settings, zone, next.at);
  }
  return [...latest.values()].filter(({ expiresMs }) => expiresMs > nowMs);
}

async function ofMorning(
  { owner, settings }: DuePerson,
  day: string,
  zone: Zone,
  { stores }: Ports,
): Promise<ReminderNotification[]> {
  const notifications: ReminderNotification[] = [];
  if (settings.remindsOfDeadlines) {
    const tasks = await stores.tasks.find(owner, ['deadline', '==', day]);
    const titles = tasks.filter(isOpen).map(({ title }) => title);
    if (titles.length > 0) notifications.push(deadlinesNotification(titles, settings));
  }
  if (settings.remindsToPlan && !(await isPlanned())) notifications.push(PLAN_NOTIFICATION);
  return notifications;

  async function isPlanned(): Promise<boolean> {
    const kept = await stores.dayPlans.get(owner, idOfDay(day));
    if (kept?.plan) return true;
    const tasks = await stores.tasks.find(owner, ['plannedDay', '==', day]);
    if (tasks.some(isOpen)) return true;
    const { dayEndMinutes } = settings;
    const startMs = zone.momentOf(clockOfDay(day, dayEndMinutes));
    const endMs = zone.momentOf(clockOfDay(dayAfter(day, 1) ?? day, dayEndMinutes));
    const events = await stores.events.find(
      owner,
      ['startsAt', '>=', startMs],
      ['startsAt', '<', endMs],
    );
    return events.some(({ taskId }) => taskId !== null);
  }
}

async function ofEvening(
  { owner, settings }: DuePerson,
  day: string,
  { stores }: Ports,
): Promise<ReminderNotification[]> {
  if (!settings.remindsToReflect) return [];
  const reflection = await stores.reflections.get(owner, idOfDay(day));
  return isReflected(reflection) ? [] : [REFLECT_NOTIFICATION];
}
