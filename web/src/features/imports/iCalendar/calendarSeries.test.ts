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

/** Returns the days of the month on which an event has its dates. The event starts on December 1 at 9:00 UTC. */
const december = (...lines: string[]) =>
  (datesIn(event('Class', 'DTSTART:20261201T090000Z', ...lines)).Class ?? []).map((date) =>
    Number(date.slice(8, 10)),
  );

/** Three dates by a rule that Daymark can't express. */
const GYM = ['UID:gym', 'DTSTART:20261201T170000Z', 'RRULE:FREQ=HOURLY;INTERVAL=168;COUNT=3'];
const GYM_DATES = ['2026-12-01T17:00Z 0m', '2026-12-08T17:00Z 0m', '2026-12-15T17:00Z 0m'];

test('an event whose rule never has a date keeps its start', () => {
  for (const rule of [
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYYEARDAY=366;BYMONTH=3',
    'FREQ=SECONDLY;BYHOUR=3;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=DAILY;BYHOUR=3;BYSETPOS=2',
  ]) {
    const read = readAsFile(
      calendar(...GOOD, ...event('Party', 'DTSTART:20261208T070000Z', `RRULE:${rule}`)),
    );
    expect(datesOf(read)).toEqual({ Fine: GOOD_DATES, Party: ['2026-12-08T07:00Z 0m'] });
    expect(namedIn(read, 'Party')).toEqual(['Repeats that Daymark can’t follow']);
  }
});

test.each([
  'FREQ=MONTHLY;BYYEARDAY=100',
  'FREQ=WEEKLY;BYMONTHDAY=3',
  'FREQ=MONTHLY;BYWEEKNO=2',
  'FREQ=WEEKLY;BYDAY=2MO',
  'FREQ=YEARLY;BYWEEKNO=2;BYDAY=2MO',
  'FREQ=DAILY;BYSETPOS=1',
  'RSCALE=CHINESE;FREQ=YEARLY',
  'FREQ=YEARLY;BYEASTER=0',
  'FREQ=YEARLY;SKIP=FORWARD',
  'FREQ=DAILY;X-SPECIAL=1',
  'FREQ=FORTNIGHTLY',
  'INTERVAL=2',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;COUNT=-1',
  'FREQ=DAILY;COUNT=x',
  'FREQ=DAILY;UNTIL=20260231T000000Z',
  'FREQ=DAILY;BYMONTH=13',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=WEEKLY;BYDAY=',
  'FREQ=DAILY;FREQ=WEEKLY',
  '',
])('the rule “%s” gives only the first date', (rule) => {
  const read = readAsFile(
    calendar(...GOOD, ...event('Tax', 'DTSTART:20261209T070000Z', `RRULE:${rule}`)),
  );
  expect(datesOf(read)).toEqual({ Fine: GOOD_DATES, Tax: ['2026-12-09T07:00Z 0m'] });
  expect(namedIn(read, 'Tax')).toEqual(['Repeats that Daymark can’t follow']);
});

test('five thousand events whose rules never have a date are all read', () => {
  const rule = 'RRULE:FREQ=SECONDLY;BYHOUR=3;BYMONTH=2;BYMONTHDAY=30';
  const events = Array.from({ length: 5_000 }, (_, index) =>
    event(`Party ${index}`, 'DTSTART:20261208T070000Z', rule),
  );
  expect(Object.keys(datesIn(events.flat()))).toHaveLength(5_000);
});

test.each([
  ['a day', 'EXDATE:20261202', [1, 3, 4]],
  ['a day, marked as a date', 'EXDATE;VALUE=DATE:20261202', [1, 3, 4]],
  ['the same moment in UTC', 'EXDATE:20261202T090000Z', [1, 3, 4]],
  ['the same moment in another zone', 'EXDATE;TZID=Asia/Tokyo:20261202T180000', [1, 3, 4]],
  ['a list', 'EXDATE:20261202T090000Z,20261203T090000Z', [1, 4]],
  ['another moment', 'EXDATE:20261202T100000Z', [1, 2, 3, 4]],
  ['another moment and then one of its own', 'EXDATE:20261130T090000Z,20261203T090000Z', [1, 2, 4]],
  ['the same date twice', 'EXDATE:20261202T090000Z,20261202T090000Z', [1, 3, 4]],
])('an exception that is %s hides only the dates that it names', (_, line, days) => {
  expect(december('RRULE:FREQ=DAILY;COUNT=4', line)).toEqual(days);
});

