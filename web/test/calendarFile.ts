import { NO_DETAILS, type Event } from '@daymark/contract/event';
import { expandEvents, repeatOf } from '@daymark/contract/repeats/occurrences';
import type { ReadImport } from '../src/features/imports/importDraft';
import { DAY_MS } from '@daymark/contract/time/units';
import { clockOfDay, namedZone } from '@daymark/contract/time/zone';
import { readAsFile } from './readFixture';

/** Returns a calendar file with these lines. */
export const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n');

let uids = 0;

/** Returns the lines of an event, with a new UID unless one is given. */
export const event = (title: string, ...lines: string[]): string[] => {
  const uid = lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:event-${++uids}`];
  return ['BEGIN:VEVENT', ...uid, `SUMMARY:${title}`, ...lines, 'END:VEVENT'];
};

export const todo = (title: string, ...lines: string[]): string[] => [
  'BEGIN:VTODO',
  `SUMMARY:${title}`,
  ...lines,
  'END:VTODO',
];

/** The lines of an event without errors. */
export const GOOD = event('Fine', 'DTSTART:20261202T080000Z', 'DTEND:20261202T083000Z');
export const GOOD_DATES = ['2026-12-02T08:00Z 30m'];

/** The days of the period in which repeating events are compared. */
const RANGE = { from: '2025-11-25', to: '2027-11-25' };

/**
 * Returns the events of an import. A series is replaced by its events from a year before today to a year after it, in
 * the order of their starts.
 */
export function eventsOf({ records }: ReadImport, { from, to } = RANGE): Event[] {
  const events = records.events.map((event): Event => ({ ...NO_DETAILS, ...event, userId: 1 }));
  const zone = namedZone('Europe/Berlin');
  const [fromMs, toMs] = [from, to].map((day) => zone.momentOf(clockOfDay(day)));
  const isInRange = ({ start, end }: Event) =>
    Math.max(Date.parse(end), Date.parse(start) + 1) > fromMs! &&
    Date.parse(start) < toMs! + DAY_MS;
  return events.flatMap((event) => {
    if (!repeatOf(event)) return event.seriesId === null ? [event] : [];
    const exceptions = events.filter(({ seriesId }) => seriesId === event.id);
    return expandEvents([event, ...exceptions], { from, to })
      .filter(isInRange)
      .sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
  });
}

/** Returns the start and the minutes of each event, or its days, by title. */
export function datesOf(read: ReadImport): Record<string, string[]> {
  const dates: Record<string, string[]> = {};
  for (const { title, start, end, days } of eventsOf(read)) {
    const from = new Date(start);
    const minutes = (new Date(end).getTime() - from.getTime()) / 60_000;
    const date = days
      ? `${days.start}..${days.end}`
      : `${from.toISOString().slice(0, 16)}Z ${minutes}m`;
    (dates[title] ??= []).push(date);
  }
  return dates;
}

/** Returns the dates of the events in these lines, by title. */
export const datesIn = (lines: string[], timeZone = 'Europe/Berlin'): Record<string, string[]> =>
  datesOf(readAsFile(calendar(...lines), 'x.ics', { timeZone }));

/** Returns the fields of the report whose examples include a title. */
export const namedIn = ({ notTakenOver }: ReadImport, title: string): string[] =>
  notTakenOver.filter(({ examples }) => examples.includes(title)).map(({ field }) => field);

/** Returns the lines of a time zone with this name and the clock changes of central Europe. */
export const zone = (tzid: string, year = '1970'): string[] => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:DAYLIGHT',
  `DTSTART:${year}0329T020000`,
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  `DTSTART:${year}1025T030000`,
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];
