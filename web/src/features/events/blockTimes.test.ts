import { DEFAULT_SETTINGS } from '@daymark/contract/settings';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { localInstant, timeText } from '../../lib/dates';
import { blockMinutes, focusMinutesOf, freeSpans, proposedStart, workingSpan } from './blockTimes';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});

const at = (hours: number, minutes = 0, date = 20) => new Date(2026, 10, date, hours, minutes);
const event = (from: Date, to: Date) => ({ start: localInstant(from), end: localInstant(to) });
const FRIDAY = '2026-11-20';
const working = (day = FRIDAY) => workingSpan(day, DEFAULT_SETTINGS.workingHours);

describe('the length of a new block', () => {
  it.each([
    [null, 30],
    [0, 30],
    [1, 15],
    [22, 15],
    [23, 30],
    [50, 45],
    [90, 90],
  ])('with %s minutes remaining is %d minutes', (remaining, minutes) => {
    expect(blockMinutes(remaining)).toBe(minutes);
  });
});

test('free time is what is left of the working hours, without the events and without what has passed', () => {
  const events = [
    event(at(8), at(9, 30)),
    event(at(11), at(12)),
    event(at(11, 30), at(13)),
    event(at(16, 45), at(18)),
  ];
  const free = (now: Date) =>
    freeSpans(working(), events, now).map(({ from, to }) =>
      [from, to].map((ms) => timeText(new Date(ms))).join(' – '),
    );
  expect(free(at(7))).toEqual(['9:30 AM – 11:00 AM', '1:00 PM – 4:45 PM']);
  expect(free(at(14, 5))).toEqual(['2:05 PM – 4:45 PM']);
  expect(free(at(17))).toEqual([]);
});

test('working hours are those of the weekday, also where the clocks change, and a day off has none', () => {
  const hours = [...DEFAULT_SETTINGS.workingHours.slice(0, 6), null];
  expect(workingSpan('2026-03-08', hours)).toBeUndefined();
  const sunday = workingSpan('2026-03-08', DEFAULT_SETTINGS.workingHours);
  expect(timeText(new Date(sunday!.from))).toBe('9:00 AM');
  expect(freeSpans(undefined, [], at(7))).toEqual([]);
});

describe('Schedule… proposes', () => {
  const proposed = (minutes: number, events: { start: string; end: string }[], now: Date) =>
    timeText(proposedStart(FRIDAY, minutes, { working: working(), events, now }));

  it('the first quarter of an hour from which the block fits', () => {
    expect(proposed(30, [], at(7))).toBe('9:00 AM');
    expect(proposed(30, [], at(9, 1))).toBe('9:15 AM');
    expect(proposed(60, [event(at(9, 30), at(10, 20))], at(8))).toBe('10:30 AM');
    expect(proposed(30, [event(at(9, 30), at(10, 20))], at(8))).toBe('9:00 AM');
  });

  it('the first free quarter where it fits nowhere', () => {
    expect(proposed(120, [event(at(10), at(16))], at(8))).toBe('9:00 AM');
  });

  it('the next quarter after the working hours, and their start on a day that is full', () => {
    expect(proposed(30, [], at(18, 50))).toBe('7:00 PM');
    expect(proposed(30, [event(at(0), at(24))], at(12, 0, 19))).toBe('9:00 AM');
  });

  it('nine o’clock on another day off', () => {
    const start = proposedStart(FRIDAY, 30, { working: undefined, events: [], now: at(7, 0, 19) });
    expect(timeText(start)).toBe('9:00 AM');
  });
});

test('the focus timer is proposed what remains of a block, and nothing when it is over', () => {
  const block = event(at(9), at(10));
  expect(focusMinutesOf(block, at(8))).toBe(60);
  expect(focusMinutesOf(block, at(9, 20))).toBe(40);
  expect(focusMinutesOf(block, at(10))).toBeUndefined();
  expect(focusMinutesOf(event(at(9), at(16)), at(8))).toBe(180);
});
