import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import {
  calendar,
  datesIn,
  datesOf,
  event,
  GOOD,
  GOOD_DATES,
  namedIn,
  zone,
} from '../../../../test/calendarFile';
import { readAsFile } from '../../../../test/readFixture';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('eight digits are a day, with or without VALUE=DATE or a zone', () => {
  expect(
    datesIn([
      ...GOOD,
      ...event('Shop closed', 'DTSTART:20270104', 'DTEND:20270109'),
      ...event('Fair', 'DTSTART;TZID=Europe/Vienna:20261212'),
      ...event('Said to be a time', 'DTSTART;VALUE=DATE-TIME:20261213'),
    ]),
  ).toEqual({
    Fine: GOOD_DATES,
    'Shop closed': ['2027-01-04..2027-01-09'],
    Fair: ['2026-12-12..2026-12-13'],
    'Said to be a time': ['2026-12-13..2026-12-14'],
  });
});

test('a midnight with VALUE=DATE is a day', () => {
  expect(datesIn(event('Fair', 'DTSTART;VALUE=DATE:20261212T000000Z'))).toEqual({
    Fair: ['2026-12-12..2026-12-13'],
  });
});

test('an event is read whatever its version fields contain', () => {
  const read = event(
    'Club',
    'DTSTAMP:yesterday',
    'CREATED:',
    'LAST-MODIFIED:20261301T000000Z',
    'SEQUENCE:x',
    'DTSTART:20261208T180000Z',
    'DTEND:20261208T200000Z',
  );
  expect(datesIn([...GOOD, ...read])).toEqual({
    Fine: GOOD_DATES,
    Club: ['2026-12-08T18:00Z 120m'],
  });
});

test.each([
  'DURATION:90',
  'DURATION:',
  'DURATION:-PT1H',
  'DURATION:P700000000000000W',
  'DURATION:PT9999999999999999H',
  'DTEND:soon',
  'DTEND:20261232T080000Z',
  'DTEND:20261205T060000Z',
  'DTEND:99991231T000000Z',
])('an event with %s keeps its start', (line) => {
  const read = readAsFile(calendar(...GOOD, ...event('Count', 'DTSTART:20261205T070000Z', line)));
  expect(datesOf(read)).toEqual({ Fine: GOOD_DATES, Count: ['2026-12-05T07:00Z 0m'] });
  expect(namedIn(read, 'Count')).toEqual(['Ends that can’t be read']);
});

test.each([
  ['2026-12-19T071500', '2026-12-19T131500'],
  ['2026-12-19T07:15:00', '2026-12-19T13:15:00'],
  ['2026-12-19 07:15', '2026-12-19 13:15'],
  ['20261219T0715', '20261219T1315'],
])('a time written as %s is read', (start, end) => {
  const ferry = event(
    'Ferry',
    `DTSTART;TZID=Europe/Berlin:${start}`,
    `DTEND;TZID=Europe/Berlin:${end}`,
  );
  expect(datesIn(ferry)).toEqual({ Ferry: ['2026-12-19T06:15Z 360m'] });
});

test('a day written with dashes is read', () => {
  const market = event('Market', 'DTSTART;VALUE=DATE:2026-12-20', 'DTEND;VALUE=DATE:2026-12-21');
  expect(datesIn(market)).toEqual({ Market: ['2026-12-20..2026-12-21'] });
});

test.each([
  '20270229T090000Z',
  '20260231',
  '20261210T250000Z',
  '20261210T106000Z',
  '20261301T090000Z',
  '20260001T090000Z',
  '00000101T090000Z',
  '2026-1-5',
  '202612',
  'tomorrow',
  '',
])('an event whose start is “%s” is reported as left out', (start) => {
  const read = readAsFile(calendar(...GOOD, ...event('Budget', `DTSTART:${start}`)));
  expect(datesOf(read)).toEqual({ Fine: GOOD_DATES });
  expect(namedIn(read, 'Budget')).toEqual(['Events whose start can’t be read']);
});

test('twenty events that can’t be read are all reported', () => {
  const titles = Array.from({ length: 20 }, (_, index) => `Odd ${index}`);
  const read = readAsFile(calendar(...titles.flatMap((title) => event(title, 'DTSTART:never'))));
  expect(titles.filter((title) => namedIn(read, title).length === 0)).toEqual([]);
});

test('an exception that can’t be read doesn’t affect the other exceptions', () => {
  const read = readAsFile(
    calendar(
      ...event(
        'Class',
        'DTSTART:20261201T090000Z',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE:20261232T090000Z,20261202T090000Z',
      ),
    ),
  );
  expect(datesOf(read)).toEqual({ Class: ['2026-12-01T09:00Z 0m', '2026-12-03T09:00Z 0m'] });
  expect(namedIn(read, 'Class')).toEqual(['Dates of a series that can’t be read']);
});

