import { occurrenceId } from '@daymark/contract/repeats/occurrences';
import { describe, expect, test } from 'vitest';
import { calendar, datesOf, event, eventsOf, namedIn, zone } from '../../../../test/calendarFile';
import { readAsFile, reportOf } from '../../../../test/readFixture';
import type { ReadImport } from '../importDraft';

const read = (lines: string[], timeZone = 'Europe/Berlin') =>
  readAsFile(calendar(...lines), 'x.ics', { timeZone });
const seriesOf = ({ records }: ReadImport) => records.events.filter(({ repeat }) => repeat);
/** Returns the only series of a file. */
const onlySeries = (imported: ReadImport) => {
  const [series, ...others] = seriesOf(imported);
  expect(others).toEqual([]);
  return series!;
};
const exceptionsOf = ({ records }: ReadImport) =>
  records.events.filter(({ seriesId }) => seriesId != null);

const CHOIR = [
  'UID:choir',
  'DTSTART;TZID=Europe/Berlin:20261203T190000',
  'DTEND;TZID=Europe/Berlin:20261203T203000',
];

describe('a repeating event', () => {
  test('becomes one event with its rule', () => {
    const imported = read(event('Choir', ...CHOIR, 'RRULE:FREQ=WEEKLY;BYDAY=TH'));
    expect(imported.records.events).toEqual([
      {
        id: expect.any(Number),
        title: 'Choir',
        start: '2026-12-03T19:00:00+01:00',
        end: '2026-12-03T20:30:00+01:00',
        repeat: {
          rule: { every: 'week', interval: 1, weekdays: [4], from: 'schedule' },
          timeZone: 'Europe/Berlin',
          until: null,
          count: null,
        },
      },
    ]);
    expect(imported.range).toBeUndefined();
    expect(reportOf(imported)).toEqual([]);
  });

  test('has the same ids when its file is read again', () => {
    const lines = [
      ...event('Choir', ...CHOIR, 'RRULE:FREQ=WEEKLY', 'EXDATE:20261210T180000Z'),
      ...event('Hall', 'UID:choir', 'RECURRENCE-ID:20261217T180000Z', 'DTSTART:20261218T180000Z'),
      ...event('Nameless', 'UID:', 'DTSTART:20261203T180000Z', 'RRULE:FREQ=DAILY'),
    ];
    const ids = () => read(lines).records.events.map(({ id }) => id);
    expect(new Set(ids()).size).toBe(4);
    expect(ids()).toEqual(ids());
  });

  test('of Daymark’s own calendar keeps its id', () => {
    const lines = ['UID:7-42@daymark.app', ...CHOIR.slice(1), 'RRULE:FREQ=WEEKLY'];
    const imported = read(event('Choir', ...lines, 'EXDATE:20261210T180000Z'));
    expect(imported.records.events.map(({ id }) => id)).toEqual([
      42,
      occurrenceId(42, '2026-12-10'),
    ]);
  });

  test.each([
    ['COUNT=5', null, 5],
    ['COUNT=1500', '2031-01-10', null],
    ['UNTIL=20261210', '2026-12-10', null],
    ['UNTIL=20261210T180000Z', '2026-12-10', null],
    ['UNTIL=20261210T175959Z', '2026-12-09', null],
    ['UNTIL=20261210T190000', '2026-12-10', null],
    ['UNTIL=20261210T230000Z', '2026-12-10', null],
  ])('with %s ends on %s or after %s times', (part, until, count) => {
    const imported = read(event('Choir', ...CHOIR, `RRULE:FREQ=DAILY;${part}`));
    expect(onlySeries(imported).repeat).toMatchObject({ until, count });
  });

  test.each([
    ['its IANA zone', ';TZID=America/New_York:20261203T190000', 'America/New_York'],
    ['its Windows zone', ';TZID=Eastern Standard Time:20261203T190000', 'America/New_York'],
    ['UTC', ':20261203T190000Z', 'UTC'],
    ['the person’s zone if it is floating', ':20261203T190000', 'Europe/Berlin'],
    ['the person’s zone if it is all-day', ';VALUE=DATE:20261203', 'Europe/Berlin'],
    [
      'the person’s zone if the zone is unknown',
      ';TZID=Mars/Base:20261203T190000',
      'Europe/Berlin',
    ],
    [
      'the person’s zone if the file’s own zone has the same clocks',
      ';TZID=Office:20261203T190000',
      'Europe/Berlin',
    ],
  ])('follows %s', (_, start, timeZone) => {
    const lines = [...zone('Office'), ...event('Choir', `DTSTART${start}`, 'RRULE:FREQ=DAILY')];
    expect(onlySeries(read(lines)).repeat?.timeZone).toBe(timeZone);
  });

  test('in a zone without a name that differs from the person’s is written out', () => {
    const start = 'DTSTART;TZID=Office:20261203T190000';
    const lines = [...zone('Office'), ...event('Choir', start, 'RRULE:FREQ=DAILY;COUNT=3')];
    const imported = read(lines, 'Asia/Tokyo');
    expect(seriesOf(imported)).toEqual([]);
    expect(imported.records.events).toHaveLength(3);
  });

  test.each([
    ['two rules', ['RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=MONTHLY;COUNT=3']],
    ['a rule for exceptions', ['RRULE:FREQ=WEEKLY;COUNT=9', 'EXRULE:FREQ=MONTHLY;COUNT=2']],
    ['added dates', ['RRULE:FREQ=WEEKLY;COUNT=3', 'RDATE:20261204T180000Z']],
    ['a rule that skips short months', ['RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4']],
    ['two days of the month', ['RRULE:FREQ=MONTHLY;BYMONTHDAY=3,5;COUNT=3']],
  ])('with %s is written out, and the report says so', (_, lines) => {
    const imported = read(event('Choir', ...CHOIR, ...lines));
    expect(seriesOf(imported)).toEqual([]);
    expect(imported.records.events.length).toBeGreaterThan(1);
    expect(imported.range).toEqual({ from: '2025-11-25', to: '2027-11-25' });
    expect(namedIn(imported, 'Choir')).toEqual(['Repeats that Daymark can’t express']);
  });

  test('whose first day is listed again is still one event', () => {
    const lines = ['RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=3', 'RDATE:20261203T180000Z'];
    const imported = read(event('Choir', ...CHOIR, ...lines));
    expect(datesOf(imported).Choir).toEqual([
      '2026-12-03T18:00Z 90m',
      '2026-12-04T18:00Z 90m',
      '2026-12-11T18:00Z 90m',
    ]);
    expect(seriesOf(imported)).toHaveLength(1);
  });
});

