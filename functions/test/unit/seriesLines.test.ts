import type { Event } from '@daymark/contract/event';
import { expandEvents, occurrenceId } from '@daymark/contract/repeats/occurrences';
import { dayAfter, type Repeat } from '@daymark/contract/repeats/repeat';
import { event } from '@daymark/contract/test/records';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { namedZone } from '@daymark/contract/time/zone';
import * as fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { anySeries, SERIES_ZONES, type SeriesWithExceptions } from '../anySeries';
import { brokenRules, eventsIn } from '../calendarRules';
import { writtenSeries } from '../writtenSeries';

const daily: Repeat = { every: 'day', interval: 1, from: 'schedule' };
const standup = (fields: Partial<Event> = {}, timeZone = 'Europe/Berlin') =>
  event(7, {
    title: 'Standup',
    start: '2026-03-25T09:15:00+01:00',
    end: '2026-03-25T09:30:00+01:00',
    repeat: { rule: daily, timeZone, until: null, count: null },
    ...fields,
  });
const exception = (day: string, fields: Partial<Event>) =>
  event(occurrenceId(7, day), { seriesId: 7, seriesDay: day, title: 'Late', ...fields });

async function written(given: SeriesWithExceptions, timeZone = 'Europe/Berlin'): Promise<string> {
  const text = await writtenSeries([given], timeZone);
  expect(brokenRules(text)).toEqual([]);
  return text;
}

describe('a series', () => {
  test('is one VEVENT in its own zone, whose description is in the file', async () => {
    const series = standup(
      { start: '2026-03-25T09:15:00-04:00', end: '2026-03-25T10:00:00-04:00' },
      'America/New_York',
    );
    const text = await written({ series, exceptions: [] });
    expect(eventsIn(text)).toHaveLength(1);
    expect(text).toContain('DTSTART;TZID=America/New_York:20260325T091500\r\n');
    expect(text).toContain('RRULE:FREQ=DAILY\r\n');
    expect(text.match(/TZID:.*/g)).toEqual(['TZID:Europe/Berlin', 'TZID:America/New_York']);
  });

  test('shares the description of its zone with the person and other series', async () => {
    const text = await writtenSeries(
      [standup(), standup({ id: 8 })].map((series) => ({ series, exceptions: [] })),
      'Europe/Berlin',
    );
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
    expect(brokenRules(text)).toEqual([]);
  });

  test.each(['UTC', 'Etc/UTC'])('in the zone %s is in UTC', async (zone) => {
    const text = await written({ series: standup({}, zone), exceptions: [] });
    expect(text).toContain('DTSTART:20260325T081500Z\r\n');
  });

  test('in a zone whose name is in lower case follows that zone', async () => {
    const text = await written({ series: standup({}, 'europe/berlin'), exceptions: [] });
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20260325T091500\r\n');
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
  });

  test('leaves out its canceled days by EXDATE', async () => {
    const exceptions = ['2026-03-26', '2026-03-30'].map((day) =>
      exception(day, { canceled: true }),
    );
    const text = await written({ series: standup(), exceptions });
    expect(text).toContain('EXDATE;TZID=Europe/Berlin:20260326T091500\r\n');
    expect(text).toContain('EXDATE;TZID=Europe/Berlin:20260330T091500\r\n');
    expect(eventsIn(text)).toHaveLength(1);
  });

  test('has a changed day under its UID, named by the planned time of that day', async () => {
    const late = exception('2026-03-29', {
      start: '2026-03-30T11:00:00+02:00',
      end: '2026-03-30T11:30:00+02:00',
    });
    const [series, changed] = eventsIn(await written({ series: standup(), exceptions: [late] }));
    expect(changed?.UID).toEqual(series?.UID);
    expect(changed?.['RECURRENCE-ID']).toEqual({
      name: 'RECURRENCE-ID',
      parameters: { TZID: 'Europe/Berlin' },
      value: '20260329T091500',
    });
    expect([changed?.DTSTART?.value, changed?.SUMMARY?.value]).toEqual(['20260330T110000', 'Late']);
  });

  test('of all-day events has dates', async () => {
    const series = standup({ days: { start: '2026-03-25', end: '2026-03-27' } });
    series.repeat!.until = '2026-04-30';
    const exceptions = [
      exception('2026-03-30', { canceled: true }),
      exception('2026-04-01', { days: { start: '2026-04-02', end: '2026-04-03' } }),
    ];
    const text = await written({ series, exceptions });
    expect(text).toContain('DTSTART;VALUE=DATE:20260325\r\nDTEND;VALUE=DATE:20260327\r\n');
    expect(text).toContain('RRULE:FREQ=DAILY;UNTIL=20260430\r\n');
    expect(text).toContain('EXDATE;VALUE=DATE:20260330\r\n');
    expect(text).toContain('RECURRENCE-ID;VALUE=DATE:20260401\r\n');
  });

  test('that begins on a day outside its rule names that day and its last day', async () => {
    const rule: Repeat = { every: 'week', interval: 1, weekdays: [5], from: 'schedule' };
    const series = standup();
    series.repeat = { ...series.repeat!, rule, count: 3 };
    const text = await written({ series, exceptions: [] });
    expect(text).toContain('RDATE;TZID=Europe/Berlin:20260325T091500\r\n');
    expect(text).toContain('RRULE:FREQ=WEEKLY;BYDAY=FR;WKST=MO;UNTIL=20260403T215959Z\r\n');
  });

  test.each([
    [
      'begins in the second of two equal hours',
      '2026-10-25T02:30:00+01:00',
      '2026-10-25T02:45:00+01:00',
    ],
    [
      'ends in the second of two equal hours',
      '2026-10-25T01:30:00+02:00',
      '2026-10-25T02:45:00+01:00',
    ],
    ['ends on a clock that was set back', '2026-10-25T02:30:00+02:00', '2026-10-25T02:15:00+01:00'],
  ])('that %s has that first event', async (_, start, end) => {
    const series = standup({ start, end });
    series.repeat!.count = 3;
    const text = await written({ series, exceptions: [] });
    const [first] = changedTimes(text);
    expect(first).toEqual([new Date(start).toISOString(), new Date(end).toISOString()]);
    const untilMs = Date.parse('2026-11-10');
    expect(startsByIcalJs(text, 'Europe/Berlin', untilMs)).toEqual(
      startsInApp({ series, exceptions: [] }, untilMs),
    );
  });

  test('has its place as LOCATION, and the link in it as URL', async () => {
    const text = await written({
      series: standup({ place: 'Room 5, https://example.com/room' }),
      exceptions: [],
    });
    expect(text).toContain('LOCATION:Room 5\\, https://example.com/room\r\n');
    expect(text).toContain('URL;VALUE=URI:https://example.com/room\r\n');
  });
});

