import { createHmac } from 'node:crypto';
import { linkIn } from '@daymark/contract/event';
import { namedZone } from '@daymark/contract/time/zone';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import type { CalendarEntry } from './calendarEntry';
import { calendarZone, type CalendarZone } from './calendarZone';
import { seriesLines } from './seriesLines';

dayjs.extend(utc);

interface CalendarOptions {
  /** The wire id of the entries' owner. Without a `uidKey`, each event's UID contains this id. */
  userId: number;
  /**
   * Key of a hash that hides the events' ids in their UIDs. The id of an imported event may be computed from the UID or
   * the texts in the imported file. Without the hash, someone who guesses these texts could confirm the guess by the
   * id.
   */
  uidKey?: string;
  /** The time zone in which moments are written, or null for UTC. A series is written in its own zone. */
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
  const { default: ical, ICalEventTransparency, ICalEventBusyStatus } = await loadCalendars();
  const zones = new Map<string, CalendarZone | undefined>();
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
    const zone = timeZone === null ? undefined : zones.get(timeZone);
    for (const { entry, of, times } of page.flatMap((one) => eventsOf(one, zone, zones))) {
      const place = plain(entry.place ?? '');
      calendar.createEvent({
        id: `${uidOf(of.id)}@daymark.app`,
        sequence: sequenceAt(of.changedAt),
        // In a calendar without invitations, DTSTAMP is when the event was last revised.
        stamp: of.changedAt,
        lastModified: of.changedAt,
        ...times,
        summary: plain(entry.title),
        location: place || null,
        url: linkIn(place) ?? null,
        transparency: ICalEventTransparency[entry.isBusy ? 'OPAQUE' : 'TRANSPARENT'],
        busystatus: ICalEventBusyStatus[entry.isBusy ? 'BUSY' : 'FREE'],
      });
    }
    return calendar.toString();
  };
  /** Yields the components of zones that the file doesn't have yet. */
  async function* newZones(names: Iterable<string>): AsyncGenerator<string> {
    for (const name of names) {
      if (zones.has(name)) continue;
      const zone = await calendarZone(name);
      const isWritten = [...zones.values()].some((other) => other?.name === zone?.name);
      zones.set(name, zone);
      if (zone && !isWritten) yield `${zone.component}\r\n`;
    }
  }
  // The library only writes whole calendars, so take only the part with the events from each page's calendar.
  const whole = calendarWith([]);
  const ending = 'END:VCALENDAR';
  const [opening = ''] = whole.split(ending);
  yield opening;
  if (timeZone !== null) yield* newZones([timeZone]);
  for await (const page of pages) {
    const timed = page.filter(({ days }) => !days);
    yield* newZones(timed.flatMap(({ series }) => series?.repeat.timeZone ?? []));
    yield calendarWith(page).slice(opening.length, -ending.length);
  }
  yield `${ending}\r\n`;
}

/**
 * Returns the VEVENTs of an entry: one, or those of a series and its changed occurrences. `of` is the entry whose UID and
 * time of change the VEVENT has.
 */
function eventsOf(
  entry: CalendarEntry,
  personZone: CalendarZone | undefined,
  zones: ReadonlyMap<string, CalendarZone | undefined>,
) {
  const { series } = entry;
  if (!series) return [{ entry, of: entry, times: timesOf(entry, personZone) }];
  const { repeat, exceptions } = series;
  const zone = zones.get(repeat.timeZone);
  const lines = seriesLines(entry, repeat, zone);
  const canceled = exceptions.filter(({ isCanceled }) => isCanceled);
  const changed = exceptions.filter(({ isCanceled }) => !isCanceled);
  if (zone && lines.isFirstApart && !exceptions.some(({ day }) => day === lines.first))
    changed.push({ day: lines.first, isCanceled: false, entry });
  const { times, length } = seriesTimesOf(entry, repeat.timeZone, zone);
  const rule = [
    ...length,
    ...lines.ruleLines(),
    ...canceled.map(({ day }) => lines.exceptionLine(day)),
  ];
  return [
    { entry, of: entry, times: { ...times, repeating: rule.join('\r\n') } },
    ...changed.map(({ day, entry: own }) => ({
      entry: own,
      of: entry,
      // The library takes a single line for an RRULE, and writes several lines as they are.
      times: {
        ...timesOf(own, zone),
        repeating: `${lines.recurrenceLine(day)}\r\nSTATUS:CONFIRMED`,
      },
    })),
  ];
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

/**
 * Returns the start and end of a series. A series is always written in its zone, so that it follows the zone's clocks.
 * An end on a clock that was set back may not be after the start. Such an event gets a DURATION as a line of its own.
 */
function seriesTimesOf(entry: CalendarEntry, timeZone: string, zone: CalendarZone | undefined) {
  if (entry.days || !zone) return { times: timesOf(entry, undefined), length: [] };
  const { offsetAt } = namedZone(timeZone);
  const [from, to] = [Date.parse(entry.start), Date.parse(entry.end)];
  const start = clockTime(from, offsetAt(from));
  const seconds = Math.floor(to / 1000) - Math.floor(from / 1000);
  const isEndAfter = to + offsetAt(to) - from - offsetAt(from) >= 1000;
  const end = seconds > 0 && isEndAfter ? clockTime(to, offsetAt(to)) : null;
  const length = seconds > 0 && !isEndAfter ? [`DURATION:PT${seconds}S`] : [];
  return { times: { timezone: zone.name, start, end }, length };
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

/** Replaces control characters, except line feeds, which the library escapes. */
const plain = (text: string): string => text.replace(/(?!\n)\p{Cc}/gu, ' ');
