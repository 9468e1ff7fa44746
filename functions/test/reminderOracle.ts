import type { Event } from '@daymark/contract/event';
import { occurrenceId } from '@daymark/contract/repeats/occurrences';
import type { Settings } from '@daymark/contract/settings';
import type { Task } from '@daymark/contract/task';

/*
 * Says which reminders a person must get, from the sentences of product §9 alone. It shares no code with what it checks:
 * it counts days and reads clocks one by one.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** All that decides a person's reminders at one moment. */
export interface World {
  zone: string;
  settings: Settings;
  tasks: ReadonlyMap<number, Task>;
  events: ReadonlyMap<number, Event>;
  /** The days with a reflection. */
  reflected: ReadonlySet<string>;
  /** When something was last changed that decides when or whether a reminder is due, in ms. By the names below. */
  changedAt: ReadonlyMap<string, number>;
}

/** A reminder that is due. */
export interface Due {
  tag: string;
  at: number;
  /**
   * `must`: it has to arrive. `may`: it may arrive or not, because something changed after its moment, or because it is
   * late and of little use.
   */
  how: 'must' | 'may';
  /** A text that the message has to contain, unless titles are hidden. */
  text?: string;
}

/* Clocks */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns what a zone's clocks show at a moment: "2026-11-20 09:15". */
function clockAt(zone: string, ms: number): string {
  let format = formats.get(zone);
  if (!format) {
    const digits = '2-digit';
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
    });
    formats.set(zone, format);
  }
  return format.format(ms);
}

export const localDay = (zone: string, ms: number): string => clockAt(zone, ms).slice(0, 10);

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY;
/** Returns 0 for Monday to 6 for Sunday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7;
const mondayOf = (day: string): string => daysAfter(day, -weekdayOf(day));

const quarters = new Map<string, ReadonlyMap<string, number>>();

/** Returns the first moment at which a zone's clocks show each quarter of an hour of a day. */
function quartersOf(zone: string, day: string): ReadonlyMap<string, number> {
  const key = `${zone} ${day}`;
  let found = quarters.get(key);
  if (!found) {
    const shown = new Map<string, number>();
    const noon = Date.parse(`${day}T12:00Z`);
    for (let ms = noon - 27 * HOUR; ms < noon + 27 * HOUR; ms += 15 * MINUTE) {
      const clock = clockAt(zone, ms);
      if (clock.startsWith(day) && !shown.has(clock.slice(11))) shown.set(clock.slice(11), ms);
    }
    quarters.set(key, shown);
    found = shown;
  }
  return found;
}

/** Returns the moment at which a zone's clocks show a time. A time that they skip is as much later as they skip. */
export function momentOf(zone: string, day: string, time: string): number {
  if (time === '24:00') return momentOf(zone, daysAfter(day, 1), '00:00');
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  for (const skipped of [0, 60, 30]) {
    const shown = minutes + skipped;
    const quarter = Math.floor(shown / 15) * 15;
    const name = `${String(Math.floor(quarter / 60)).padStart(2, '0')}:${String(quarter % 60).padStart(2, '0')}`;
    const at = quartersOf(zone, day).get(name);
    if (at !== undefined) return at + (shown - quarter) * MINUTE;
  }
  throw new Error(`${zone} has no ${day} ${time}.`);
}

/* Events */

/** One event that may remind: an event that doesn't repeat, or an occurrence of a series. */
interface Happening {
  id: number;
  /** The stored record. */
  stored: Event;
  startMs: number;
  endMs: number;
}

/** Whether a series has an event on a day, counted from its first day. */
function hasDay({ repeat }: Event, first: string, day: string): boolean {
  if (!repeat || day < first) return false;
  const { rule, until, count } = repeat;
  if (until !== null && day > until && day !== first) return false;
  const isOn = (one: string): boolean => {
    if (one === first) return true;
    if (rule.every === 'day') return daysBetween(first, one) % rule.interval === 0;
    if (rule.every !== 'week') throw new Error('The oracle knows days and weeks.');
    const weeks = daysBetween(mondayOf(first), mondayOf(one)) / 7;
    return weeks % rule.interval === 0 && Boolean(rule.weekdays?.includes(weekdayOf(one) + 1));
  };
  if (!isOn(day)) return false;
  if (count === null) return true;
  let number = 0;
  for (let one = first; one <= day; one = daysAfter(one, 1)) if (isOn(one)) number++;
  return number <= count;
}

