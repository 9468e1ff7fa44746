import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dateSettings } from '../../lib/time/dateSettings';
import {
  briefTimes,
  changedTimesText,
  chosenInstant,
  defaultTimes,
  timeOptions,
  timesOnDay,
  eventTimesText,
} from './eventTimes';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});
afterEach(() => dateSettings.set(DEFAULT_DATES));

it('there is a time option every 15 minutes, 96 in all', () => {
  const options = timeOptions();
  expect(options).toHaveLength(96);
  expect(options.slice(0, 2)).toEqual([
    { value: 0, label: '12:00 AM' },
    { value: 15, label: '12:15 AM' },
  ]);
  expect(options[36]).toEqual({ value: 540, label: '9:00 AM' });
  expect(options.at(-1)).toEqual({ value: 1425, label: '11:45 PM' });
  expect(new Set(options.map(({ label }) => label)).size).toBe(96);
});

it('a time between the quarter hours is added in order', () => {
  expect(timeOptions(540)).toEqual(timeOptions());
  expect(
    timeOptions(547)
      .slice(36, 39)
      .map(({ label }) => label),
  ).toEqual(['9:00 AM', '9:07 AM', '9:15 AM']);
});

it('a new event on another day is from 09:00 to 10:00, even when the clocks change', () => {
  expect(defaultTimes('2026-03-08', new Date('2026-03-07T15:00:00-08:00'))).toEqual({
    start: '2026-03-08T09:00:00-07:00',
    end: '2026-03-08T10:00:00-07:00',
  });
});

it.each([
  ['20T10:40:12-08:00', '20T11:00:00-08:00', '20T12:00:00-08:00'],
  ['20T10:00:00-08:00', '20T10:30:00-08:00', '20T11:30:00-08:00'],
  ['20T22:40:00-08:00', '20T23:00:00-08:00', '21T00:00:00-08:00'],
  ['20T23:10:00-08:00', '20T23:30:00-08:00', '21T00:30:00-08:00'],
  // Still on the selected day, although that half hour has begun.
  ['20T23:50:00-08:00', '20T23:30:00-08:00', '21T00:30:00-08:00'],
  // The second of the two hours from 1:00 on, because the clocks have gone back.
  ['01T01:10:00-08:00', '01T01:30:00-08:00', '01T02:30:00-08:00'],
])('a new event of today, added on the %s, is from %s to %s', (now, start, end) => {
  const at = new Date(`2026-11-${now}`);
  expect(defaultTimes(now.slice(0, 2) === '01' ? '2026-11-01' : '2026-11-20', at)).toEqual({
    start: `2026-11-${start}`,
    end: `2026-11-${end}`,
  });
});

it('after midnight, a new event of the person’s day begins at the next half hour', () => {
  dateSettings.set({ ...DEFAULT_DATES, dayEndMinutes: 180 });
  expect(defaultTimes('2026-11-20', new Date('2026-11-21T01:10:00-08:00'))).toEqual({
    start: '2026-11-21T01:30:00-08:00',
    end: '2026-11-21T02:30:00-08:00',
  });
});

it.each([
  [
    'an unchanged time keeps its seconds',
    '2026-11-20',
    547,
    '2026-11-20T09:07:31-08:00',
    '2026-11-20T09:07:31-08:00',
  ],
  [
    'the second of two equal times stays the second',
    '2026-11-01',
    90,
    '2026-11-01T01:30:00-08:00',
    '2026-11-01T01:30:00-08:00',
  ],
  [
    'an unchanged time keeps its written offset',
    '2026-11-20',
    540,
    '2026-11-20T22:30:00+05:30',
    '2026-11-20T22:30:00+05:30',
  ],
  ['another time', '2026-11-20', 555, '2026-11-20T09:07:31-08:00', '2026-11-20T09:15:00-08:00'],
  ['another day', '2026-11-21', 547, '2026-11-20T09:07:31-08:00', '2026-11-21T09:07:00-08:00'],
])('%s', (_, day, minutes, own, expected) => {
  expect(chosenInstant(day, minutes, own)).toBe(expected);
});

describe('an event’s times on one of its days', () => {
  const across = { start: '2026-11-20T21:00:00-08:00', end: '2026-11-22T10:00:00-08:00' };
  it.each([
    [
      { start: '2026-11-20T09:00:00-08:00', end: '2026-11-20T10:00:00-08:00' },
      '20',
      '9:00 AM – 10:00 AM',
    ],
    [{ start: '2026-11-20T09:00:00-08:00', end: '2026-11-20T08:00:00-08:00' }, '20', '9:00 AM'],
    [{ start: '2026-11-20T00:00:00-08:00', end: '2026-11-21T00:00:00-08:00' }, '20', 'All day'],
    [
      { start: '2026-11-20T22:00:00-08:00', end: '2026-11-21T00:00:00-08:00' },
      '20',
      '10:00 PM – 12:00 AM',
    ],
    [across, '20', 'From 9:00 PM'],
    [across, '21', 'All day'],
    [across, '22', 'Until 10:00 AM'],
  ])('%j on the %sth: %s', (event, day, expected) => {
    expect(timesOnDay(event, `2026-11-${day}`)).toBe(expected);
  });

  it.each([
    ['09:00', '10:00', '9 – 10 AM'],
    ['09:00', '10:15', '9 – 10:15 AM'],
    ['11:30', '12:00', '11:30 AM – 12 PM'],
  ])('from %s to %s, in short: %s', (start, end, expected) => {
    const event = { start: `2026-11-20T${start}:00-08:00`, end: `2026-11-20T${end}:00-08:00` };
    expect(briefTimes(event, '2026-11-20')).toBe(expected);
  });

  it('have two dates in the full text if the event ends on another day', () => {
    expect(eventTimesText(across)).toBe('Nov 20, 9:00 PM – Nov 22, 10:00 AM');
    expect(eventTimesText({ start: across.start, end: across.start })).toBe('Nov 20, 9:00 PM');
  });
});

describe('the text about a change of times', () => {
  const at = (from: string, to: string) => ({
    start: `2026-11-${from}-08:00`,
    end: `2026-11-${to}-08:00`,
  });
  const before = at('20T09:00:00', '20T10:00:00');
  it.each([
    ['on its day', at('20T15:00:00', '20T15:45:00'), 'Moved to 3:00 PM – 3:45 PM'],
    ['to another day', at('21T09:00:00', '21T10:00:00'), 'Moved to Nov 21, 9:00 AM – 10:00 AM'],
    [
      'over midnight',
      at('20T23:00:00', '21T01:00:00'),
      'Moved to Nov 20, 11:00 PM – Nov 21, 1:00 AM',
    ],
    ['longer', at('20T09:00:00', '20T11:00:00'), 'Now 9:00 AM – 11:00 AM'],
  ])('%s', (_, after, text) => {
    expect(changedTimesText(before, after)).toBe(text);
  });
  it('for an all-day event', () => {
    const after = {
      ...at('21T00:00:00', '23T00:00:00'),
      days: { start: '2026-11-21', end: '2026-11-23' },
    };
    expect(changedTimesText(before, after)).toBe('Moved to Nov 21 – Nov 22, all day');
  });
});
