import { beforeEach, describe, expect, it, vi } from 'vitest';
import { localInstant } from '../../lib/time/dates';
import { plannedDayAfter } from './plannedDay';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});

const at = (hours: number, minutes = 0, date = 20) => new Date(2026, 10, date, hours, minutes);
const event = (from: Date, to: Date) => ({ start: localInstant(from), end: localInstant(to) });
const FRIDAY = '2026-11-20';

describe('the planned day follows the first block that is not over', () => {
  const task = { completed: false, skippedAt: null, plannedDay: FRIDAY };
  const now = at(10);
  const block = (date: number, hour = 9) => event(at(hour, 0, date), at(hour + 1, 30, date));

  it.each([
    ['it is moved to another day', [block(23)], '2026-11-23'],
    ['there is an earlier one', [block(24), block(21)], '2026-11-21'],
    ['it is on the planned day', [block(20, 14), block(23)], undefined],
    ['it is running', [block(20, 9), block(23)], undefined],
    ['all are over', [block(18)], undefined],
    ['there is none', [], undefined],
  ])('when %s', (_, blocks, day) => {
    expect(plannedDayAfter(task, blocks, now)).toBe(day);
  });

  it('also for a task without a planned day', () => {
    expect(plannedDayAfter({ ...task, plannedDay: null }, [block(20, 14)], now)).toBe(FRIDAY);
    expect(plannedDayAfter({ ...task, completed: true }, [block(23)], now)).toBeUndefined();
  });

  it('to today, if the block began yesterday and is running', () => {
    const night = event(at(22, 0, 19), at(11));
    expect(plannedDayAfter(task, [night], now)).toBeUndefined();
  });
});