describe('an exception', () => {
  test('by EXDATE cancels its day', () => {
    const imported = read(
      event('Choir', ...CHOIR, 'RRULE:FREQ=WEEKLY', 'EXDATE:20261210T180000Z,20261211T180000Z'),
    );
    expect(exceptionsOf(imported)).toEqual([
      {
        id: occurrenceId(onlySeries(imported).id, '2026-12-10'),
        title: 'Choir',
        start: '2026-12-10T19:00:00+01:00',
        end: '2026-12-10T20:30:00+01:00',
        seriesId: onlySeries(imported).id,
        seriesDay: '2026-12-10',
        canceled: true,
      },
    ]);
    expect(reportOf(imported)).toEqual([]);
  });

  test('with its own times, title and place keeps them', () => {
    const imported = read([
      ...event('Choir', ...CHOIR, 'RRULE:FREQ=WEEKLY', 'LOCATION:School'),
      ...event(
        'Concert',
        'UID:choir',
        'RECURRENCE-ID;TZID=Europe/Berlin:20261217T190000',
        'DTSTART;TZID=Europe/Berlin:20261218T200000',
        'DURATION:PT2H',
        'LOCATION:Town hall',
        'TRANSP:TRANSPARENT',
      ),
    ]);
    expect(exceptionsOf(imported)).toEqual([
      {
        id: occurrenceId(onlySeries(imported).id, '2026-12-17'),
        title: 'Concert',
        start: '2026-12-18T20:00:00+01:00',
        end: '2026-12-18T22:00:00+01:00',
        place: 'Town hall',
        busy: false,
        seriesId: onlySeries(imported).id,
        seriesDay: '2026-12-17',
      },
    ]);
    expect(datesOf(imported).Concert).toEqual(['2026-12-18T19:00Z 120m']);
  });

  test('that is canceled leaves its day empty', () => {
    const imported = read([
      ...event('Choir', ...CHOIR, 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...event('Choir', 'UID:choir', 'RECURRENCE-ID:20261210T180000Z', 'STATUS:CANCELLED'),
    ]);
    expect(datesOf(imported).Choir).toEqual(['2026-12-03T18:00Z 90m']);
    expect(exceptionsOf(imported)).toMatchObject([{ seriesDay: '2026-12-10', canceled: true }]);
  });

  test('far outside the written-out period is kept', () => {
    const imported = read([
      ...event('Choir', 'UID:choir', 'DTSTART:20190101T170000Z', 'RRULE:FREQ=WEEKLY'),
      ...event('Hall', 'UID:choir', 'RECURRENCE-ID:20190108T170000Z', 'DTSTART:20300109T170000Z'),
    ]);
    expect(exceptionsOf(imported)).toMatchObject([
      { title: 'Hall', seriesDay: '2019-01-08', start: '2030-01-09T17:00:00+00:00' },
    ]);
  });

  test('that applies to all later dates makes single events of the series', () => {
    const imported = read([
      ...event('Choir', ...CHOIR, 'RRULE:FREQ=WEEKLY;COUNT=4'),
      ...event(
        'Hall',
        'UID:choir',
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261217T180000Z',
        'DTSTART:20261218T180000Z',
      ),
    ]);
    expect(seriesOf(imported)).toEqual([]);
    expect(datesOf(imported).Hall).toHaveLength(2);
  });

  test('has a note of its own only if its text differs from the series’ text', () => {
    const change = (day: number, text: string) =>
      event(
        'Choir',
        'UID:choir',
        `RECURRENCE-ID:202612${day}T180000Z`,
        `DTSTART:202612${day}T190000Z`,
        `DESCRIPTION:${text}`,
      );
    const imported = read([
      ...event('Choir', ...CHOIR, 'RRULE:FREQ=WEEKLY', 'DESCRIPTION:Bring water'),
      ...change(10, 'Bring water'),
      ...change(17, 'Bring cake'),
    ]);
    expect(imported.records.notes).toMatchObject([
      { content: 'Bring water', attachedTo: { type: 'event', id: onlySeries(imported).id } },
      {
        content: 'Bring cake',
        attachedTo: { id: occurrenceId(onlySeries(imported).id, '2026-12-17') },
      },
    ]);
  });

  test('can also be the series’ first day', () => {
    const imported = read(
      event('Choir', ...CHOIR, 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20261203T180000Z'),
    );
    expect(datesOf(imported).Choir).toEqual(['2026-12-10T18:00Z 90m']);
  });
});

test('a series with more than a thousand exceptions is written out', () => {
  const days = Array.from({ length: 1_001 }, (_, n) => {
    const day = new Date(Date.UTC(2026, 11, 4) + n * 86_400_000).toISOString();
    return `${day.slice(0, 10).replaceAll('-', '')}T180000Z`;
  });
  const imported = read(event('Choir', ...CHOIR, 'RRULE:FREQ=DAILY', `EXDATE:${days.join()}`));
  expect(seriesOf(imported)).toEqual([]);
  expect(imported.records.events.length).toBeGreaterThan(100);
});

test('a series whose clocks change keeps its clock time', () => {
  const start = 'DTSTART;TZID=Europe/Berlin:20260325T093000';
  const imported = read(event('Choir', start, 'RRULE:FREQ=WEEKLY;COUNT=2'), 'Asia/Tokyo');
  expect(eventsOf(imported).map((one) => one.start)).toEqual([
    '2026-03-25T09:30:00+01:00',
    '2026-04-01T09:30:00+02:00',
  ]);
});

describe('a place', () => {
  const placeOf = (...lines: string[]) => {
    const { records, ...report } = read(event('Call', 'DTSTART:20261203T090000Z', ...lines));
    return {
      place: records.events[0]?.place,
      note: records.notes[0]?.content,
      report: reportOf({ records, ...report }),
    };
  };

  test.each([
    [['LOCATION:Room 5\\, second floor'], 'Room 5, second floor'],
    [['LOCATION:Café\\nMain Street 1\\n12345 Town'], 'Café, Main Street 1, 12345 Town'],
    [['LOCATION:https://zoom.us/j/1', 'URL:https://zoom.us/j/1'], 'https://zoom.us/j/1'],
    [['URL:https://acme.zoom.us/j/1?pwd=x'], 'https://acme.zoom.us/j/1?pwd=x'],
    [['CONFERENCE;VALUE=URI:https://video.example.com/1'], 'https://video.example.com/1'],
    [
      ['LOCATION:Room 5', 'X-GOOGLE-CONFERENCE:https://meet.google.com/abc'],
      'Room 5 https://meet.google.com/abc',
    ],
  ])('is read from %j', (lines, place) => {
    expect(placeOf(...lines)).toEqual({ place, note: undefined, report: [] });
  });

  test('is not made of a link to a page about the event', () => {
    expect(placeOf('LOCATION:Park', 'URL:https://example.com/notzoom.us')).toMatchObject({
      place: 'Park',
      note: 'From iCalendar:\n- Link: https://example.com/notzoom.us',
    });
  });

  test('with an incomplete link stays in the note', () => {
    expect(placeOf('LOCATION:see https:')).toMatchObject({
      place: undefined,
      note: 'From iCalendar:\n- Place: see https:',
    });
  });

  test('that is too long is cut, and the report says so', () => {
    const { place, report } = placeOf(`LOCATION:${'x'.repeat(1_200)}`);
    expect(place).toBe(`${'x'.repeat(999)}…`);
    expect(report[0]).toMatch(/^Long places: 1 shortened/);
  });
});