test('exceptions by a rule remove the dates that they match', () => {
  expect(december('RRULE:FREQ=DAILY;COUNT=6', 'EXRULE:FREQ=DAILY;INTERVAL=2')).toEqual([2, 4, 6]);
});

test('exceptions by a rule that takes too long to follow are reported', () => {
  const rules = ['RRULE:FREQ=DAILY', 'EXRULE:FREQ=MINUTELY;BYHOUR=9;BYMINUTE=0'];
  const read = readAsFile(calendar(...event('Class', 'DTSTART:20261201T090000Z', ...rules)));
  expect(namedIn(read, 'Class')).toContain('Exceptions that Daymark can’t follow');
});

test('a weekday that a rule lists many times counts once', () => {
  const days = Array.from({ length: 50_000 }, () => 'MO').join();
  const begin = `DTSTART:19000101T090000Z`;
  const read = datesIn(event('Class', begin, `RRULE:FREQ=DAILY;BYDAY=${days}`));
  expect(read.Class?.[0]).toBe(
    datesIn(event('Class', begin, 'RRULE:FREQ=DAILY;BYDAY=MO')).Class?.[0],
  );
});

test.each([
  ['UNTIL=20261203', [1, 2, 3]],
  ['UNTIL=20261203T090000Z', [1, 2, 3]],
  ['UNTIL=20261203T085959Z', [1, 2]],
  ['UNTIL=20261203T090000', [1, 2, 3]],
  ['UNTIL=2026-12-03', [1, 2, 3]],
])('a rule with %s ends there', (until, days) => {
  expect(december(`RRULE:FREQ=DAILY;${until}`)).toEqual(days);
});

test('a rule’s end without a zone is in the event’s zone', () => {
  const call = (until: string) =>
    datesIn([
      ...event(
        'Call',
        'DTSTART;TZID=America/New_York:20261202T110000',
        `RRULE:FREQ=WEEKLY;UNTIL=${until}`,
      ),
    ]).Call?.length;
  expect([call('20261216T110000'), call('20261216T105900'), call('20261216T160000Z')]).toEqual([
    3, 2, 3,
  ]);
});

test('a rule that ends before it begins has no date', () => {
  const read = readAsFile(
    calendar(...event('Gone', 'DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY;UNTIL=20261101')),
  );
  expect(datesOf(read)).toEqual({});
  expect(namedIn(read, 'Gone')).toEqual(['Series without an event in this period']);
});

test('a change replaces the date that it names, whatever its zone or form', () => {
  const choir = [
    'UID:choir',
    'DTSTART;TZID=Europe/Berlin:20261203T190000',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=3',
  ];
  for (const id of [
    'RECURRENCE-ID:20261210T180000Z',
    'RECURRENCE-ID;TZID=Europe/Berlin:20261210T190000',
    'RECURRENCE-ID;TZID=Asia/Tokyo:20261211T030000',
    'RECURRENCE-ID:20261210T190000',
    'RECURRENCE-ID;VALUE=DATE:20261210',
  ])
    expect(
      datesIn([
        ...event('Choir', ...choir),
        ...event('Hall', 'UID:choir', id, 'DTSTART:20261211T190000Z', 'DURATION:PT2H'),
      ]),
    ).toEqual({
      Choir: ['2026-12-03T18:00Z 60m', '2026-12-17T18:00Z 60m'],
      Hall: ['2026-12-11T19:00Z 120m'],
    });
});

