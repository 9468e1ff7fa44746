import { event as anyEvent } from '@daymark/contract/test/records';
import { beforeEach, expect, test, vi } from 'vitest';
import { railOf } from './dayRail';
import { openingPlace } from './openingPlace';
import { weekOf } from './monthDays';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});

const WEEKDAYS = Array.from({ length: 7 }, (_, day) =>
  day < 5 ? { start: '09:00', end: '17:00' } : null,
);
const FRIDAY = '2026-11-20';
const at = (clock: string, day = FRIDAY) => `${day}T${clock}:00-08:00`;
const event = (start: string, end: string) => anyEvent(1, { start: at(start), end: at(end) });
const LAST_YEAR = '2025-11-20T12:00:00-08:00';

/** Returns the first hour in view of a day or a week of which ten hours fit, or as many as given. */
const opening = (
  {
    days = [FRIDAY],
    now = LAST_YEAR,
    visible = 10,
  }: {
    days?: string[];
    now?: string;
    visible?: number;
  },
  ...events: ReturnType<typeof event>[]
) =>
  openingPlace({
    rail: railOf(days),
    events,
    hours: WEEKDAYS,
    now: new Date(now),
    visible: visible * 60,
  }) / 60;

test('a day opens at the start of working hours, or earlier if an event begins before', () => {
  expect(opening({})).toBe(9);
  expect(opening({}, event('07:30', '08:00'))).toBe(7);
  expect(opening({}, event('14:00', '15:00'))).toBe(9);
  expect(opening({ days: weekOf(FRIDAY) }, event('07:30', '08:00'))).toBe(7);
});

test('an event in the night leaves the start of working hours in view', () => {
  expect(opening({ visible: 6 }, event('00:30', '01:00'))).toBe(4);
});

test('a train that arrives in the morning doesn’t open the day at midnight', () => {
  const train = anyEvent(1, { start: at('22:00', '2026-11-19'), end: at('06:30') });
  expect(opening({}, train)).toBe(9);
});

test('a day off opens at 8:00', () => {
  expect(opening({ days: ['2026-11-21'] })).toBe(8);
});

test.each([
  ['06:20', 10, 5],
  ['10:40', 10, 9],
  ['17:30', 10, 9],
  // The hour after now is in view, and as much of the working hours as fits.
  ['20:10', 10, 12],
  ['23:50', 10, 15],
  ['14:10', 4, 12],
])('today at %s, with %i hours in view, opens at %i:00', (clock, visible, hour) => {
  expect(opening({ now: at(clock), visible })).toBe(hour);
});

test('the clocks go forward: a day of 23 hours still opens at 9:00', () => {
  // The rail of this day has no hour from 2:00 to 3:00.
  const hours = [...WEEKDAYS.slice(0, 6), { start: '09:00', end: '17:00' }];
  const rail = railOf(['2026-03-08']);
  const place = openingPlace({ rail, events: [], hours, now: new Date(LAST_YEAR), visible: 600 });
  expect(place).toBe(8 * 60);
});