/** The last day up to which a random series is compared. */
const lastDayOf = ({ start }: Event) => dayAfter(start.slice(0, 10), 500) ?? '';

/** Returns the starts of a series' events up to a moment, as the app shows them. */
function startsInApp({ series, exceptions }: SeriesWithExceptions, untilMs: number): string[] {
  const range = { from: dayAfter(series.start.slice(0, 10), -1) ?? '', to: lastDayOf(series) };
  return expandEvents([series, ...exceptions], range)
    .filter(({ start }) => Date.parse(start) <= untilMs)
    .map(({ start, days }) => days?.start ?? new Date(start).toISOString())
    .sort();
}

/** Returns the starts of a series' events that ical.js finds in a file. */
function startsByIcalJs(text: string, timeZone: string, untilMs: number): string[] {
  const calendar = ICAL.Component.fromString(text);
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const zone = namedZone(timeZone);
  /** ical.js computes clock times. Intl makes moments of them, because a file's rules can be coarser. */
  const momentOf = (time: ICAL.Time) => {
    const { year, month, day, hour, minute, second } = time;
    const clock = Date.UTC(year, month - 1, day, hour, minute, second);
    return time.zone === ICAL.Timezone.utcTimezone ? clock : zone.momentOf(clock);
  };
  const components = calendar.getAllSubcomponents('vevent');
  const [master, ...changed] = components.map((component) => new ICAL.Event(component));
  changed.forEach((one) => master!.relateException(one));
  const found: string[] = [];
  const iterator = master!.iterator();
  const following = () => iterator.next() as ICAL.Time | undefined;
  for (let next = following(); next; next = following()) {
    const { startDate, recurrenceId } = master!.getOccurrenceDetails(next);
    if (momentOf(recurrenceId) > untilMs + 5 * 86_400_000) break;
    if (momentOf(startDate) > untilMs) continue;
    found.push(
      startDate.isDate ? startDate.toString() : new Date(momentOf(startDate)).toISOString(),
    );
  }
  return found.sort();
}

