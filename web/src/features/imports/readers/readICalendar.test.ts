import { expect, test } from 'vitest';
import { eventsOf } from '../../../../test/calendarFile';
import { readAsFile, readFixture, reportOf } from '../../../../test/readFixture';
import { ImportFileError } from '../importFileError';

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const times = (text: string, more = {}) =>
  readAsFile(text, 'x.ics', more).records.events.map(({ start, end }) => [start, end]);

test('iCalendar: a series with added dates is written out as single events in its own zone', () => {
  const read = readFixture('recurInstances.ics', { now: new Date('2012-11-25T10:00:00Z') });
  expect(read.range).toEqual({ from: '2011-11-25', to: '2013-11-25' });
  expect(read.records.events.map(({ start }) => start)).toEqual([
    '2012-10-02T15:00:00-07:00', // moved
    '2012-11-06T10:00:00-08:00',
    '2012-11-06T20:00:00-08:00', // moved, by a RECURRENCE-ID in UTC
    '2012-11-10T10:00:00-08:00', // RDATE
    '2012-11-30T10:00:00-08:00', // RDATE
    '2013-01-01T10:00:00-08:00', // EXDATE leaves out December 4, February 5 and April 2
    '2013-03-05T10:00:00-08:00',
    '2013-05-07T10:00:00-07:00',
    '2013-06-04T10:00:00-07:00',
    '2013-07-02T10:00:00-07:00',
    '2013-08-06T10:00:00-07:00',
    '2013-09-03T10:00:00-07:00',
    '2013-10-01T10:00:00-07:00',
    '2013-11-05T10:00:00-08:00',
  ]);
  expect(read.records.events.filter(({ place }) => place === 'PLACE')).toHaveLength(12);
  expect(read.records.notes[0]).toMatchObject({
    content: 'I HAZ CHANGED!\n\nFrom iCalendar:\n- Organizer: James Lal <jlal@mozilla.com>',
    attachedTo: { type: 'event', id: read.records.events[0]?.id },
  });
  expect(reportOf(read)).toEqual([
    'Parts called X-UNKNOWN: 1 left out',
    'Colors of events: 1 left out (red)',
    'Version dates and numbers: 9 left out',
    'Reminders: 3 left out',
    'Repeats that Daymark can’t express: 1 single events (Crazy Event Thingy!)',
    'Organizer: 3 kept in the event’s notes (jlal@mozilla.com)',
    'Attendee: 3 kept in the event’s notes (calmozilla1@gmail.com, james@lightsofapollo.com, iam.revelation@gmail.com)',
    'Texts of repeating events: 1 kept in one note at the next event (Crazy Event Thingy!)',
  ]);
  const later = readFixture('recurInstances.ics', { now: new Date('2023-11-25T10:00:00Z') });
  expect(later.records.events).toContainEqual(
    expect.objectContaining({
      start: '2023-11-25T01:00:00-08:00',
      end: '2023-11-25T04:30:00-08:00',
    }),
  );
});

test('iCalendar: an endless all-day rule becomes one event that repeats', () => {
  const { range, records } = readFixture('dayLongYearly.ics');
  expect(range).toBeUndefined();
  expect(records.events).toEqual([
    {
      id: expect.any(Number),
      title: 'Day Long Event',
      start: '2012-08-03T00:00:00+02:00',
      end: '2012-08-04T00:00:00+02:00',
      days: { start: '2012-08-03', end: '2012-08-04' },
      repeat: {
        rule: { every: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5], from: 'schedule' },
        timeZone: 'Europe/Berlin',
        until: null,
        count: null,
      },
    },
  ]);
});

test('iCalendar: a time is read in its own zone, or in the person’s zone if it has none', () => {
  expect(readFixture('timezoneFromFile.ics').records.events).toEqual([
    expect.objectContaining({
      start: '2023-03-06T13:42:00-07:41',
      end: '2023-03-06T14:42:00-07:41',
    }),
  ]);
  const text = calendar(
    ...event('UID:1', 'SUMMARY:Tokyo', 'DTSTART;TZID=Asia/Tokyo:20261201T090000', 'DURATION:PT90M'),
    ...event('UID:2', 'SUMMARY:Floating', 'DTSTART:20261201T090000', 'DTEND:20261201T100000'),
    ...event('UID:3', 'SUMMARY:UTC', 'DTSTART:20261201T090000Z'),
    ...event('UID:4', 'SUMMARY:Mars', 'DTSTART;TZID=Mars/Base:20261201T090000'),
  );
  expect(times(text)).toEqual([
    ['2026-12-01T09:00:00+09:00', '2026-12-01T10:30:00+09:00'],
    ['2026-12-01T09:00:00+01:00', '2026-12-01T10:00:00+01:00'],
    ['2026-12-01T09:00:00+00:00', '2026-12-01T09:00:00+00:00'],
    ['2026-12-01T09:00:00+01:00', '2026-12-01T09:00:00+01:00'],
  ]);
  expect(reportOf(readAsFile(text))).toContain(
    'Unknown time zones: 1 times are in your time zone, Europe/Berlin (Mars/Base)',
  );
});