test('lines outside of the events are ignored', () => {
  const text = [
    'Downloaded today',
    'BEGIN:VCALENDAR',
    'BEGIN:VFREEBUSY',
    'ORGANIZER;CN=Desk',
    'END:VFREEBUSY',
    ...GOOD,
    'Exported by a script',
    'END:VEVENT',
    ...event('Lesson', 'DTSTART:20261211T150000Z', 'DTEND:20261211T154500Z'),
    'END:VCALENDAR',
    'X-COMMENT:copy',
    ...event('After the end', 'DTSTART:20261212T150000Z'),
  ].join('\n');
  expect(datesOf(readAsFile(text, 'x.ics'))).toEqual({
    Fine: GOOD_DATES,
    Lesson: ['2026-12-11T15:00Z 45m'],
    'After the end': ['2026-12-12T15:00Z 0m'],
  });
});

/** The lines of a valid calendar file. One of the lines is folded. */
const LINES = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'SUMMARY:Tea with ',
  ' Ada',
  'DTSTART:20261211T150000Z',
  'END:VEVENT',
  'END:VCALENDAR',
];
const TEA = { 'Tea with Ada': ['2026-12-11T15:00Z 0m'] };

test.each([
  ['a space before its first line', [` ${LINES[0]}`, ...LINES.slice(1)]],
  ['a tab before its first line', [`\t${LINES[0]}`, ...LINES.slice(1)]],
  ['a byte order mark and a space first', [`\uFEFF ${LINES[0]}`, ...LINES.slice(1)]],
  ['a line and a space first', ['Downloaded today', ` ${LINES[0]}`, ...LINES.slice(1)]],
  ['four spaces before each line', LINES.map((line) => `    ${line}`)],
  ['a tab before each line', LINES.map((line) => `\t${line}`)],
  ['a line first and a space before each line', ['Fwd:', ...LINES.map((line) => ` ${line}`)]],
])('a calendar with %s is read', (_, lines) => {
  for (const text of [lines.join('\n'), lines.join('\r\n')])
    expect(datesOf(readAsFile(text))).toEqual(TEA);
});

test('a calendar in UTF-16 with a space before each line is read', () => {
  const text = `\uFEFF${LINES.map((line) => ` ${line}`).join('\r\n')}`;
  const bytes = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
  expect(datesOf(readAsFile(bytes))).toEqual(TEA);
});

test.each([
  'BEGIN:VCALENDAR and more\nBEGIN:VEVENT\nDTSTART:20261211T150000Z\nEND:VEVENT\nEND:VCALENDAR',
  'BEGIN:VCALENDAR\n  BEGIN:VEVENT\n    DTSTART:20261211T150000Z\n  END:VEVENT\nEND:VCALENDAR',
])('a calendar whose beginning can’t be read is refused as damaged: %j', (text) => {
  expect(() => readAsFile(text)).toThrow('This calendar file is damaged.');
});

test('a damaged calendar beside others in a zip is reported', () => {
  const fine = calendar(...GOOD);
  const bytes = zipSync({ 'a.ics': bytesOf(fine), 'b.ics': bytesOf('BEGIN:VCALENDAR and more') });
  const read = readAsFile(bytes, 'x.zip');
  expect(datesOf(read)).toEqual({ Fine: GOOD_DATES });
  expect(read.notTakenOver.map(({ field }) => field)).toContain('Damaged calendars');
});

test('a file that ends inside an event loses only this event', () => {
  const read = readAsFile(`BEGIN:VCALENDAR\n${GOOD.join('\n')}\nBEGIN:VEVENT\nSUMMARY:Cut\nDTSTA`);
  expect(datesOf(read)).toEqual({ Fine: GOOD_DATES });
  expect(namedIn(read, 'Cut')).toEqual(['Damaged events']);
});

test('a parameter with an unclosed quote affects only its own line', () => {
  const lines = ['ATTENDEE;CN="Ada:mailto:a@b.c', 'DTSTART:20261211T150000Z'];
  expect(datesIn([...GOOD, ...event('Lesson', ...lines)])).toEqual({
    Fine: GOOD_DATES,
    Lesson: ['2026-12-11T15:00Z 0m'],
  });
});

