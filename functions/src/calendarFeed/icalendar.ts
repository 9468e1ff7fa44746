import { createHmac } from 'node:crypto';
import type { EventDays } from '@daymark/contract/event';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { calendarZone, type CalendarZone } from './calendarZone';

dayjs.extend(utc);

/** An event in the form of a calendar file. */
export interface CalendarEntry {
  id: number;
  title: string;
  start: string;
  end: string;
  /** The days of an all-day event, or null for an event with times. */
  days: EventDays | null;
  isBusy: boolean;
  /** When the event, or the task whose title it has, was last changed. */
  changedAt: Date;
}

interface CalendarOptions {
  /** The wire id of the entries' owner. Without a `uidKey`, each event's UID contains this id. */
  userId: number;
  /**
   * Key of a hash that hides the events' ids in their UIDs. The id of an imported event may be computed from the UID or
   * the texts in the imported file. Without the hash, someone who guesses these texts could confirm the guess by the
   * id.
   */
  uidKey?: string;
  /** The time zone in which moments are written, or null for UTC. */
  timeZone: string | null;
  /** How often a subscribed program should read the file, in seconds. */
  refreshSeconds?: number;
}

/** Loads the library on first use. */
export const loadCalendars = () => import('ical-generator');

/**
 * Yields a calendar in the format of RFC 5545, page by page. An event keeps its UID unless `uidKey` changes. An event's
 * LAST-MODIFIED is the time of its last change, and its SEQUENCE is the same time as a number. Programs compare
 * LAST-MODIFIED and SEQUENCE to find the newer version of an event.
 */
export async function* icalendarOf(
  pages: AsyncIterable<readonly CalendarEntry[]>,
  { userId, uidKey, timeZone, refreshSeconds }: CalendarOptions,
): AsyncGenerator<string> {
  const [{ default: ical, ICalEventTransparency, ICalEventBusyStatus }, zone] = await Promise.all([
    loadCalendars(),
    timeZone === null ? undefined : calendarZone(timeZone),
  ]);
  const uidOf = (id: number) =>
    uidKey === undefined
      ? `${userId}-${id}`
      : createHmac('sha256', uidKey).update(String(id)).digest('hex');
  const calendarWith = (page: readonly CalendarEntry[]) => {
    const calendar = ical({
      name: 'Daymark',
      prodId: { company: 'daymark.app', product: 'Daymark', language: 'EN' },
      ttl: refreshSeconds ?? null,
    });
    for (const entry of page)
      calendar.createEvent({
        id: `${uidOf(entry.id)}@daymark.app`,
        sequence: sequenceAt(entry.changedAt),
        // In a calendar without invitations, DTSTAMP is when the event was last revised.
        stamp: entry.changedAt,
        lastModified: entry.changedAt,
        ...timesOf(entry, zone),
        summary: entry.title.replace(CONTROLS, ' '),
        transparency: ICalEventTransparency[entry.isBusy ? 'OPAQUE' : 'TRANSPARENT'],
        busystatus: ICalEventBusyStatus[entry.isBusy ? 'BUSY' : 'FREE'],
      });
    return calendar.toString();
  };
  // The library only writes whole calendars, so take only the part with the events from each page's calendar.
  const whole = calendarWith([]);
  const ending = 'END:VCALENDAR';
  const [opening = ''] = whole.split(ending);
  yield opening;
  if (zone) yield `${zone.component}\r\n`;
  for await (const page of pages) yield calendarWith(page).slice(opening.length, -ending.length);
  yield `${ending}\r\n`;
}

/** The moment from which SEQUENCE counts seconds, in ms since 1970. SEQUENCE fits into its 31 bits until 2088. */
const SEQUENCE_FROM_MS = Date.UTC(2020, 0, 1);

function sequenceAt(changedAt: Date): number {
  return Math.max(0, Math.floor((changedAt.getTime() - SEQUENCE_FROM_MS) / 1000));
}

/**
 * Returns an event's start and end. iCalendar counts in seconds, and an end must be after its start. An event that
 * starts and ends in the same second therefore gets no end.
 */
function timesOf({ start, end, days }: CalendarEntry, zone: CalendarZone | undefined) {
  if (days) return { allDay: true, start: new Date(days.start), end: new Date(days.end) };
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const hasLength = Math.floor(to / 1000) > Math.floor(from / 1000);
  const [fromOffset, toOffset] = [zone?.offsetAt(from), zone?.offsetAt(to)];
  if (!zone || fromOffset === undefined || (hasLength && toOffset === undefined))
    return { start: new Date(from), end: hasLength ? new Date(to) : null };
  return {
    timezone: zone.name,
    start: clockTime(from, fromOffset),
    end: hasLength ? clockTime(to, toOffset ?? 0) : null,
  };
}

/** Returns a moment on clocks that are `offset` ms ahead of UTC, in the form that the library needs with a zone. */
function clockTime(ms: number, offset: number) {
  const clock = dayjs.utc(ms + offset);
  return {
    format: (template?: string) => clock.format(template),
    isValid: () => true,
    toDate: () => new Date(ms),
    toJSON: () => new Date(ms).toJSON(),
  };
}

/**
 * Control characters that are replaced in titles. Line feeds aren't among them, because the library escapes line feeds.
 */
const CONTROLS = /(?!\n)\p{Cc}/gu;
