import { describe, expect, it, vi } from 'vitest';
import { localInstant } from '../../lib/time/dates';
import { howSoon, nextEvent } from './nextEvent';

const at = (hours: number, minutes = 0, date = 20) => new Date(2026, 10, date, hours, minutes);
const event = (id: number, start: Date, end: Date) => ({
  id,
  start: localInstant(start),
  end: localInstant(end),
});

describe('Next Up is the next event from now', () => {
  const events = [
    event(1, at(8), at(9)),
    event(2, at(9), at(9, 30)),
    event(3, at(9), at(12)),
    event(4, at(9, 0, 21), at(10, 0, 21)),
  ];
  it.each([
    [at(7), 1],
    [at(8), 1],
    [at(8, 1), 3],
    [at(9, 1), 4],
    [at(9, 1, 21), undefined],
  ])('at %s', (now, id) => {
    expect(nextEvent(events, now)?.id).toBe(id);
  });
});

it.each([
  [at(9), 'now'],
  [at(9, 1), 'in 1 min'],
  [at(9, 59), 'in 59 min'],
  [at(10), 'in 1 h'],
  [at(11, 5), 'in 2 h 5 min'],
  [at(23, 59), 'in 14 h 59 min'],
  [at(0, 0, 21), 'tomorrow'],
  [at(9, 0, 23), 'Mon, Nov 23'],
  [new Date(2027, 0, 4, 9), 'Mon, Jan 4, 2027'],
])('at 9:00, an event at %s is “%s”', (start, text) => {
  expect(howSoon(start, at(9))).toBe(text);
});

it('just before midnight, an event on the next day is minutes away, not “tomorrow”', () => {
  expect(howSoon(at(0, 15, 21), at(23, 50))).toBe('in 25 min');
});

it('the hours of a day on which the clocks change are elapsed hours', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const night = new Date(2026, 10, 1, 0, 30);
  expect(howSoon(new Date(2026, 10, 1, 4, 30), night)).toBe('in 5 h');
});
