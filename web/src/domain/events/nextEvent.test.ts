import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dateSettings } from '../../lib/time/dateSettings';
import { localInstant } from '../../lib/time/dates';
import { dayStatuses, howSoon, nextEvent } from './nextEvent';

const at = (hours: number, minutes = 0, date = 20) => new Date(2026, 10, date, hours, minutes);
const event = (id: number, start: Date, end: Date) => ({
  id,
  start: localInstant(start),
  end: localInstant(end),
});

afterEach(() => dateSettings.set(DEFAULT_DATES));

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

describe('while the person’s day goes on after midnight', () => {
  const late = () => dateSettings.set({ ...DEFAULT_DATES, dayEndMinutes: 240 });

  it('an event after midnight is hours away, and one in the morning is tomorrow', () => {
    late();
    expect(howSoon(at(2, 0, 21), at(23, 0))).toBe('in 3 h');
    expect(howSoon(at(9, 0, 21), at(1, 0, 21))).toBe('tomorrow');
    expect(howSoon(at(3, 0, 22), at(23, 0))).toBe('tomorrow');
  });

  it('the events of the evening are over', () => {
    late();
    const evening = [event(1, at(20), at(21))];
    const ofDay = (day: string) => [...dayStatuses(evening, day, at(1, 0, 21), undefined)];
    expect(ofDay('2026-11-20')).toEqual([[1, 'past']]);
    expect(ofDay('2026-11-19')).toEqual([]);
  });
});
