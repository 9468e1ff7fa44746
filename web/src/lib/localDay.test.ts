import { afterEach, describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayKey,
  daysBetween,
  isDayKey,
  localInstant,
  startOfDay,
  startOfWeek,
  timeOnDay,
} from './localDay';

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone ?? '';
});

const hours = (day: string) =>
  (startOfDay(addDays(day, 1)).getTime() - startOfDay(day).getTime()) / 3_600_000;

it.each([
  ['America/Los_Angeles', '2026-03-08', 23],
  ['America/Los_Angeles', '2026-11-01', 25],
  ['America/Los_Angeles', '2026-11-20', 24],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Asia/Kolkata', '2026-03-08', 24],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  // The clocks change at midnight: the day begins at one.
  ['Africa/Cairo', '2026-04-24', 23],
])('in %s %s has %d hours', (tz, day, expected) => {
  process.env.TZ = tz;
  expect(hours(day)).toBe(expected);
  expect(dayKey(startOfDay(day))).toBe(day);
});

describe('an instant is written with the local offset', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-20', 540, '2026-11-20T09:00:00+05:30'],
    ['America/Los_Angeles', '2026-11-20', 540, '2026-11-20T09:00:00-08:00'],
    ['America/Los_Angeles', '2026-07-01', 540, '2026-07-01T09:00:00-07:00'],
    ['UTC', '2026-07-01', 0, '2026-07-01T00:00:00+00:00'],
    // Half past two is skipped: an hour later. Half past one comes twice: the first.
    ['America/Los_Angeles', '2026-03-08', 150, '2026-03-08T03:30:00-07:00'],
    ['America/Los_Angeles', '2026-11-01', 90, '2026-11-01T01:30:00-07:00'],
    ['America/Los_Angeles', '2026-11-01', 540, '2026-11-01T09:00:00-08:00'],
    ['Asia/Kolkata', '0042-01-01', 540, '0042-01-01T08:59:32+05:53'],
  ])('in %s on %s at minute %d', (tz, day, minutes, expected) => {
    process.env.TZ = tz;
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
])('%s and %d days is %s', (day, days, expected) => {
  process.env.TZ = 'America/Los_Angeles';
  expect(addDays(day, days)).toBe(expected);
  expect(daysBetween(day, expected)).toBe(days);
});

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-11-20', 2, '2027-01-20'],
  ['2026-01-15', -1, '2025-12-15'],
])('%s and %d months is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});

it('a week begins on Sunday', () => {
  expect(startOfWeek('2026-11-20')).toBe('2026-11-15');
  expect(startOfWeek('2026-11-15')).toBe('2026-11-15');
});

it.each([
  ['2026-11-20', true],
  ['2026-02-30', false],
  ['2026-1-1', false],
  ['', false],
  ['9999-99-99', false],
])('whether "%s" is a day: %s', (text, expected) => {
  expect(isDayKey(text)).toBe(expected);
});