/** Returns the events that begin in a span, in ms. */
function happeningsIn({ events }: Pick<World, 'events'>, fromMs: number, toMs: number) {
  const found: Happening[] = [];
  for (const stored of events.values()) {
    const [startMs, endMs] = [Date.parse(stored.start), Date.parse(stored.end)];
    const { repeat } = stored;
    if (!repeat || stored.taskId !== null) {
      if (startMs >= fromMs && startMs < toMs)
        found.push({ id: stored.id, stored, startMs, endMs });
      continue;
    }
    const first = localDay(repeat.timeZone, startMs);
    const time = clockAt(repeat.timeZone, startMs).slice(11);
    for (
      let day = daysAfter(localDay(repeat.timeZone, fromMs), -1);
      day <= daysAfter(localDay(repeat.timeZone, toMs), 1);
      day = daysAfter(day, 1)
    ) {
      if (!hasDay(stored, first, day)) continue;
      const isReplaced = [...events.values()].some(
        ({ seriesId, seriesDay }) => seriesId === stored.id && seriesDay === day,
      );
      if (isReplaced) continue;
      const at = day === first ? startMs : momentOf(repeat.timeZone, day, time);
      if (at >= fromMs && at < toMs)
        found.push({
          id: occurrenceId(stored.id, day),
          stored,
          startMs: at,
          endMs: at + endMs - startMs,
        });
    }
  }
  return found;
}

function dueEvents(world: World, afterMs: number, nowMs: number): Due[] {
  const { settings, tasks } = world;
  const due: Due[] = [];
  if (!settings.remindsOfEvents) return due;
  for (const { id, stored, startMs, endMs } of happeningsIn(
    world,
    afterMs - 2 * DAY,
    nowMs + 2 * HOUR,
  )) {
    const { taskId, reminder, days, canceled, snoozedUntil } = stored;
    if (canceled || reminder === 'none' || (days !== null && taskId === null)) continue;
    const task = taskId === null ? undefined : tasks.get(taskId);
    if (taskId !== null && (!task || task.completed || task.skippedAt !== null)) continue;
    const own = startMs - (reminder ?? settings.reminderMinutes) * MINUTE;
    const moments = [own];
    if (snoozedUntil !== null) {
      const again = Date.parse(snoozedUntil);
      // A snooze belongs to the latest reminder before it.
      const isOfLater = happeningsIn(world, startMs + 1, again + 2 * HOUR).some(
        (later) =>
          later.stored.id === stored.id &&
          later.startMs - (reminder ?? settings.reminderMinutes) * MINUTE <= again,
      );
      if (again > own && again < startMs + DAY && !isOfLater) moments.push(again);
    }
    for (const at of moments) {
      if (at <= afterMs || at > nowMs) continue;
      const isSnoozed = at !== own;
      // Days off are silent.
      const day = localDay(world.zone, startMs);
      if (!settings.workingHours[weekdayOf(day)] || isOff(world, day)) continue;
      const sinceMs = changedAfter(world, [
        'events',
        'days',
        `day ${day}`,
        `event ${stored.id}`,
        `task ${taskId}`,
      ]);
      // Running on the task counts at the moment when the message would leave.
      const isRunning = taskId !== null && isRunningOn(settings, taskId, nowMs);
      if (isRunning) continue;
      const maybeRunning =
        taskId !== null && settings.timer?.taskId === taskId && settings.timer.run;
      // Later than an hour, a reminder is of no use. Until five minutes after the start, it always is.
      if (!isSnoozed && nowMs > startMs + HOUR) continue;
      if (isSnoozed && nowMs > Math.max(at, startMs) + HOUR) continue;
      const isLate = nowMs > Math.max(at, isSnoozed ? at : startMs) + 4 * MINUTE;
      const isOver = nowMs >= Math.max(endMs, startMs + 5 * MINUTE) && !isSnoozed;
      const isSure = at > sinceMs && !isLate && !isOver && !maybeRunning;
      due.push({
        tag: `event-${id}`,
        at,
        how: isSure ? 'must' : 'may',
        text: task?.title ?? stored.title,
      });
    }
  }
  return due;
}

/** Whether a focus session is running on a task. */
function isRunningOn({ timer }: Settings, taskId: number, nowMs: number): boolean {
  const run = timer?.run;
  if (!timer || !run?.isRunning || timer.taskId !== taskId || timer.mode !== 'focus') return false;
  return run.plannedMs >= DAY || nowMs < run.at + run.leftMs;
}

/* Days */

/** Whether an all-day event makes a day a day off. */
const isOff = ({ events }: World, day: string): boolean =>
  [...events.values()].some(
    ({ days, dayOff, taskId, canceled }) =>
      dayOff === true &&
      !canceled &&
      taskId === null &&
      days !== null &&
      days.start <= day &&
      day < days.end,
  );

