import { beforeEach, expect, it, vi } from 'vitest';
import { eventsOfDay } from './eventDays';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});

const event = (id: number, start: string, end: string) => ({ id, start, end });

it.each([
  ['an ordinary one', '2026-11-20T09:00:00-08:00', '2026-11-20T10:00:00-08:00', ['20']],
  ['one across midnight', '2026-11-20T23:00:00-08:00', '2026-11-21T01:00:00-08:00', ['20', '21']],
  ['one until midnight', '2026-11-20T23:00:00-08:00', '2026-11-21T00:00:00-08:00', ['20']],
  [
    'one of three days',
    '2026-11-19T12:00:00-08:00',
    '2026-11-21T12:00:00-08:00',
    ['19', '20', '21'],
  ],
  [
    'one that ends before it starts',
    '2026-11-20T09:00:00-08:00',
    '2026-11-18T09:00:00-08:00',
    ['20'],
  ],
  [
    'one without length at midnight',
    '2026-11-20T00:00:00-08:00',
    '2026-11-20T00:00:00-08:00',
    ['20'],
  ],
  ['one written in another zone', '2026-11-20T05:00:00+05:30', '2026-11-20T06:00:00+05:30', ['19']],
  [
    'one that goes on for years',
    '2020-01-01T00:00:00-08:00',
    '2026-11-20T08:00:00-08:00',
    ['18', '19', '20'],
  ],
])('%s is on its local days', (_, start, end, days) => {
  const events = [event(1, start, end)];
  const found = ['18', '19', '20', '21', '22'].filter(
    (day) => eventsOfDay(events, `2026-11-${day}`).length > 0,
  );
  expect(found).toEqual(days);
});

it('events of a day are sorted by start, and longest first among equal starts', () => {
  const events = [
    event(1, '2026-11-20T10:00:00-08:00', '2026-11-20T10:30:00-08:00'),
    event(2, '2026-11-20T10:00:00-08:00', '2026-11-20T12:00:00-08:00'),
    event(3, '2026-11-20T08:00:00-08:00', '2026-11-20T08:30:00-08:00'),
    event(4, '2020-01-01T00:00:00-08:00', '2030-01-01T00:00:00-08:00'),
    event(5, '2026-11-20T10:00:00-08:00', '2026-11-20T10:30:00-08:00'),
  ];
  expect(eventsOfDay(events, '2026-11-20').map(({ id }) => id)).toEqual([4, 3, 2, 1, 5]);
});
