import { beforeEach, expect, it, vi } from 'vitest';
import { lengthened, movedByDays, movedByMinutes, movedTo, resized } from './eventMoves';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});

const event = (start: string, end: string) => ({ start, end });
const oneHour = event('2026-11-20T09:00:00-08:00', '2026-11-20T10:00:00-08:00');

it.each([
  ['an ordinary day', oneHour, 1, '2026-11-21T09:00:00-08:00', '2026-11-21T10:00:00-08:00'],
  [
    'across a clock change',
    event('2026-03-07T09:00:00-08:00', '2026-03-07T10:00:00-08:00'),
    1,
    '2026-03-08T09:00:00-07:00',
    '2026-03-08T10:00:00-07:00',
  ],
  [
    'into the hour that is skipped',
    event('2026-03-07T02:30:00-08:00', '2026-03-07T03:00:00-08:00'),
    1,
    '2026-03-08T03:30:00-07:00',
    '2026-03-08T04:00:00-07:00',
  ],
  [
    'an event of days across a clock change',
    event('2026-03-05T09:00:00-08:00', '2026-03-07T09:00:00-08:00'),
    2,
    '2026-03-07T09:00:00-08:00',
    '2026-03-09T09:00:00-07:00',
  ],
  [
    'one that ends before it starts',
    event('2026-11-20T09:00:00-08:00', '2026-11-20T08:00:00-08:00'),
    -1,
    '2026-11-19T09:00:00-08:00',
    '2026-11-19T08:00:00-08:00',
  ],
  [
    'seconds are kept',
    event('2026-11-20T09:07:31-08:00', '2026-11-20T10:00:00-08:00'),
    7,
    '2026-11-27T09:07:31-08:00',
    '2026-11-27T10:00:00-08:00',
  ],
])('a move by days: %s', (_, from, days, start, end) => {
  expect(movedByDays(from, days)).toEqual({ start, end });
});

it('an all-day event lasts from midnight to midnight after a move across a clock change', () => {
  const days = { start: '2026-03-06', end: '2026-03-08' };
  expect(movedByDays({ ...oneHour, days }, 1)).toEqual({
    start: '2026-03-07T00:00:00-08:00',
    end: '2026-03-09T00:00:00-07:00',
    days: { start: '2026-03-07', end: '2026-03-09' },
  });
  expect(movedByDays({ ...oneHour, days }, 239)).toEqual({
    start: '2026-10-31T00:00:00-07:00',
    end: '2026-11-02T00:00:00-08:00',
    days: { start: '2026-10-31', end: '2026-11-02' },
  });
});

it('a move by minutes across a clock change counts elapsed time', () => {
  expect(
    movedByMinutes(event('2026-11-01T01:45:00-07:00', '2026-11-01T02:00:00-08:00'), 15),
  ).toEqual(event('2026-11-01T01:00:00-08:00', '2026-11-01T02:15:00-08:00'));
});

it('a move to a moment keeps the length', () => {
  expect(movedTo(oneHour, 1, new Date('2026-11-21T13:15:00-08:00'))).toEqual(
    event('2026-11-21T13:15:00-08:00', '2026-11-21T14:15:00-08:00'),
  );
});

it('a resized event is at least a quarter of an hour long', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}:00-08:00`);
  expect(resized(oneHour, 'end', at('11:15')).end).toBe('2026-11-20T11:15:00-08:00');
  expect(resized(oneHour, 'end', at('08:00')).end).toBe('2026-11-20T09:15:00-08:00');
  expect(resized(oneHour, 'start', at('08:00')).start).toBe('2026-11-20T08:00:00-08:00');
  expect(resized(oneHour, 'start', at('12:00')).start).toBe('2026-11-20T09:45:00-08:00');
  expect(lengthened(oneHour, 15).end).toBe('2026-11-20T10:15:00-08:00');
  expect(lengthened(oneHour, -60).end).toBe('2026-11-20T09:15:00-08:00');
  expect(lengthened(event(oneHour.start, '2026-11-20T08:00:00-08:00'), 15).end).toBe(
    '2026-11-20T09:15:00-08:00',
  );
});