test('a change of a date that the series doesn’t have is an event of its own', () => {
  expect(
    datesIn([
      ...event('Gym', 'UID:gym', 'DTSTART:20261201T170000Z', 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...event('Park', 'UID:gym', 'RECURRENCE-ID:20261208T160000Z', 'DTSTART:20261209T190000Z'),
    ]),
  ).toEqual({
    Gym: ['2026-12-01T17:00Z 0m', '2026-12-08T17:00Z 0m', '2026-12-15T17:00Z 0m'],
    Park: ['2026-12-09T19:00Z 0m'],
  });
});

test('changes of a series that can’t be read are events of their own', () => {
  const read = readAsFile(
    calendar(
      ...event('Gym', 'UID:gym', 'DTSTART:20261301', 'RRULE:FREQ=WEEKLY'),
      ...event('Park', 'UID:gym', 'RECURRENCE-ID:20261208T160000Z', 'DTSTART:20261209T190000Z'),
    ),
  );
  expect(datesOf(read)).toEqual({ Park: ['2026-12-09T19:00Z 0m'] });
  expect(namedIn(read, 'Gym')).toEqual(['Events whose start can’t be read']);
});

test('a change that can’t be read leaves its date as it was', () => {
  const read = readAsFile(
    calendar(
      ...event('Gym', 'UID:gym', 'DTSTART:20261201T170000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...event('Park', 'UID:gym', 'RECURRENCE-ID:20261208T170000Z', 'DTSTART:later'),
    ),
  );
  expect(datesOf(read)).toEqual({ Gym: ['2026-12-01T17:00Z 0m', '2026-12-08T17:00Z 0m'] });
  expect(namedIn(read, 'Park')).toEqual(['Events whose start can’t be read']);
});

test('a canceled date of a rule that Daymark can’t express is left out and reported', () => {
  const read = readAsFile(
    calendar(
      ...event('Gym', ...GYM),
      ...event('Gym off', 'UID:gym', 'RECURRENCE-ID:20261208T170000Z', 'STATUS:CANCELLED'),
    ),
  );
  expect(datesOf(read)).toEqual({ Gym: [GYM_DATES[0], GYM_DATES[2]] });
  expect(namedIn(read, 'Gym off')).toEqual(['Canceled events']);
});

const read = (...lines: string[][]) => readAsFile(calendar(...lines.flat()));

test.each(['20281208T170000Z', '20200101T170000Z'])(
  'a date that is moved to %s, outside the range, is reported',
  (start) => {
    const moved = ['UID:gym', 'RECURRENCE-ID:20261208T170000Z', `DTSTART:${start}`];
    const found = read(event('Gym', ...GYM), event('Park', ...moved));
    expect(datesOf(found)).toEqual({ Gym: [GYM_DATES[0], GYM_DATES[2]] });
    expect(namedIn(found, 'Park')).toEqual([
      'Dates of a series that were moved outside this period',
    ]);
  },
);

test('dates that a change of all later dates moves out of the range are reported', () => {
  const id = 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261208T170000Z';
  const moved = ['UID:gym', id, 'DTSTART:20291208T170000Z'];
  const found = read(event('Gym', ...GYM), event('Park', ...moved));
  expect(datesOf(found)).toEqual({ Gym: [GYM_DATES[0]] });
  expect(namedIn(found, 'Park')).toEqual(['Dates of a series that were moved outside this period']);
});

test('a change of a date that was never in the range is not reported', () => {
  const found = read(
    event('Gym', 'UID:gym', 'DTSTART:20190101T170000Z', 'RRULE:FREQ=WEEKLY'),
    event('Park', 'UID:gym', 'RECURRENCE-ID:20190108T170000Z', 'DTSTART:20190109T170000Z'),
  );
  expect(datesOf(found).Gym).toHaveLength(105);
  expect(namedIn(found, 'Park')).toEqual([]);
});

test('a newer change of a date replaces an older one', () => {
  const id = ['UID:gym', 'RECURRENCE-ID:20261208T170000Z'];
  const found = read(
    event('Gym', ...GYM),
    event('Pool', ...id, 'SEQUENCE:2', 'DTSTART:20261210T170000Z'),
    event('Park', ...id, 'SEQUENCE:1', 'DTSTART:20261209T170000Z'),
  );
  expect(datesOf(found)).toEqual({
    Gym: [GYM_DATES[0], GYM_DATES[2]],
    Pool: ['2026-12-10T17:00Z 0m'],
  });
  expect(namedIn(found, 'Park')).toEqual(['Older versions of an event']);
});

test('a change that a file contains twice is not reported', () => {
  const park = ['UID:gym', 'RECURRENCE-ID:20261208T170000Z', 'DTSTART:20261209T170000Z'];
  const found = read(event('Gym', ...GYM), event('Park', ...park), event('Park', ...park));
  expect(datesOf(found).Park).toEqual(['2026-12-09T17:00Z 0m']);
  expect(namedIn(found, 'Park')).toEqual([]);
});

test('a change with its own rule gives only its first date', () => {
  const park = ['UID:gym', 'RECURRENCE-ID:20261208T170000Z', 'DTSTART:20261209T170000Z'];
  const found = read(event('Gym', ...GYM), event('Park', ...park, 'RRULE:FREQ=DAILY;COUNT=2'));
  expect(datesOf(found).Park).toEqual(['2026-12-09T17:00Z 0m']);
  expect(namedIn(found, 'Park')).toEqual(['Repeats that Daymark can’t follow']);
});

test('the changes of a canceled series are reported', () => {
  const found = read(
    event('Gym', ...GYM, 'STATUS:CANCELLED'),
    event('Park', 'UID:gym', 'RECURRENCE-ID:20261208T170000Z', 'DTSTART:20261209T170000Z'),
  );
  expect(datesOf(found)).toEqual({});
  expect(namedIn(found, 'Gym')).toEqual(['Canceled events']);
  expect(namedIn(found, 'Park')).toEqual(['Canceled events']);
});

test('two events with one UID and one start but different titles are both read', () => {
  const found = read(
    event('Tea', 'UID:one', 'DTSTART:20261201T090000Z'),
    event('Cake', 'UID:one', 'DTSTART:20261201T090000Z'),
  );
  expect(datesOf(found)).toEqual({ Tea: ['2026-12-01T09:00Z 0m'], Cake: ['2026-12-01T09:00Z 0m'] });
});

test('two events of Daymark with one UID get different ids', () => {
  const found = read(
    event('Tea', 'UID:7@daymark.app', 'DTSTART:20261201T090000Z'),
    event('Cake', 'UID:7@daymark.app', 'DTSTART:20261201T090000Z'),
  );
  const ids = found.records.events.map(({ id }) => id);
  expect(ids[0]).toBe(7);
  expect(new Set(ids).size).toBe(2);
});

test('an event replaces an earlier one with the same UID, start and title', () => {
  const tea = ['UID:one', 'DTSTART:20261201T090000Z'];
  const found = read(event('Tea', ...tea, 'DURATION:PT1H'), event('Tea', ...tea, 'DURATION:PT2H'));
  expect(datesOf(found)).toEqual({ Tea: ['2026-12-01T09:00Z 120m'] });
  expect(namedIn(found, 'Tea')).toEqual(['Older versions of an event']);
});

test('an event that a file contains twice is read once', () => {
  const tea = event('Tea', 'UID:one', 'DTSTART:20261201T090000Z');
  expect(datesOf(read(tea, tea))).toEqual({ Tea: ['2026-12-01T09:00Z 0m'] });
  expect(namedIn(read(tea, tea), 'Tea')).toEqual([]);
});

test.each([
  ['a moment', '20261211T100000Z', '20261211T120000Z'],
  ['a day', '20261211', '20261211T120000Z'],
])(
  'a change that names %s of the second series with its UID belongs to that series',
  (_, id, to) => {
    const found = read(
      event('Ward', 'UID:w', 'DTSTART:20261202T080000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      event('Round', 'UID:w', 'DTSTART:20261204T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      event('Late', 'UID:w', `RECURRENCE-ID:${id}`, `DTSTART:${to}`),
    );
    expect(datesOf(found)).toEqual({
      Ward: ['2026-12-02T08:00Z 0m', '2026-12-09T08:00Z 0m'],
      Round: ['2026-12-04T10:00Z 0m'],
      Late: ['2026-12-11T12:00Z 0m'],
    });
  },
);

test('a canceled date of the second of two series with the same UID is left out', () => {
  const found = read(
    event('Ward', 'UID:w', 'DTSTART:20261202T080000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'),
    event('Days', 'UID:w', 'DTSTART;VALUE=DATE:20261204', 'RRULE:FREQ=WEEKLY;COUNT=2'),
    event('Off', 'UID:w', 'RECURRENCE-ID;VALUE=DATE:20261211', 'STATUS:CANCELLED'),
  );
  expect(datesOf(found).Days).toEqual(['2026-12-04..2026-12-05']);
  expect(datesOf(found).Ward).toHaveLength(2);
});

test('a change of this and all later dates moves all of these dates', () => {
  expect(
    datesIn([
      ...event('Gym', 'UID:gym', 'DTSTART:20261201T170000Z', 'RRULE:FREQ=WEEKLY;COUNT=4'),
      ...event(
        'Park',
        'UID:gym',
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261215T170000Z',
        'DTSTART:20261216T180000Z',
        'DURATION:PT1H',
      ),
    ]),
  ).toEqual({
    Gym: ['2026-12-01T17:00Z 0m', '2026-12-08T17:00Z 0m'],
    Park: ['2026-12-16T18:00Z 60m', '2026-12-23T18:00Z 60m'],
  });
});

test('an all-day series matches exceptions, changes and added dates by day, whatever their form', () => {
  const office = zone('W. Europe Standard Time');
  const bins = ['UID:bins', 'DTSTART;VALUE=DATE:20261207', 'RRULE:FREQ=DAILY;COUNT=4'];
  for (const at of [
    ';TZID=W. Europe Standard Time:20261209T000000',
    ':20261208T230000Z',
    ':20261209T000000Z',
    ':20261209T000000',
    ':20261209',
  ]) {
    expect(datesIn([...office, ...event('Bins', ...bins, `EXDATE${at}`)]).Bins).toEqual([
      '2026-12-07..2026-12-08',
      '2026-12-08..2026-12-09',
      '2026-12-10..2026-12-11',
    ]);
    const moved = ['UID:bins', `RECURRENCE-ID${at}`, 'DTSTART;VALUE=DATE:20261220'];
    expect(
      datesIn([...office, ...event('Bins', ...bins), ...event('Bins', ...moved)]).Bins,
    ).toEqual([
      '2026-12-07..2026-12-08',
      '2026-12-08..2026-12-09',
      '2026-12-10..2026-12-11',
      '2026-12-20..2026-12-21',
    ]);
    const extra = event('Bins', 'DTSTART;VALUE=DATE:20261207', `RDATE${at}`);
    expect(datesIn([...office, ...extra]).Bins).toEqual([
      '2026-12-07..2026-12-08',
      '2026-12-09..2026-12-10',
    ]);
  }
});

test('an all-day series ends on the day that its UNTIL has in the file’s zone', () => {
  for (const until of ['20261210', '20261209T230000Z', '20261210T000000Z', '20261210T235959'])
    expect(
      datesIn([
        ...zone('W. Europe Standard Time'),
        ...event('Week', 'DTSTART;VALUE=DATE:20261207', `RRULE:FREQ=DAILY;UNTIL=${until}`),
      ]).Week?.at(-1),
    ).toBe('2026-12-10..2026-12-11');
});

test.each(['Europe/Berlin', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati', 'UTC'])(
  'an all-day series ends on the day that is written in its UNTIL for a person in %s',
  (timeZone) => {
    const lastOf = (rule: string) =>
      datesIn(
        event('Week', 'DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202', `RRULE:${rule}`),
        timeZone,
      ).Week?.at(-1);
    expect([
      lastOf('FREQ=DAILY;UNTIL=20261203T235959Z'),
      lastOf('FREQ=DAILY;UNTIL=20261203T235900Z'),
      lastOf('FREQ=WEEKLY;UNTIL=20261207T235959Z'),
      lastOf('FREQ=DAILY;UNTIL=20261203T235959-0330'),
      lastOf('FREQ=DAILY;UNTIL=20261203T000000Z'),
    ]).toEqual([
      '2026-12-03..2026-12-04',
      '2026-12-03..2026-12-04',
      '2026-12-01..2026-12-02',
      '2026-12-03..2026-12-04',
      '2026-12-03..2026-12-04',
    ]);
  },
);

test('an all-day series that ends at the end of a day in its file’s zone ends on that day', () => {
  for (const until of ['20261210T225959Z', '20261210T225900Z'])
    expect(
      datesIn(
        [
          ...zone('W. Europe Standard Time'),
          ...event('Week', 'DTSTART;VALUE=DATE:20261207', `RRULE:FREQ=DAILY;UNTIL=${until}`),
        ],
        'Asia/Tokyo',
      ).Week?.at(-1),
    ).toBe('2026-12-10..2026-12-11');
});

test.each(['Europe/Berlin', 'Asia/Tokyo', 'America/New_York'])(
  'an all-day event that ends at the end of a day includes that day for a person in %s',
  (timeZone) => {
    for (const end of ['20261204T235959Z', '20261204T235959', '20261205T000000Z'])
      expect(
        datesIn(event('Fair', 'DTSTART;VALUE=DATE:20261203', `DTEND:${end}`), timeZone),
      ).toEqual({ Fair: ['2026-12-03..2026-12-05'] });
  },
);

test('a date that is both in a rule and in a list counts once', () => {
  expect(
    december(
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'RDATE:20261208T090000Z,20261210T090000Z',
      'RDATE:20261210',
    ),
  ).toEqual([1, 8, 10, 15]);
});

test('a listed date may have its own end or length', () => {
  const lines = [
    'DTSTART:20261201T090000Z',
    'DURATION:PT1H',
    'RDATE;VALUE=PERIOD:20261203T090000Z/20261203T113000Z,20261204T090000Z/PT45M',
  ];
  expect(datesIn(event('Class', ...lines)).Class).toEqual([
    '2026-12-01T09:00Z 60m',
    '2026-12-03T09:00Z 150m',
    '2026-12-04T09:00Z 45m',
  ]);
});

test('the dates of two rules all count', () => {
  expect(
    december('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3', 'RRULE:FREQ=WEEKLY;BYDAY=TH,TU;COUNT=3'),
  ).toEqual([1, 3, 8, 15]);
});

test.each([
  [
    '20261031',
    'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;COUNT=4',
    '10-31 11-30 12-31 01-31',
  ],
  ['20261030', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', '10-30 11-30 12-31'],
  ['20260106', 'FREQ=YEARLY;BYWEEKNO=2;BYDAY=TU', '01-06 01-12'],
  ['20260106', 'FREQ=YEARLY;BYWEEKNO=2', '01-06 01-12'],
  ['20261227', 'FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU;COUNT=2', '12-27 01-03'],
  ['20261031', 'FREQ=MONTHLY;COUNT=3', '10-31 12-31 01-31'],
  ['20261130', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', '11-30 12-31 01-31'],
  ['20261127', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', '11-27 12-25 01-29'],
  ['20261113', 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=2', '11-13 08-13'],
  ['20261126', 'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=2', '11-26 11-25'],
  ['20261126', 'FREQ=YEARLY;BYDAY=-1TH;COUNT=2', '11-26 12-31'],
  ['20261201', 'FREQ=YEARLY;BYYEARDAY=-1,1;COUNT=3', '12-01 12-31 01-01'],
  ['20261203', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TH;WKST=MO;COUNT=3', '12-03 12-06 12-17'],
  ['20261203', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TH;WKST=SU;COUNT=3', '12-03 12-13 12-17'],
  ['20261201', 'FREQ=DAILY;INTERVAL=10;COUNT=3', '12-01 12-11 12-21'],
  ['20240229', 'FREQ=YEARLY;COUNT=2', ''],
])('from %s the rule %s has the dates %s', (start, rule, dates) => {
  const days = datesIn(event('Class', `DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`)).Class ?? [];
  expect(days.map((day) => day.slice(5, 10)).join(' ')).toBe(dates);
});

test.each([
  ['FREQ=WEEKLY;BYDAY=MO;COUNT=3', [1, 7, 14]],
  ['FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261209', [1, 2, 7, 9]],
  ['FREQ=WEEKLY;BYDAY=MO;COUNT=1', [1]],
  ['FREQ=WEEKLY;BYDAY=TU;COUNT=2', [1, 8]],
  ['FREQ=MONTHLY;BYMONTHDAY=3,5;BYSETPOS=-1;COUNT=2', [1, 5]],
  ['FREQ=DAILY;BYHOUR=12;COUNT=3', [1, 1, 2]],
  ['FREQ=HOURLY;INTERVAL=24;BYHOUR=10;UNTIL=20261201T235959Z', [1]],
])('a start on December 1 at 9:00 is the first date of the rule %s', (rule, days) => {
  expect(december(`RRULE:${rule}`)).toEqual(days);
});

test('a start that is an exception still counts toward COUNT', () => {
  expect(december('RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3', 'EXDATE:20261201T090000Z')).toEqual([
    7, 14,
  ]);
});

test('a start that matches one of two rules doesn’t count toward the other rule’s COUNT', () => {
  expect(
    december('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=2'),
  ).toEqual([1, 2, 8, 9]);
});

test('a start that matches neither of two rules is a date of the series', () => {
  expect(
    december('RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=2'),
  ).toEqual([1, 2, 7, 9, 14]);
});

test('a start that doesn’t match its rule can be changed like any other date', () => {
  const found = read(
    event('Gym', 'UID:gym', 'DTSTART:20261201T170000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2'),
    event('Park', 'UID:gym', 'RECURRENCE-ID:20261201T170000Z', 'DTSTART:20261202T170000Z'),
  );
  expect(datesOf(found)).toEqual({ Gym: ['2026-12-07T17:00Z 0m'], Park: ['2026-12-02T17:00Z 0m'] });
});

test('a start after the range that is the only date of its rule is read', () => {
  const lines = ['DTSTART:20280104T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=1'];
  const [far, ...others] = readAsFile(calendar(...event('Far', ...lines))).records.events;
  expect(far?.start).toBe('2028-01-04T09:00:00+00:00');
  expect(others).toEqual([]);
});

test('a start that doesn’t match its rule counts toward COUNT even long before the range', () => {
  const lines = ['DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=YEARLY;BYMONTH=12;COUNT=7'];
  expect(datesIn(event('Old', ...lines)).Old).toEqual(['2025-12-01..2025-12-02']);
});

test('a yearly rule on February 29 has dates in leap years only', () => {
  const text = calendar(...event('Leap', 'DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY'));
  const read = readAsFile(text, 'x.ics', { now: new Date('2027-11-25T10:00:00Z') });
  expect(datesOf(read)).toEqual({ Leap: ['2028-02-29..2028-03-01'] });
});

test('a rule that began long ago is read from where the range begins', () => {
  const days = datesIn(
    event('Old', 'DTSTART;VALUE=DATE:16010101', 'RRULE:FREQ=DAILY;INTERVAL=100'),
  ).Old;
  expect([days?.length, days?.[0]]).toEqual([8, '2025-12-04..2025-12-05']);
});

test.each([
  ['a rule that Daymark can’t express', 'FREQ=HOURLY;INTERVAL=24;COUNT=3', 480],
  ['a series of Daymark, whose end keeps its clock time', 'FREQ=DAILY;COUNT=3', 540],
])('a night on which the clocks change has the length of %s', (_, rule, minutes) => {
  const lines = ['DTSTART;TZID=Europe/Berlin:20261023T220000', `RRULE:${rule}`];
  const night = event('Watch', ...lines, 'DTEND;TZID=Europe/Berlin:20261024T060000');
  expect(datesIn(night).Watch?.[1]).toMatch(new RegExp(` ${minutes}m$`));
});
