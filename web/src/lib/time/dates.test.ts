import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dateSettings } from './dateSettings';
import {
  addDays,
  addMonths,
  clockHour,
  dateRange,
  dayOfMonth,
  daysBetween,
  daysLater,
  fullDate,
  greeting,
  hourText,
  isLocalDay,
  localDay,
  localInstant,
  longDate,
  longDateOf,
  minutesAfterMidnight,
  monthDay,
  monthName,
  personsDay,
  shortDate,
  shortWeekday,
  startOfDay,
  startOfPersonsDay,
  startOfWeek,
  timeOfDayText,
  timeOnDay,
  timeText,
  weekdayDate,
  weekdayDateOf,
  weekdayName,
  weekdayOf,
} from './dates';

afterEach(() => dateSettings.set(DEFAULT_DATES));

const hours = (day: string) =>
  (startOfDay(addDays(day, 1)).getTime() - startOfDay(day).getTime()) / 3_600_000;

it.each([
  ['America/Los_Angeles', '2026-03-08', 23],
  ['America/Los_Angeles', '2026-11-01', 25],
  ['America/Los_Angeles', '2026-11-20', 24],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Asia/Kolkata', '2026-03-08', 24],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  // The clocks change at midnight, so the day begins at 1:00.
  ['Africa/Cairo', '2026-04-24', 23],
])('in %s %s has %d hours', (tz, day, expected) => {
  vi.stubEnv('TZ', tz);
  expect(hours(day)).toBe(expected);
  expect(localDay(startOfDay(day))).toBe(day);
});

describe('a person’s day', () => {
  const endsAt = (dayEndMinutes: number) => dateSettings.set({ ...DEFAULT_DATES, dayEndMinutes });
  const ZONES = [
    'America/New_York',
    'Europe/Berlin',
    'Africa/Cairo',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ];
  /** Days on which clocks change somewhere, and an ordinary one. */
  const DAYS = [
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-04-24',
    '2026-10-25',
    '2026-11-01',
    '2026-11-20',
  ];

  it('is the calendar’s day if it ends at midnight', () => {
    expect(personsDay(timeOnDay('2026-11-20', 0))).toBe('2026-11-20');
    expect(startOfPersonsDay('2026-11-20')).toEqual(startOfDay('2026-11-20'));
  });

  it('goes on after midnight until it ends', () => {
    endsAt(120);
    const days = [119, 120, 23 * 60].map((minute) => personsDay(timeOnDay('2026-11-20', minute)));
    expect(days).toEqual(['2026-11-19', '2026-11-20', '2026-11-20']);
  });

  it.each(ZONES)('has no gap and no overlap in %s, when the clocks change too', (zone) => {
    vi.stubEnv('TZ', zone);
    for (const minutes of [0, 60, 120, 180, 240]) {
      endsAt(minutes);
      for (const day of DAYS.flatMap((one) => [addDays(one, -1), one])) {
        const [from, to] = [startOfPersonsDay(day), startOfPersonsDay(addDays(day, 1))];
        for (let ms = from.getTime(); ms < to.getTime(); ms += 15 * 60_000)
          expect(personsDay(new Date(ms))).toBe(day);
        expect(personsDay(new Date(from.getTime() - 1))).toBe(addDays(day, -1));
        expect(personsDay(new Date(to.getTime() - 1))).toBe(day);
      }
    }
  });

  it('is in the zone that the person has chosen', () => {
    dateSettings.set({ ...DEFAULT_DATES, timeZone: 'Asia/Tokyo', dayEndMinutes: 180 });
    expect(personsDay(new Date('2026-11-20T17:59:00Z'))).toBe('2026-11-20');
    expect(personsDay(new Date('2026-11-20T18:00:00Z'))).toBe('2026-11-21');
  });

  it('ends at the first of two equal times', () => {
    vi.stubEnv('TZ', 'America/New_York');
    endsAt(60);
    // At 2:00 EDT the clocks go back to 1:00 EST.
    expect(personsDay(new Date('2026-11-01T04:59:00Z'))).toBe('2026-10-31');
    expect(personsDay(new Date('2026-11-01T05:00:00Z'))).toBe('2026-11-01');
    expect(personsDay(new Date('2026-11-01T06:00:00Z'))).toBe('2026-11-01');
  });

  it('ends later if the clocks skip its end', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    endsAt(120);
    // At 2:00 the clocks go to 3:00.
    expect(personsDay(new Date('2026-03-29T00:59:00Z'))).toBe('2026-03-28');
    expect(personsDay(new Date('2026-03-29T01:00:00Z'))).toBe('2026-03-29');
  });
});

