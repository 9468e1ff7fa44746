import * as fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import type { CalendarEntry } from '../../src/calendarFeed/calendarEntry';
import { icalendarOf } from '../../src/calendarFeed/icalendar';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { HOUR_MS } from '@daymark/contract/time/units';
import { brokenRules, calendarLines, eventsIn, textOf } from '../calendarRules';

const CHANGED_AT = new Date('2026-11-20T08:00:00.900Z');

const entry = (id: number, start: string, end: string, fields: Partial<CalendarEntry> = {}) => ({
  id,
  title: `No. ${id}`,
  start,
  end,
  days: null,
  isBusy: true,
  place: null,
  changedAt: CHANGED_AT,
  series: null,
  ...fields,
});

async function written(entries: CalendarEntry[], timeZone: string | null = null): Promise<string> {
  async function* pages() {
    // Two entries per page, so that the tests cover the boundary between two pages.
    for (let first = 0; first < entries.length; first += 2)
      yield await Promise.resolve(entries.slice(first, first + 2));
  }
  let text = '';
  for await (const part of icalendarOf(pages(), { userId: 7, timeZone })) text += part;
  expect(brokenRules(text)).toEqual([]);
  return text;
}

/** Returns each event's times as read by ical.js, which uses the time zones that the file defines. */
function readByIcalJs(text: string): Map<string, [start: string, end: string]> {
  const calendar = ICAL.Component.fromString(text);
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  return new Map(
    calendar.getAllSubcomponents('vevent').map((component) => {
      const { uid, startDate, endDate } = new ICAL.Event(component);
      const moment = (time: ICAL.Time) =>
        time.isDate ? time.toString() : time.toJSDate().toISOString();
      return [uid, [moment(startDate), moment(endDate)]];
    }),
  );
}

/** Returns each event's times as read by node-ical, which uses the names of zones, like Google and Apple. */
function readByNodeIcal(text: string): Map<string, [start: string, end: string]> {
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter(
    (component): component is VEvent => component?.type === 'VEVENT',
  );
  const day = (date: Date) =>
    new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
      .toISOString()
      .slice(0, 10);
  return new Map(
    events.map(({ uid, start, end, datetype }) => {
      const moment = (date: Date) => (datetype === 'date' ? day(date) : date.toISOString());
      return [uid, [moment(start), moment(end ?? start)]];
    }),
  );
}

test('a free event is transparent, so that no calendar counts it as busy', async () => {
  const text = await written([
    entry(1, '2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z'),
    { ...entry(2, '2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z'), isBusy: false },
  ]);
  expect(eventsIn(text).map(({ TRANSP }) => TRANSP?.value)).toEqual(['OPAQUE', 'TRANSPARENT']);
});

/**
 * Both clock changes of 2026 in each zone. The clocks shift by an hour or half an hour, some at midnight, in both
 * hemispheres.
 */
const CLOCK_CHANGES: [zone: string, forward: string, back: string][] = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-04-04T15:00:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-10-29T21:00:00Z'],
];
/** When events begin, in hours from a clock change. Each event takes an hour. */
const AROUND = [-30, -3.5, -1, -0.5, -0.25, 0, 0.25, 0.5, 1, 4, 30];

describe.each(CLOCK_CHANGES)('in %s, events around both clock changes', (zone, ...changes) => {
  const events = changes.flatMap((change, nth) =>
    AROUND.map((hours, place) => {
      const start = Date.parse(change) + hours * HOUR_MS;
      const [from, to] = [start, start + HOUR_MS].map((ms) => new Date(ms).toISOString());
      return entry(nth * 100 + place, from!, to!);
    }),
  );

  test('are read by both parsers at the correct times', async () => {
    const text = await written(events, zone);
    const times = new Map(
      events.map(({ id, start, end }) => [`7-${id}@daymark.app`, [start, end]]),
    );
    expect(readByIcalJs(text)).toEqual(times);
    expect(readByNodeIcal(text)).toEqual(times);
  });

  test('are written as clock times of the zone, except in UTC close to a change', async () => {
    const text = await written(events, zone);
    const inZone = eventsIn(text).filter(({ DTSTART }) => DTSTART?.parameters.TZID === zone);
    // Only the events more than a day before or after a change are in the zone.
    expect(inZone.map(({ UID }) => Number(/-(\d+)@/.exec(UID!.value)?.[1]))).toEqual(
      [0, 100].flatMap((first) => [0, 10].map((place) => first + place)),
    );
    expect(calendarLines(text).filter(({ name }) => name === 'TZID')).toEqual([
      { name: 'TZID', parameters: {}, value: zone },
    ]);
  });
});

/**
 * Zones with periods of a few weeks, like Ramadan in Morocco, which node-ical's Temporal polyfill misses. The polyfill
 * also misses many older periods, so the results of node-ical count only from SURE_SINCE on.
 */
const SHORT_PERIODS = /^(Africa\/(Casablanca|El_Aaiun|Cairo)|Asia\/(Gaza|Hebron)|Pacific\/Fiji)$/;
const SURE_SINCE = '2022';

const ROUNDS = roundsOf('CALENDAR_ZONES', 20, 2_000);

