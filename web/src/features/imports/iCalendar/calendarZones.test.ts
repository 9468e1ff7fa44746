import { expect, test } from 'vitest';
import { calendar, datesIn, datesOf, event, namedIn, zone } from '../../../../test/calendarFile';
import { readAsFile } from '../../../../test/readFixture';
import { isTimeZone } from '@daymark/contract/time/zone';
import { SHOWN_NAMES, WINDOWS_ZONES } from './windowsZones';

const at = (tzid: string, clock = '20261208T100000', ...lines: string[]) =>
  datesIn([...lines, ...event('Call', `DTSTART;TZID="${tzid}":${clock}`)])
    .Call?.join()
    .slice(0, 17);

test.each([
  ['Pacific Standard Time', '18:00'],
  ['W. Europe Standard Time', '09:00'],
  ['w. europe standard time 1', '09:00'],
  ['Central Standard Time (Mexico)', '16:00'],
  ['India Standard Time', '04:30'],
  ['tzone://Microsoft/Utc', '10:00'],
  ['/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires', '13:00'],
  ['/mozilla.org/20070129_1/Europe/Berlin', '09:00'],
  ['/softwarestudio.org/Olson_20011030_5/America/New_York', '15:00'],
  ['/freeassociation.sourceforge.net/Tzfile/Asia/Tokyo', '01:00'],
  ['America/New York', '15:00'],
  ['europe/berlin', '09:00'],
  ['Europe/Berlin 1', '09:00'],
  ['US/Pacific', '18:00'],
  ['Etc/GMT+5', '15:00'],
  ['UTC', '10:00'],
  ['GMT', '10:00'],
  ['GMT+0100', '09:00'],
  ['GMT+01.00', '09:00'],
  ['UTC-5', '15:00'],
  ['+02:00', '08:00'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', '09:00'],
  ['(GMT+01.00) Sarajevo/Warsaw/Zagreb', '09:00'],
  ['(UTC-05:00) Eastern Time (US & Canada)', '15:00'],
  ['(GMT-08.00) Pacific Time (US & Canada); Tijuana', '18:00'],
  ['Berlin', '09:00'],
  ['CET', '09:00'],
])('10:00 in the zone “%s” is %s in UTC', (tzid, time) => {
  expect(at(tzid)).toBe(`2026-12-08T${time}Z`);
});

test('the summer time of a zone that is named by a city is applied', () => {
  expect(at('(UTC+01:00) Amsterdam, Berlin, Bern', '20270708T100000')).toBe('2027-07-08T08:00Z');
});

test('the browser knows all zones of Windows', () => {
  expect(Object.entries(WINDOWS_ZONES).filter(([, name]) => !isTimeZone(name))).toEqual([]);
});

test.each([
  ['(UTC-04:00) Atlantic Time (Canada)', '13:00'],
  ['(GMT-04.00) Atlantic Time (Canada)', '13:00'],
  ['(UTC-09:00) Alaska', '18:00'],
  ['(UTC-09:00) Alaska 1', '18:00'],
  ['(UTC-03:30) Newfoundland', '12:30'],
  ['(UTC-05:00) Indiana (East)', '14:00'],
  ['(UTC-05:00) Eastern Time (US and Canada)', '14:00'],
  ['(UTC-07:00) Arizona', '17:00'],
  ['(UTC-07:00) La Paz, Mazatlan', '17:00'],
  ['(UTC-06:00) Saskatchewan', '16:00'],
  ['(UTC-01:00) Azores', '10:00'],
  ['(UTC) Coordinated Universal Time', '10:00'],
  ['(UTC-11:00) Coordinated Universal Time-11', '21:00'],
  ['(UTC+00:00) Dublin, Edinburgh, Lisbon, London', '09:00'],
  ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', '09:00'],
  ['(UTC+02:00) Kaliningrad (RTZ 1)', '08:00'],
  ['(UTC)', '10:00'],
])('10:00 in July in the zone “%s” is %s in UTC, and no zone is reported', (tzid, time) => {
  const text = calendar(...event('Call', `DTSTART;TZID="${tzid}":20260708T100000`));
  expect(at(tzid, '20260708T100000')).toBe(`2026-07-08T${time}Z`);
  expect(namedIn(readAsFile(text, 'x.ics'), tzid)).toEqual([]);
});

test('every zone of Windows has a display name', () => {
  expect(new Set(Object.values(SHOWN_NAMES))).toEqual(new Set(Object.keys(WINDOWS_ZONES)));
});

test.each(Object.entries(SHOWN_NAMES))('“%s” is read as “%s”', (shown, name) => {
  for (const clock of ['20260108T100000', '20260708T100000'])
    expect(at(`(UTC) ${shown}`, clock)).toBe(at(name, clock));
});

test.each('ACT AET AST bst CNT CST CTT ECT EST IET IST MIT MST NST PST SST'.split(' '))(
  'the abbreviation %s, which means several zones, is reported as unknown',
  (tzid) => {
    const read = readAsFile(calendar(...event('Call', `DTSTART;TZID=${tzid}:20260708T100000`)));
    expect(datesOf(read).Call).toEqual(['2026-07-08T08:00Z 0m']);
    expect(namedIn(read, tzid)).toEqual(['Unknown time zones']);
  },
);

test.each([
  ['JST', '01:00'],
  ['EET', '07:00'],
  ['HST', '20:00'],
  ['PST8PDT', '17:00'],
  ['Japan', '01:00'],
  ['NZ', '22:00'],
])('the word %s, which means one zone, is read as that zone', (tzid, time) => {
  expect(at(tzid, '20260708T100000')?.slice(11)).toBe(`${time}Z`);
});

test.each([
  ['(UTC-05:00) Somewhere', '15:00'],
  ['(UTC-02:00) Mid-Atlantic - Old', '12:00'],
  ['(UTC-07:00) La Paz', '14:00'],
])('“%s” is read by its known part', (tzid, time) => {
  const text = calendar(...event('Call', `DTSTART;TZID="${tzid}":20260708T100000`));
  const read = readAsFile(text, 'x.ics');
  expect(datesOf(read).Call).toEqual([`2026-07-08T${time}Z 0m`]);
  expect(namedIn(read, tzid)).toEqual(['Unknown time zones']);
});

test('if a name lists several cities, the city with the written offset is used', () => {
  expect(at('(UTC-07:00) La Paz, Phoenix')).toBe('2026-12-08T17:00Z');
});

test('a known zone name takes precedence over the file’s description', () => {
  const later = zone('Europe/Berlin', '2027').filter((line) => !line.startsWith('RRULE'));
  expect(at('Europe/Berlin', '20261208T100000', ...later)).toBe('2026-12-08T09:00Z');
  const summerOnly = [
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Vienna',
    'BEGIN:DAYLIGHT',
    'DTSTART:20260329T030000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];
  expect(at('Europe/Vienna', '20261208T100000', ...summerOnly)).toBe('2026-12-08T09:00Z');
});

test('a name without a slash stands for the zone that the file describes', () => {
  expect(at('EST', '20261208T100000', ...zone('EST'))).toBe('2026-12-08T09:00Z');
});

const OFFICE = [
  'BEGIN:VTIMEZONE',
  'TZID:Office',
  'BEGIN:STANDARD',
  'DTSTART:20261101T020000',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'RDATE:20271107T020000,20281105T060000Z',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20260308T020000',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'RDATE:20270314T020000',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

test.each([
  ['20261208T100000', '2026-12-08T15:00Z'],
  ['20270707T100000', '2027-07-07T14:00Z'],
  ['20271208T100000', '2027-12-08T15:00Z'],
  ['20260210T100000', '2026-02-10T15:00Z'],
])('a zone that only the file knows is applied: %s is %s', (clock, moment) => {
  expect(at('Office', clock, ...OFFICE)).toBe(moment);
});

test('the rule of a zone that only the file knows is followed up to its end', () => {
  const own = zone('Office').map((line) =>
    line.startsWith('RRULE') ? `${line};UNTIL=20261231T000000Z` : line,
  );
  expect(at('Office', '20260708T100000', ...own)).toBe('2026-07-08T08:00Z');
  expect(at('Office', '20270708T100000', ...own)).toBe('2027-07-08T09:00Z');
});

test('TZOFFSETTO alone defines a zone, even without a start', () => {
  for (const start of [['DTSTART:16010101T000000'], [], ['DTSTART:x']]) {
    const own = ['BEGIN:VTIMEZONE', 'TZID:Trek', 'BEGIN:STANDARD', ...start];
    const end = ['TZOFFSETTO:+0545', 'END:STANDARD', 'END:VTIMEZONE'];
    expect(at('Trek', '20261210T120000', ...own, ...end)).toBe('2026-12-10T06:15Z');
  }
});

test('a zone without offsets in the file is found by its name or its X-LIC-LOCATION', () => {
  const empty = (tzid: string, ...lines: string[]) => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    ...lines,
    'END:VTIMEZONE',
  ];
  expect(at('Asia/Kolkata', '20261211T120000', ...empty('Asia/Kolkata'))).toBe('2026-12-11T06:30Z');
  const located = empty('Mine', 'X-LIC-LOCATION:Asia/Kolkata');
  expect(at('Mine', '20261211T120000', ...located)).toBe('2026-12-11T06:30Z');
});

test('an unknown zone is reported', () => {
  const text = calendar(...event('Call', 'DTSTART;TZID=Mars/Base:20261208T100000'));
  const read = readAsFile(text, 'x.ics');
  expect(namedIn(read, 'Mars/Base')).toEqual(['Unknown time zones']);
});

test('an end without a zone is in the zone of the start', () => {
  expect(
    datesIn(event('Visit', 'DTSTART;TZID=Asia/Tokyo:20261209T090000', 'DTEND:20261209T173000')),
  ).toEqual({ Visit: ['2026-12-09T00:00Z 510m'] });
  expect(datesIn(event('Visit', 'DTSTART:20261209T090000Z', 'DTEND:20261209T100000'))).toEqual({
    Visit: ['2026-12-09T09:00Z 60m'],
  });
});

test.each(['Europe/Berlin', 'America/New_York', 'Pacific/Auckland'])(
  'an event that Microsoft’s programs mark as all-day lasts whole days for a person in %s',
  (timeZone) => {
    const lines = [
      [
        'DTSTART;TZID=W. Europe Standard Time:20261210T000000',
        'DTEND;TZID=W. Europe Standard Time:20261212T000000',
      ],
      ['DTSTART:20261209T230000Z', 'DTEND:20261211T230000Z'],
      ['DTSTART:20261210T000000', 'DTEND:20261212T000000'],
    ];
    for (const times of lines)
      expect(
        datesIn(
          [
            ...zone('W. Europe Standard Time'),
            ...event('Fair', ...times, 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'),
          ],
          timeZone,
        ),
      ).toEqual({ Fair: ['2026-12-10..2026-12-12'] });
  },
);

test.each([
  ['spaces', `x${' '.repeat(200_000)}x`],
  ['letters', 'a'.repeat(200_000)],
])('a zone name with very many %s is reported', (_, name) => {
  const read = readAsFile(calendar(...event('Call', `DTSTART;TZID="${name}":20261208T100000`)));
  expect(read.notTakenOver).toHaveLength(1);
});
