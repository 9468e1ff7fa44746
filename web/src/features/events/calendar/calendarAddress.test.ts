import { expect, it } from 'vitest';
import { addressSearch, addressTitle, nextAddress, readAddress } from './calendarAddress';

const TODAY = '2026-11-20';

it.each([
  ['', 'month', TODAY],
  ['view=week', 'week', TODAY],
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
  ['day', '2026-11-20', 'Friday, November 20, 2026'],
] as const)('the %s of %s is called %s', (view, day, title) => {
  expect(addressTitle({ view, day })).toBe(title);
});
