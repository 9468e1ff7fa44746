import type { ReadImport } from '../src/features/imports/importDraft';
import { readAsFile } from './readFixture';

/** A calendar file of these lines. */
export const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n');

let uids = 0;

/** An event, with a UID of its own unless it is given. */
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

/** An event that nothing is wrong with. */
export const GOOD = event('Fine', 'DTSTART:20261202T080000Z', 'DTEND:20261202T083000Z');
export const GOOD_DATES = ['2026-12-02T08:00Z 30m'];

/** Each title with its moments and minutes, or its days. */
export function datesOf({ records }: ReadImport): Record<string, string[]> {
  const dates: Record<string, string[]> = {};
  for (const { title, start, end, days } of records.events) {
    const from = new Date(start);
    const minutes = (new Date(end).getTime() - from.getTime()) / 60_000;
    const date = days
      ? `${days.start}..${days.end}`
      : `${from.toISOString().slice(0, 16)}Z ${minutes}m`;
    (dates[title] ??= []).push(date);
  }
  return dates;
}

/** The dates of the events that these lines are. */
export const datesIn = (lines: string[], timeZone = 'Europe/Berlin'): Record<string, string[]> =>
  datesOf(readAsFile(calendar(...lines), 'x.ics', { timeZone }));

/** The fields of the report in which a title is named. */
export const namedIn = ({ notTakenOver }: ReadImport, title: string): string[] =>
  notTakenOver.filter(({ examples }) => examples.includes(title)).map(({ field }) => field);

/** Lines of the zone of central Europe by another name. */
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
