import { allDayOf, type Event } from '../event';
import {
  firstDayOfSeries,
  occurrenceId,
  occurrenceOn,
  repeatOf,
  seriesDays,
} from '../repeats/occurrences';
import { dayAfter } from '../repeats/repeat';
import { zoneOf } from '../time/zone';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/units';
import type { ReminderMinutes } from './reminderSettings';

/** The fields of an event that decide when it reminds. */
export type RemindingEvent = Pick<
  Event,
  'id' | 'start' | 'end' | 'days' | 'taskId' | 'repeat' | 'canceled' | 'reminder' | 'snoozedUntil'
>;

/** One reminder of an event or of one occurrence of a series. Moments are in ms. */
export interface EventReminder {
  /** When the reminder is due. */
  at: number;
  /** The id of the event, or of the occurrence. */
  eventId: number;
  /** The day of the occurrence in the series' zone, or null for an event that doesn't repeat. */
  seriesDay: string | null;
  startMs: number;
  /** When the reminder is of no use any more. It isn't sent after this moment. */
  expiresMs: number;
}

/** A reminder is sent at most this long after the start of its event, in ms. */
const LATE_MAX_MS = HOUR_MS;

/** A reminder of an event without a length is sent at most this long after its start, in ms. */
const LATE_MIN_MS = 5 * MINUTE_MS;

/** A snoozed reminder belongs to an occurrence that began at most this long before it, in ms. */
const SNOOZED_MAX_MS = DAY_MS;

/**
 * Returns how many minutes before its start an event reminds, or undefined if it doesn't. All-day events don't remind.
 * `minutes` is the person's setting.
 */
export function reminderMinutesOf(
  event: Pick<RemindingEvent, 'days' | 'taskId' | 'canceled' | 'reminder'>,
  minutes: ReminderMinutes,
): ReminderMinutes | undefined {
  if (event.canceled || allDayOf(event) || event.reminder === 'none') return undefined;
  return event.reminder ?? minutes;
}

/**
 * Returns an event's first reminder that is due later than `afterMs`, or undefined if there is none. `minutes` is the
 * person's setting. A series' occurrences with exceptions count, because a series doesn't know its exceptions.
 */
export function nextEventReminder(
  event: RemindingEvent,
  minutes: ReminderMinutes,
  afterMs: number,
): EventReminder | undefined {
  const ahead = reminderMinutesOf(event, minutes);
  if (ahead === undefined) return undefined;
  const repeat = repeatOf(event);
  if (!repeat) {
    const own = reminderOf(event, event.id, null, ahead);
    return earlier(own.at > afterMs ? own : undefined, snoozed(event, own, afterMs));
  }
  const first = firstDayOfSeries(event, repeat);
  // One more day on each side, because the reminder of a day may be due on the day before.
  const near = dayAfter(zoneOf(repeat.timeZone).dayAt(afterMs), -2) ?? first;
  let last: EventReminder | undefined;
  for (const day of seriesDays(first, repeat, near > first ? near : first)) {
    const reminder = reminderOf(
      occurrenceOn(event, repeat, day),
      occurrenceId(event.id, day),
      day,
      ahead,
    );
    if (reminder.at > afterMs) return earlier(reminder, last && snoozed(event, last, afterMs));
    last = reminder;
  }
  return last && snoozed(event, last, afterMs);
}

function reminderOf(
  { start, end }: Pick<Event, 'start' | 'end'>,
  eventId: number,
  seriesDay: string | null,
  minutes: number,
): EventReminder {
  const startMs = Date.parse(start);
  const endMs = Math.max(Date.parse(end), startMs + LATE_MIN_MS);
  return {
    at: startMs - minutes * MINUTE_MS,
    eventId,
    seriesDay,
    startMs,
    expiresMs: Math.min(endMs, startMs + LATE_MAX_MS),
  };
}

/** Returns the repeat of a reminder that the person snoozed, if it is due later than `afterMs`. */
function snoozed(
  { snoozedUntil }: Pick<Event, 'snoozedUntil'>,
  reminder: EventReminder,
  afterMs: number,
): EventReminder | undefined {
  const at = snoozedUntil === null ? Number.NaN : Date.parse(snoozedUntil);
  const isOfThis = at > reminder.at && at < reminder.startMs + SNOOZED_MAX_MS;
  return isOfThis && at > afterMs
    ? { ...reminder, at, expiresMs: Math.max(reminder.expiresMs, at + LATE_MIN_MS) }
    : undefined;
}

const earlier = (a: EventReminder | undefined, b: EventReminder | undefined) =>
  a && b ? (b.at < a.at ? b : a) : (a ?? b);