describe('an instant is written with the local offset', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-20', 540, '2026-11-20T09:00:00+05:30'],
    ['America/Los_Angeles', '2026-11-20', 540, '2026-11-20T09:00:00-08:00'],
    ['America/Los_Angeles', '2026-07-01', 540, '2026-07-01T09:00:00-07:00'],
    ['UTC', '2026-07-01', 0, '2026-07-01T00:00:00+00:00'],
    // 2:30 is skipped and moves an hour later. 1:30 comes twice, and the first one counts.
    ['America/Los_Angeles', '2026-03-08', 150, '2026-03-08T03:30:00-07:00'],
    ['America/Los_Angeles', '2026-11-01', 90, '2026-11-01T01:30:00-07:00'],
    ['America/Los_Angeles', '2026-11-01', 540, '2026-11-01T09:00:00-08:00'],
    ['Asia/Kolkata', '0042-01-01', 540, '0042-01-01T08:59:32+05:53'],
  ])('in %s on %s at minute %d', (tz, day, minutes, expected) => {
    vi.stubEnv('TZ', tz);
    const moment = timeOnDay(day, minutes);
    expect(localInstant(moment)).toBe(expected);
    expect(Date.parse(localInstant(moment))).toBe(moment.getTime());
  });
});

it.each([
  ['2026-03-07', 1, '2026-03-08'],
  ['2026-03-09', -1, '2026-03-08'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
])('%s plus %d days is %s', (day, days, expected) => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  expect(addDays(day, days)).toBe(expected);
  expect(daysBetween(day, expected)).toBe(days);
});

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-11-20', 2, '2027-01-20'],
  ['2026-01-15', -1, '2025-12-15'],
])('%s plus %d months is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});

it('a week begins on Sunday by default', () => {
  expect(startOfWeek('2026-11-20')).toBe('2026-11-15');
  expect(startOfWeek('2026-11-15')).toBe('2026-11-15');
});

it.each([
  ['monday', '2026-11-16', '2026-11-09'],
  ['saturday', '2026-11-14', '2026-11-14'],
] as const)('a week begins on %s if the person has chosen that day', (weekStart, week, before) => {
  dateSettings.set({ ...DEFAULT_DATES, weekStart });
  expect(startOfWeek('2026-11-20')).toBe(week);
  expect(startOfWeek('2026-11-15')).toBe(before);
  expect(startOfWeek(week)).toBe(week);
});

it('with the 24-hour clock, times are written without AM and PM', () => {
  dateSettings.set({ ...DEFAULT_DATES, hourFormat: '24h' });
  expect(timeText(new Date(2026, 10, 20, 9, 5))).toBe('09:05');
  expect(timeText(new Date(2026, 10, 20, 0, 0))).toBe('00:00');
  expect([0, 9, 12, 23].map(hourText)).toEqual(['00:00', '09:00', '12:00', '23:00']);
  expect(timeOfDayText(17 * 60 + 30)).toBe('17:30');
});

it('a weekday is a number from 1 for Monday to 7 for Sunday', () => {
  expect(weekdayOf('2026-11-16')).toBe(1);
  expect(weekdayOf('2026-11-20')).toBe(5);
  expect(weekdayOf('2026-11-22')).toBe(7);
});

it.each([
  ['2026-11-20', true],
  ['2026-02-30', false],
  ['2026-1-1', false],
  ['', false],
  ['9999-99-99', false],
])('whether "%s" is a day: %s', (text, expected) => {
  expect(isLocalDay(text)).toBe(expected);
});

it.each([
  ['America/St_Johns', '2010-03-14', 90, '2010-03-14T01:30:00-02:30'], // the clocks skip 0:01 to 1:01
  ['Australia/Lord_Howe', '2026-10-04', 135, '2026-10-04T02:45:00+11:00'], // they skip half an hour at 2:00
  ['Australia/Lord_Howe', '2026-04-05', 105, '2026-04-05T01:45:00+11:00'], // 1:45 comes twice
  ['Africa/Cairo', '2026-04-24', 540, '2026-04-24T09:00:00+03:00'], // they skip 0:00 to 1:00
])('in %s on %s minute %d after midnight is %s', (tz, day, minutes, expected) => {
  vi.stubEnv('TZ', tz);
  expect(localInstant(timeOnDay(day, minutes))).toBe(expected);
});

it('in Apia, which skipped December 30, 2011, the day after the 29th is the 31st', () => {
  vi.stubEnv('TZ', 'Pacific/Apia');
  expect(addDays('2011-12-29', 1)).toBe('2011-12-31');
  expect(isLocalDay('2011-12-30')).toBe(false);
  expect(daysBetween('2011-12-29', '2011-12-31')).toBe(2);
});

it('the years 1 to 99 are not taken for 1901 to 1999', () => {
  expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
  expect(addMonths('0042-01-31', 1)).toBe('0042-02-28');
  expect(startOfWeek('0042-01-01')).toBe('0041-12-29');
  expect(daysBetween('0099-12-31', '0100-01-02')).toBe(2);
});

it('a moment some days later has the same time of day, seconds included', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  const later = (instant: string, days: number) => localInstant(daysLater(new Date(instant), days));
  expect(later('2026-03-07T09:07:31-08:00', 1)).toBe('2026-03-08T09:07:31-07:00');
  expect(later('2026-03-08T09:00:00-07:00', -1)).toBe('2026-03-07T09:00:00-08:00');
});