/** Returns the times of the changed occurrences that a file writes in UTC. */
const changedTimes = (text: string): string[][] =>
  ICAL.Component.fromString(text)
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
    .filter((found) => found.isRecurrenceException())
    .map(({ startDate, endDate }) =>
      [startDate, endDate].map((time) => time.toJSDate().toISOString()),
    );

/** Returns the starts of a series' events that node-ical finds in a file. It knows zones by their names. */
function startsByNodeIcal(text: string, range: { from: Date; to: Date }): string[] {
  const [series] = Object.values(nodeIcal.sync.parseICS(text)).filter(
    (entry): entry is VEvent => entry?.type === 'VEVENT',
  );
  const day = (date: Date) =>
    `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
  return nodeIcal
    .expandRecurringEvent(series!, range)
    .map(({ start, isFullDay }) => (isFullDay ? day(start) : start.toISOString()))
    .sort();
}

describe.each(SERIES_ZONES)(
  'in %s, a series with exceptions over both clock changes',
  (timeZone) => {
    const zone = namedZone(timeZone);
    const at = (text: string) => zone.instantOf(zone.momentOf(Date.parse(`${text}Z`)));
    const repeat = { rule: daily, timeZone, until: '2026-12-20', count: null };
    const untilMs = Date.parse('2027-02-01');

    test('is read by both parsers with the events that the app shows', async () => {
      const series = event(7, {
        start: at('2026-01-05T09:15'),
        end: at('2026-01-05T10:00'),
        repeat,
      });
      const exceptions = [
        exception('2026-03-29', { start: at('2026-03-28T23:30'), end: at('2026-03-29T05:00') }),
        exception('2026-04-05', { canceled: true }),
        exception('2026-10-25', { start: at('2026-10-25T02:30'), end: at('2026-10-25T04:00') }),
        exception('2026-11-01', { canceled: true }),
      ];
      const text = await written({ series, exceptions }, timeZone);
      const inApp = startsInApp({ series, exceptions }, untilMs);
      expect(inApp).toHaveLength(348);
      expect(startsByIcalJs(text, timeZone, untilMs)).toEqual(inApp);
      expect(
        startsByNodeIcal(text, { from: new Date('2026-01-01'), to: new Date('2027-01-01') }),
      ).toEqual(inApp);
    });

    test('that is all-day is read by both parsers with the days that the app shows', async () => {
      const days = (start: string, end: string) => ({
        days: { start, end },
        start: at(`${start}T00:00`),
        end: at(`${end}T00:00`),
      });
      const series = event(7, { ...days('2026-01-05', '2026-01-07'), repeat });
      const exceptions = [
        exception('2026-03-29', days('2026-12-29', '2026-12-31')),
        exception('2026-10-25', { canceled: true }),
      ];
      const text = await written({ series, exceptions }, timeZone);
      const inApp = startsInApp({ series, exceptions }, untilMs);
      expect(inApp).toHaveLength(349);
      expect(startsByIcalJs(text, timeZone, untilMs)).toEqual(inApp);
      expect(
        startsByNodeIcal(text, { from: new Date('2026-01-01'), to: new Date('2027-01-01') }),
      ).toEqual(inApp);
    });
  },
);

// ical.js ignores BYSETPOS beside BYMONTHDAY, which days 29 and 30 need.
const READABLE_DATES = fc.oneof(fc.integer({ min: 1, max: 28 }), fc.constant(31));
const RUNS = roundsOf('CALENDAR_SERIES', 300, 10_000);

test(`ical.js finds the events of ${RUNS} random series with exceptions`, async () => {
  await fc.assert(
    fc.asyncProperty(anySeries(READABLE_DATES), async (given) => {
      const { series } = given;
      const { timeZone } = series.repeat!;
      const untilMs = Date.parse(`${lastDayOf(series)}T00:00:00Z`) - 2 * 86_400_000;
      const text = await written(given, timeZone);
      expect(startsByIcalJs(text, timeZone, untilMs)).toEqual(startsInApp(given, untilMs));
    }),
    { seed: seedOf('CALENDAR_SERIES_SEED'), numRuns: RUNS },
  );
}, 600_000);