test('a line that is folded inside a letter keeps that letter', () => {
  const [before = '', after = ''] = 'SUMMARY:Törtchen 🎈'.split('rt');
  const bytes = bytesOf(
    calendar('BEGIN:VEVENT', `${before}rt${after}`, 'DTSTART:20261212', 'END:VEVENT'),
  );
  const folded = ['ö', '🎈'].reduce<Uint8Array>((whole, letter) => {
    const at = Buffer.from(whole).indexOf(letter) + 1;
    return Buffer.concat([whole.subarray(0, at), bytesOf('\r\n '), whole.subarray(at)]);
  }, bytes);
  expect(Object.keys(datesOf(readAsFile(folded)))).toEqual(['Törtchen 🎈']);
});

test('a damaged letter leaves the other letters as they are', () => {
  const bytes = Buffer.from(calendar(...event('Süße Äpfel?', 'DTSTART:20261212')));
  bytes[bytes.indexOf('?')] = 0xff;
  expect(Object.keys(datesOf(readAsFile(new Uint8Array(bytes))))).toEqual(['Süße Äpfel\uFFFD']);
});

test('a folded calendar in UTF-16 is read', () => {
  const text = calendar(...event('Süße Äp\r\n fel', 'DTSTART:20261212'));
  const bytes = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  expect(Object.keys(datesOf(readAsFile(bytes)))).toEqual(['Süße Äpfel']);
});

test('all calendars of a zip are read', () => {
  const files = ['Work', 'Home', 'Club'].map((title, index) => [
    `calendars/${title}.ics`,
    bytesOf(calendar(...event(title, `DTSTART:2026121${index}T090000Z`))),
  ]);
  const zip = zipSync({
    ...(Object.fromEntries(files) as Record<string, Uint8Array>),
    'readme.csv': bytesOf('a,b\n1,2\n'),
  });
  expect(datesOf(readAsFile(zip, 'x.zip'))).toEqual({
    Work: ['2026-12-10T09:00Z 0m'],
    Home: ['2026-12-11T09:00Z 0m'],
    Club: ['2026-12-12T09:00Z 0m'],
  });
});

test('a zone of one calendar in a zip doesn’t apply to another calendar', () => {
  const meeting = (title: string) => event(title, 'DTSTART;TZID=Office:20261210T090000');
  const zip = zipSync({
    'a.ics': bytesOf(calendar(...zone('Office'), ...meeting('Here'))),
    'b.ics': bytesOf(calendar(...meeting('There'))),
  });
  expect(datesOf(readAsFile(zip, 'x.zip', { timeZone: 'Asia/Tokyo' }))).toEqual({
    Here: ['2026-12-10T08:00Z 0m'],
    There: ['2026-12-10T00:00Z 0m'],
  });
});

const noteOf = (...lines: string[]) =>
  readAsFile(calendar(...event('Pool', 'DTSTART:20261213T090000Z', ...lines))).records.notes[0]
    ?.content;

test('a description in HTML becomes Markdown', () => {
  const html =
    '<p>Bring:</p><ul><li>Towel</li><li>Cap</li></ul><p>See <a href="https://example.com/pool">the pool</a>.</p>';
  expect(noteOf(`DESCRIPTION:${html}`)).toBe(
    'Bring:\n\n- Towel\n- Cap\n\nSee [the pool](https://example.com/pool).',
  );
});

test.each([
  '1 < 2 and 5 > 3',
  'a<b and c>d',
  'x<y>z',
  'Ask Ada <ada@example.com>',
  'See <https://example.com/a>',
  'I <3 pools',
  'List<String> of names',
])('the description “%s” stays as it is', (text) => {
  expect(noteOf(`DESCRIPTION:${text}`)).toBe(text);
});

test('the lines of a description with a bold word stay lines', () => {
  expect(noteOf('DESCRIPTION:Bring <b>both</b>:\\nTowel\\nCap')).toBe(
    'Bring **both**:\nTowel\nCap',
  );
});

test('angle brackets that aren’t tags stay in an HTML description', () => {
  expect(noteOf('DESCRIPTION:<p>If 1 < 2 and 5 > 3, ask <b>Ada</b></p>')).toBe(
    'If 1 < 2 and 5 > 3, ask **Ada**',
  );
});

test('a description that exists only in HTML is kept', () => {
  const html = 'X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Bring a towel</p></body></html>';
  expect(noteOf(html)).toBe('Bring a towel');
  expect(noteOf('DESCRIPTION:Bring a cap', html)).toBe('Bring a cap');
});

test('two events with one UID that start at different times are both read', () => {
  expect(
    datesIn([
      ...event('First', 'UID:same', 'DTSTART:20261201T090000Z'),
      ...event('Second', 'UID:same', 'DTSTART:20261202T090000Z'),
    ]),
  ).toEqual({ First: ['2026-12-01T09:00Z 0m'], Second: ['2026-12-02T09:00Z 0m'] });
});
