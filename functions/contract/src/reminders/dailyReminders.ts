import type { Settings } from '../settings';
import { dayAfter } from '../repeats/repeat';
import { clockOfDay, type Zone } from '../time/zone';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/units';

/** The settings that decide when a day's reminders are due. */
export type DailySettings = Pick<
  Settings,
  'workingHours' | 'dayEndMinutes' | 'remindsOfDeadlines' | 'remindsToPlan' | 'remindsToReflect'
>;

/**
 * The reminders that are due when the working hours of a day begin (`morning`: deadlines, planning) or end (`evening`:
 * reflection). Moments are in ms.
 */
export interface DailyReminder {
  part: 'morning' | 'evening';
  /** The person's day. */
  day: string;
  at: number;
  /** When the reminder is of no use any more. */
  expiresMs: number;
}

/** A reminder is of use for at least this long, in ms. */
const USEFUL_MIN_MS = HOUR_MS;

/**
 * Returns the first of a person's daily reminders that is due later than `afterMs`, or undefined if they chose none.
 * Weekdays without working hours have none. Whether an event makes the day a day off is not known here.
 */
export function nextDailyReminder(
  settings: DailySettings,
  zone: Zone,
  afterMs: number,
): DailyReminder | undefined {
  const { remindsOfDeadlines, remindsToPlan, remindsToReflect, dayEndMinutes } = settings;
  const today = zone.dayAt(afterMs);
  // The day before may end after midnight, and every weekday comes within a week.
  for (let ahead = -1; ahead <= 8; ahead++) {
    const day = dayAfter(today, ahead);
    const hours = day === undefined ? null : settings.workingHours[weekdayOf(day)];
    if (day === undefined || !hours) continue;
    // The person's day may begin after its working hours.
    const startMs = Math.max(
      zone.momentOf(clockOfDay(day, minutesOf(hours.start))),
      zone.momentOf(clockOfDay(day, dayEndMinutes)),
    );
    const next = dayAfter(day, 1) ?? day;
    const midnightMs = zone.momentOf(clockOfDay(next));
    // Hours that end at midnight remind before it, because the next day's hours may begin then. The end may come before
    // the start if the clocks skip the start.
    const endMs = Math.max(
      Math.min(zone.momentOf(clockOfDay(day, minutesOf(hours.end))), midnightMs - MINUTE_MS),
      startMs + MINUTE_MS,
    );
    const dayEndMs = zone.momentOf(clockOfDay(next, dayEndMinutes));
    if ((remindsOfDeadlines || remindsToPlan) && startMs > afterMs)
      return {
        part: 'morning',
        day,
        at: startMs,
        expiresMs: Math.max(endMs, startMs + USEFUL_MIN_MS),
      };
    if (remindsToReflect && endMs > afterMs)
      return {
        part: 'evening',
        day,
        at: endMs,
        expiresMs: Math.max(dayEndMs, endMs + USEFUL_MIN_MS),
      };
  }
  return undefined;
}

/** Returns when a person's daily reminders or the end of their timer are due next after a moment, in ms, or null. */
export function nextOfPerson(
  settings: DailySettings & Pick<Settings, 'remindsOfTimer' | 'timer'>,
  zone: Zone,
  afterMs: number,
): number | null {
  const daily = nextDailyReminder(settings, zone, afterMs)?.at ?? Infinity;
  const end = settings.remindsOfTimer ? (timerEndMs(settings) ?? Infinity) : Infinity;
  const next = Math.min(daily, end > afterMs ? end : Infinity);
  return next === Infinity ? null : next;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Returns the index of a day's weekday, Monday first. */
export const weekdayOf = (day: string): number => (new Date(clockOfDay(day)).getUTCDay() + 6) % 7;

/** Returns when a running timer ends, in ms, or undefined if it isn't running or has no end. */
export function timerEndMs({ timer }: Pick<Settings, 'timer'>): number | undefined {
  const run = timer?.run;
  // A run without an end counts up for a day, and nobody waits for its end.
  return run?.isRunning && run.plannedMs < DAY_MS ? run.at + run.leftMs : undefined;
}