test.each([
  ['Europe/Berlin', '2026-03-22', '+01:00', '+02:00'],
  ['America/New_York', '2026-03-01', '-05:00', '-04:00'],
  ['Australia/Lord_Howe', '2026-04-01', '+11:00', '+10:30'],
  ['America/Sao_Paulo', '2026-03-22', '-03:00', '-03:00'],
])(
  'iCalendar: a weekly event keeps its time of day when the clocks change in %s',
  (zone, day, before, after) => {
    const text = calendar(
      ...event(
        'UID:1',
        'SUMMARY:x',
        `DTSTART;TZID=${zone}:${day.replaceAll('-', '')}T090000`,
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ),
    );
    const read = readAsFile(text, 'x.ics', { timeZone: 'UTC' });
    const starts = eventsOf(read).map(({ start }) => start.slice(10));
    expect([starts[0], starts.at(-1)]).toEqual([`T09:00:00${before}`, `T09:00:00${after}`]);
  },
);

test('iCalendar: canceled and damaged events are reported as left out', () => {
  const read = readAsFile(
    calendar(
      ...event('UID:1', 'SUMMARY:Off', 'STATUS:CANCELLED', 'DTSTART:20261201T090000Z'),
      ...event('UID:2', 'SUMMARY:Old', 'SEQUENCE:1', 'DTSTART:20261201T090000Z'),
      ...event('UID:2', 'SUMMARY:New', 'SEQUENCE:2', 'DTSTART:20261201T090000Z'),
      ...event('UID:3', 'SUMMARY:Nowhen'),
    ),
  );
  expect(read.records.events.map(({ title }) => title)).toEqual(['New']);
  expect(reportOf(read)).toEqual(
    expect.arrayContaining([
      'Canceled events: 1 left out (Off)',
      'Events without a start: 1 left out (Nowhen)',
    ]),
  );
});

test('iCalendar: to-dos become tasks with steps, days and repeats', () => {
  const todo = (...lines: string[]) => ['BEGIN:VTODO', ...lines, 'END:VTODO'];
  const read = readAsFile(
    calendar(
      ...todo(
        'UID:b',
        'SUMMARY:Fill the can',
        'RELATED-TO:a',
        'STATUS:COMPLETED',
        'COMPLETED:20261120T080000Z',
      ),
      ...todo(
        'UID:a',
        'SUMMARY:Water',
        'DTSTART;VALUE=DATE:20261201',
        'DUE;VALUE=DATE:20261205',
        'RRULE:FREQ=DAILY;INTERVAL=2',
        'CATEGORIES:Garden,Home',
        'PRIORITY:1',
        'DESCRIPTION:Slowly',
      ),
      ...todo('UID:c', 'SUMMARY:Call', 'DUE:20261201T143000Z', 'RRULE:FREQ=WEEKLY;COUNT=3'),
      'BEGIN:VJOURNAL',
      'UID:j',
      'SUMMARY:Diary',
      'DESCRIPTION:Sun',
      'END:VJOURNAL',
    ),
  );
  const { tasks, categories, notes } = read.records;
  expect(categories.map(({ name }) => name)).toEqual(['Garden']);
  expect(tasks).toEqual([
    expect.objectContaining({
      title: 'Water',
      plannedDay: '2026-12-01',
      deadline: '2026-12-05',
      repeat: { every: 'day', interval: 2, from: 'schedule' },
      categoryId: categories[0]?.id,
    }),
    expect.objectContaining({ title: 'Call', deadline: '2026-12-01' }),
    expect.objectContaining({ title: 'Fill the can', parentId: tasks[0]?.id, completed: true }),
  ]);
  expect(notes.map(({ content }) => content)).toEqual([
    'Slowly\n\nFrom iCalendar:\n- Priority: 1\n- Categories: Home',
    'From iCalendar:\n- Due: 2026-12-01 15:30\n- Repeats: FREQ=WEEKLY;COUNT=3',
    'Sun',
  ]);
});