function dueOfDays(world: World, afterMs: number, nowMs: number): Due[] {
  const { zone, settings, tasks, events, reflected } = world;
  const due: Due[] = [];
  const first = daysAfter(localDay(zone, afterMs), -1);
  for (let day = first; day <= localDay(zone, nowMs); day = daysAfter(day, 1)) {
    const hours = settings.workingHours[weekdayOf(day)];
    if (!hours || isOff(world, day)) continue;
    const sinceMs = changedAfter(world, ['days', `day ${day}`]);
    // A day has its reminders once, even if its hours come again because they or the zone have changed.
    const isChanged = localDay(zone, changedAfter(world, ['days'])) === day;
    const add = (tag: string, at: number, untilMs: number, isSure = true, text?: string) => {
      if (at <= afterMs || at > nowMs || nowMs > untilMs) return;
      const isLate = nowMs > at + 4 * MINUTE;
      const how = isSure && !isChanged && at > sinceMs && !isLate ? 'must' : 'may';
      due.push({ tag, at, how, ...(text !== undefined && { text }) });
    };
    const [startMs, endMs] = [momentOf(zone, day, hours.start), momentOf(zone, day, hours.end)];
    const open = [...tasks.values()].filter((task) => !task.completed && task.skippedAt === null);
    const count = open.filter(({ deadline }) => deadline === day).length;
    if (settings.remindsOfDeadlines && count > 0)
      add('deadlines', startMs, endMs, true, `${count} due today`);
    const planned = [...tasks.values()].filter(({ plannedDay }) => plannedDay === day);
    const hasOpenPlan = planned.some((task) => !task.completed && task.skippedAt === null);
    const hasTimes = [...events.values()].some(
      ({ start }) => localDay(zone, Date.parse(start)) === day,
    );
    // Whether a plan that is done already, or blocks alone, count as a plan is not the oracle's to say.
    if (settings.remindsToPlan && !hasOpenPlan)
      add('plan', startMs, endMs, planned.length === 0 && !hasTimes);
    if (settings.remindsToReflect && !reflected.has(day)) {
      const at = hours.end === '24:00' ? endMs - MINUTE : endMs;
      add('reflect', at, momentOf(zone, daysAfter(day, 1), '00:00') + HOUR);
    }
  }
  return due;
}

/* The timer */

function dueTimer(world: World, afterMs: number, nowMs: number): Due[] {
  const { settings } = world;
  const run = settings.timer?.run;
  if (!settings.remindsOfTimer || !run?.isRunning || run.plannedMs >= DAY) return [];
  const at = run.at + run.leftMs;
  if (at <= afterMs || at > nowMs) return [];
  const isSure = at > changedAfter(world, ['timer']) && nowMs < at + 4 * MINUTE;
  return [{ tag: 'timer', at, how: isSure ? 'must' : 'may' }];
}

/** Returns when one of these was changed last, in ms, or 0. */
const changedAfter = ({ changedAt }: World, names: string[]): number =>
  Math.max(...names.map((name) => changedAt.get(name) ?? 0));

/** Returns the reminders that are due after `afterMs` and until `nowMs`, seen at `nowMs`. */
export const dueIn = (world: World, afterMs: number, nowMs: number): Due[] => [
  ...dueEvents(world, afterMs, nowMs),
  ...dueOfDays(world, afterMs, nowMs),
  ...dueTimer(world, afterMs, nowMs),
];

/** Returns the moments until `untilMs` at which a reminder may be due, as things stand, in order. */
export function nextMoments(world: World, afterMs: number, untilMs: number): number[] {
  const found = new Set<number>();
  const add = (at: number) => {
    if (at > afterMs && at <= untilMs) found.add(at);
  };
  for (const { stored, startMs } of happeningsIn(world, afterMs - DAY, untilMs + 2 * HOUR)) {
    if (stored.reminder !== 'none')
      add(startMs - (stored.reminder ?? world.settings.reminderMinutes) * MINUTE);
    if (stored.snoozedUntil !== null) add(Date.parse(stored.snoozedUntil));
  }
  const { zone, settings } = world;
  const last = localDay(zone, untilMs);
  for (let day = daysAfter(localDay(zone, afterMs), -1); day <= last; day = daysAfter(day, 1)) {
    const hours = settings.workingHours[weekdayOf(day)];
    if (!hours) continue;
    add(momentOf(zone, day, hours.start));
    add(momentOf(zone, day, hours.end) - (hours.end === '24:00' ? MINUTE : 0));
  }
  const run = settings.timer?.run;
  if (run?.isRunning && run.plannedMs < DAY) add(run.at + run.leftMs);
  return [...found].sort((a, b) => a - b);
}