test(`both parsers read every event at the correct time in ${ROUNDS} random zones`, async () => {
  const [min, max] = [new Date('1995-01-01'), new Date('2050-01-01')];
  const moment = fc
    .date({ min, max, noInvalidDate: true })
    .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000));
  const minutes = fc.integer({ min: 1, max: 3 * 24 * 60 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.array(fc.tuple(moment, minutes), { minLength: 10, maxLength: 20 }),
      async (zone, spans) => {
        const events = spans.map(([start, length], id) =>
          entry(id, start.toISOString(), new Date(start.getTime() + length * 60_000).toISOString()),
        );
        const text = await written(events, zone);
        const times = new Map(
          events.map(({ id, start, end }) => [`7-${id}@daymark.app`, [start, end]]),
        );
        expect(readByIcalJs(text)).toEqual(times);
        if (SHORT_PERIODS.test(zone)) return;
        const byName = readByNodeIcal(text);
        for (const [uid, time] of times)
          if (time.every((moment) => moment > SURE_SINCE)) expect(byName.get(uid)).toEqual(time);
      },
    ),
    { seed: seedOf('CALENDAR_ZONES_SEED'), numRuns: ROUNDS },
  );
}, 600_000);

test('an event is written with the clock time that the person sees', async () => {
  const text = await written(
    [entry(1, '2026-07-01T07:00:00Z', '2026-07-01T08:30:00Z')],
    'Europe/Berlin',
  );
  expect(text).toContain('DTSTART;TZID=Europe/Berlin:20260701T090000\r\n');
  expect(text).toContain('DTEND;TZID=Europe/Berlin:20260701T103000\r\n');
});

test('moments are in UTC if the zone’s rules at that time differ from the file’s', async () => {
  // Paraguay stopped changing its clocks in October 2024.
  const text = await written(
    [
      entry(1, '2024-07-01T12:00:00Z', '2024-07-01T13:00:00Z'),
      entry(2, '2026-07-01T12:00:00Z', '2026-07-01T13:00:00Z'),
      entry(3, '1950-07-01T12:00:00Z', '1950-07-01T13:00:00Z'),
    ],
    'America/Asuncion',
  );
  const [before, since, longAgo] = eventsIn(text).map(({ DTSTART }) => DTSTART?.value);
  expect([before, since, longAgo]).toEqual([
    '20240701T120000Z',
    '20260701T090000',
    '19500701T120000Z',
  ]);
});

test.each([null, 'UTC', 'Etc/UTC', 'Mars/Olympus'])(
  'with %s as the time zone, the file has no zone and moments are in UTC',
  async (zone) => {
    const text = await written([entry(1, '2026-07-01T09:00:00+02:00', '2026-07-01T10:00Z')], zone);
    expect(text).not.toContain('VTIMEZONE');
    expect(text).toContain('DTSTART:20260701T070000Z\r\n');
  },
);

test.each(['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', null])(
  'an all-day event in %s is written as dates and ends on the day after its last',
  async (zone) => {
    const days = { start: '2026-03-28', end: '2026-03-30' };
    // A device in another zone wrote the event.
    const text = await written(
      [entry(1, '2026-03-28T00:00:00+09:00', '2026-03-30T00:00:00+09:00', { days })],
      zone,
    );
    expect(text).toContain('DTSTART;VALUE=DATE:20260328\r\n');
    expect(text).toContain('DTEND;VALUE=DATE:20260330\r\n');
    const dates = new Map([['7-1@daymark.app', ['2026-03-28', '2026-03-30']]]);
    expect(readByIcalJs(text)).toEqual(dates);
    expect(readByNodeIcal(text)).toEqual(dates);
  },
);

test('titles are folded and escaped so that both parsers read them back', async () => {
  const titles = [
    'Long, with; commas \\ and "quotes"\nand ünïcode 🦊👨‍👩‍👧 '.repeat(8).trim(),
    'END:VEVENT\nBEGIN:VALARM',
    '\\n is no line break: \\\\; \\,',
    '日本語'.repeat(60),
    ...Array.from({ length: 8 }, (_, n) => `${'x'.repeat(60 + n)}🦊 tail`),
  ];
  const [start, end] = ['2026-07-01T09:00:00Z', '2026-07-01T10:00:00Z'];
  const text = await written(titles.map((title, id) => entry(id, start, end, { title })));
  expect(eventsIn(text).map(({ SUMMARY }) => textOf(SUMMARY!))).toEqual(titles);
  const calendar = ICAL.Component.fromString(text);
  expect(
    calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('summary')),
  ).toEqual(titles);
  const read = Object.values(nodeIcal.sync.parseICS(text)).filter(
    (component): component is VEvent => component?.type === 'VEVENT',
  );
  // node-ical reads an escaped backslash before an n as a line break.
  expect(read.map(({ summary }) => summary).toSpliced(2, 1)).toEqual(titles.toSpliced(2, 1));
});

test('an event without a length, or that ends before it starts, has no end', async () => {
  const text = await written(
    [
      entry(1, '2026-03-29T03:30:00Z', '2026-03-29T01:30:00Z'),
      entry(2, '2026-07-29T03:30:00Z', '2026-07-29T03:30:00.900Z'),
    ],
    'Europe/Berlin',
  );
  expect(eventsIn(text).map(({ DTEND }) => DTEND)).toEqual([undefined, undefined]);
});

test('SEQUENCE and LAST-MODIFIED rise with the time of the change', async () => {
  const [start, end] = ['2026-07-01T09:00:00Z', '2026-07-01T10:00:00Z'];
  const later = new Date(CHANGED_AT.getTime() + 1000);
  const text = await written([entry(1, start, end), entry(2, start, end, { changedAt: later })]);
  const [first, second] = eventsIn(text);
  expect(first?.['LAST-MODIFIED']?.value).toBe('20261120T080000Z');
  expect(second?.['LAST-MODIFIED']?.value).toBe('20261120T080001Z');
  expect(Number(second?.SEQUENCE?.value)).toBe(Number(first?.SEQUENCE?.value) + 1);
});