it('the hour of the clock starts at the full local hour, even with half-hour offsets', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(clockHour(new Date('2026-11-20T09:10:05.250+05:30'))).toEqual({
    hour: 9,
    elapsedMs: 605_250,
  });
  expect(minutesAfterMidnight(new Date('2026-11-20T09:10:05+05:30'))).toBe(550);
});

it('formats are those of Intl for English (US)', () => {
  const intl = (date: Date, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleString('en-US', options).replaceAll('\u202f', ' ');
  const formats: [(date: Date) => string, Intl.DateTimeFormatOptions][] = [
    [timeText, { hour: 'numeric', minute: '2-digit' }],
    [(date) => hourText(date.getHours()), { hour: 'numeric' }],
    [(date) => timeOfDayText(minutesAfterMidnight(date)), { hour: 'numeric', minute: '2-digit' }],
    [weekdayName, { weekday: 'long' }],
    [shortWeekday, { weekday: 'short' }],
    [monthDay, { month: 'short', day: 'numeric' }],
    [shortDate, { month: 'short', day: 'numeric', year: 'numeric' }],
    [weekdayDate, { weekday: 'short', month: 'short', day: 'numeric' }],
    [longDate, { weekday: 'long', month: 'long', day: 'numeric' }],
    [fullDate, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }],
    [monthName, { month: 'long', year: 'numeric' }],
    [(date) => String(dayOfMonth(localDay(date))), { day: 'numeric' }],
  ];
  // 400 moments from 2024 to 2029, at every hour of the day.
  for (let step = 0; step < 400; step++) {
    const date = new Date(Date.UTC(2024, 0, 1) + step * 131 * 3_600_000 + step * 61_000);
    for (const [format, options] of formats) expect(format(date)).toBe(intl(date, options));
  }
});

it('a short date of another year has the year', () => {
  const now = new Date(2026, 10, 20);
  expect(weekdayDateOf(new Date(2026, 0, 1), now)).toBe('Thu, Jan 1');
  expect(weekdayDateOf(new Date(2025, 11, 31), now)).toBe('Wed, Dec 31, 2025');
});

it.each([
  ['2026-11-15', '2026-11-21', 'Nov 15 – 21, 2026'],
  ['2026-11-29', '2026-12-05', 'Nov 29 – Dec 5, 2026'],
  ['2026-12-27', '2027-01-02', 'Dec 27, 2026 – Jan 2, 2027'],
])('the range from %s to %s is written %s', (from, to, text) => {
  expect(dateRange(startOfDay(from), startOfDay(to))).toBe(text);
});

it.each([
  [0, 0, 'Good morning'],
  [11, 59, 'Good morning'],
  [12, 0, 'Good afternoon'],
  [17, 59, 'Good afternoon'],
  [18, 0, 'Good evening'],
  [23, 59, 'Good evening'],
])('at %d:%d the greeting fits the hour', (hours, minutes, text) => {
  expect(greeting(new Date(2026, 10, 20, hours, minutes, 59))).toBe(text);
});

it('with the day first, dates have no comma before the year', () => {
  dateSettings.set({ ...DEFAULT_DATES, dateOrder: 'day' });
  const [date, now] = [new Date(2026, 10, 20), new Date(2027, 0, 1)];
  expect([monthDay(date), shortDate(date), weekdayDate(date), longDate(date)]).toEqual([
    '20 Nov',
    '20 Nov 2026',
    'Fri, 20 Nov',
    'Friday, 20 November',
  ]);
  expect([fullDate(date), weekdayDateOf(date, now)]).toEqual([
    'Friday, 20 November 2026',
    'Fri, 20 Nov 2026',
  ]);
  expect([dateRange(date, new Date(2026, 10, 22)), dateRange(date, new Date(2026, 11, 3))]).toEqual(
    ['20 – 22 Nov 2026', '20 Nov – 3 Dec 2026'],
  );
});

it('a long date has the weekday, month and day', () => {
  expect(longDate(new Date(2026, 10, 20))).toBe('Friday, November 20');
  expect(longDate(new Date(2028, 1, 29, 23, 59))).toBe('Tuesday, February 29');
});

it('a long date of another year has the year', () => {
  const now = new Date(2026, 10, 20);
  expect(longDateOf(new Date(2026, 0, 1), now)).toBe('Thursday, January 1');
  expect(longDateOf(new Date(2025, 11, 31), now)).toBe('Wednesday, December 31, 2025');
});
