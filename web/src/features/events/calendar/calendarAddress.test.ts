import { expect, it, test } from 'vitest';
import {
  addressSearch,
  addressTitle,
  nextAddress,
  readAddress,
  shownDays,
} from './calendarAddress';

const TODAY = '2026-11-20';
const WORK = { start: '09:00', end: '17:00' };
const EVERY_DAY = Array.from({ length: 7 }, () => WORK);

it.each([
  ['', 'month', TODAY],
  ['view=week', 'week', TODAY],
  ['view=5days', '5days', TODAY],
  ['view=day&date=2026-03-08', 'day', '2026-03-08'],
  ['view=year&date=2026-02-30', 'month', TODAY],
])('the address "%s" shows the %s of %s', (search, view, day) => {
  const address = readAddress(new URLSearchParams(search), TODAY);
  expect(address).toEqual({ view, day });
  expect(readAddress(new URLSearchParams(addressSearch(address, TODAY)), TODAY)).toEqual(address);
});

it.each([
  ['month', '2026-01-31', '2026-02-28', '2025-12-31'],
  ['week', '2026-11-20', '2026-11-27', '2026-11-13'],
  ['5days', '2026-11-20', '2026-11-27', '2026-11-13'],
  ['day', '2026-11-20', '2026-11-21', '2026-11-19'],
] as const)('the next and the previous %s are found from %s', (view, day, next, previous) => {
  expect(nextAddress({ view, day }, 1).day).toBe(next);
  expect(nextAddress({ view, day }, -1).day).toBe(previous);
});

it.each([
  ['month', '2026-11-20', 'November 2026'],
  ['week', '2026-11-20', 'Nov 15 – 21, 2026'],
  ['week', '2026-12-01', 'Nov 29 – Dec 5, 2026'],
  ['week', '2026-12-31', 'Dec 27, 2026 – Jan 2, 2027'],
  ['5days', '2026-11-20', 'Nov 16 – 20, 2026'],
  ['5days', '2026-11-21', 'Nov 16 – 20, 2026'],
  ['day', '2026-11-20', 'Fri, Nov 20, 2026'],
] as const)('the %s of %s is called %s', (view, day, title) => {
  const address = { view, day };
  expect(addressTitle(address, shownDays(address, EVERY_DAY))).toBe(title);
});

test.each([
  ['the five days on which the person works', [0, 1, 2, 3, 6], '15 16 17 18 19'],
  ['Monday to Friday for a person who works on other numbers of days', [1, 2, 3], '16 17 18 19 20'],
])('“5 days” shows %s', (_, worked, expected) => {
  const hours = EVERY_DAY.map((work, index) => (worked.includes(index) ? work : null));
  const days = shownDays({ view: '5days', day: TODAY }, hours);
  expect(days.map((day) => day.slice(8)).join(' ')).toBe(expected);
});