test('iCalendar: a rule that repeats every second is cut off', () => {
  const read = readAsFile(
    calendar(...event('UID:1', 'SUMMARY:Tick', 'DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY')),
  );
  expect(read.records.events.length).toBeLessThanOrEqual(1_000);
  expect(reportOf(read)).toContain('Rules that repeat too often: 1 only 1000 of its events (Tick)');
});

test('iCalendar: a file that ends in its first event is damaged', () => {
  for (const text of ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nrubbish\nEND:VEVENT', 'BEGIN:VCALENDAR\n'])
    expect(() => readAsFile(text)).toThrow(new ImportFileError('This calendar file is damaged.'));
});

test('iCalendar: a line that isn’t a property affects nothing else', () => {
  const read = readAsFile(
    calendar(
      ...event('UID:1', 'SUMMARY:Fine', 'DTSTART:20261201T090000Z'),
      ...event('UID:2', 'SUMMARY:Broken', 'DTSTART:20261201T090000Z', 'rubbish'),
    ),
  );
  expect(read.records.events.map(({ title }) => title)).toEqual(['Fine', 'Broken']);
  expect(reportOf(read)).toEqual(['Lines that can’t be read: 1 left out (rubbish)']);
});

test('iCalendar: an event of Daymark’s own calendar keeps its id', () => {
  const text = calendar(
    ...event('UID:7-4242@daymark.app', 'SUMMARY:x', 'DTSTART:20261201T090000Z'),
  );
  expect(readAsFile(text).records.events[0]?.id).toBe(4242);
});

test('iCalendar: a property may have the name of a member that every object has', () => {
  const { records, notTakenOver } = readAsFile(
    'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nSUMMARY:Trip\nDTSTART:20261125T090000Z\nCONSTRUCTOR:x\n__PROTO__:y\nEND:VEVENT\nEND:VCALENDAR\n',
  );
  expect(records.events).toHaveLength(1);
  expect(structuredClone(notTakenOver).map(({ field }) => field)).toEqual([
    'Field CONSTRUCTOR',
    'Field __PROTO__',
  ]);
});

test('the report names at most two hundred fields of a file', () => {
  const fields = Array.from({ length: 1000 }, (_, n) => `F${n}:x`).join('\n');
  const { notTakenOver } = readAsFile(
    `BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nSUMMARY:Trip\nDTSTART:20261125T090000Z\n${fields}\nEND:VEVENT\nEND:VCALENDAR\n`,
  );
  expect(notTakenOver.length).toBe(201);
  expect(notTakenOver.at(-1)).toMatchObject({ field: 'Other fields', count: 800 });
});

const BEGUN = `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\nSUMMARY\n'.repeat(200_000)}`;

test('iCalendar: a file of events that begin and never end is damaged', () => {
  expect(() => readAsFile(BEGUN)).toThrow(new ImportFileError('This calendar file is damaged.'));
});

test('iCalendar: an event without an END ends where the next one begins', () => {
  const read = readAsFile(`${BEGUN}END:VEVENT\nEND:VCALENDAR`);
  expect(reportOf(read)).toContain('Events without a start: 200000 left out (Untitled)');
});

test('iCalendar: thousands of versions of one event are read as its latest version', () => {
  const same = Array.from({ length: 20_000 }, (_, n) =>
    event('UID:1', `SUMMARY:Event ${n}`, 'DTSTART:20261201T090000Z', `SEQUENCE:${n}`),
  );
  const { events } = readAsFile(calendar(...same.flat())).records;
  expect(events.map(({ title }) => title)).toEqual(['Event 19999']);
});

test.each([
  ['with times', '20261201T090000Z', ['TRANSP:OPAQUE'], null],
  ['with times', '20261201T090000Z', ['TRANSP:TRANSPARENT'], false],
  ['with times', '20261201T090000Z', ['X-MICROSOFT-CDO-BUSYSTATUS:FREE'], false],
  ['with times', '20261201T090000Z', [], null],
  ['of days', '20261201', ['TRANSP:OPAQUE'], true],
  ['of days', '20261201', ['TRANSP:TRANSPARENT'], null],
  ['of days', '20261201', ['X-MICROSOFT-CDO-BUSYSTATUS:OOF'], true],
  ['of days', '20261201', [], null],
])('an event %s from %s with %j is busy: %s', (_, start, lines, busy) => {
  const read = readAsFile(calendar(...event('SUMMARY:Trip', `DTSTART:${start}`, ...lines)));
  expect(read.records.events.map((one) => one.busy ?? null)).toEqual([busy]);
  expect(reportOf(read).filter((line) => /busy|Field/i.test(line))).toEqual([]);
});
