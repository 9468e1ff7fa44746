import { DEFAULT_SETTINGS } from '@daymark/contract/settings';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { localInstant, timeText } from '../../lib/time/dates';
import { gapsIn } from '../../lib/time/timeSpans';
import { workingSpan } from '../planning/freeTime';
import { firstDay, focusMinutesOf, proposedStart } from './blockTimes';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});

const at = (hours: number, minutes = 0, date = 20) => new Date(2026, 10, date, hours, minutes);
const event = (from: Date, to: Date) => ({ start: localInstant(from), end: localInstant(to) });
const FRIDAY = '2026-11-20';

describe('Schedule… proposes', () => {
  /** Returns the proposed time of day. The gaps are the rest of the working hours without the times in `taken`. */
  const proposed = (minutes: number, taken: { from: number; to: number }[], now: Date) => {
    const working = workingSpan(FRIDAY, DEFAULT_SETTINGS.workingHours, [])!;
    const left = { from: Math.max(working.from, now.getTime()), to: working.to };
    return timeText(proposedStart(FRIDAY, minutes, { gaps: gapsIn(left, taken), working, now }));
  };
  const span = (from: Date, to: Date) => ({ from: from.getTime(), to: to.getTime() });

  it('the first quarter of an hour from which the block fits', () => {
    expect(proposed(30, [], at(7))).toBe('9:00 AM');
    expect(proposed(30, [], at(9, 1))).toBe('9:15 AM');
    expect(proposed(60, [span(at(9, 30), at(10, 20))], at(8))).toBe('10:30 AM');
    expect(proposed(30, [span(at(9, 30), at(10, 20))], at(8))).toBe('9:00 AM');
  });

  it('the first free quarter if the block fits nowhere', () => {
    expect(proposed(120, [span(at(10), at(16))], at(8))).toBe('9:00 AM');
  });

  it('the next quarter if today has no gaps, or the start of the working hours on another day', () => {
    expect(proposed(30, [], at(18, 50))).toBe('7:00 PM');
    expect(proposed(30, [span(at(0), at(24))], at(12, 0, 19))).toBe('9:00 AM');
  });

  it('9:00 on a day off that is not today', () => {
    const dayOff = { gaps: [], working: undefined, now: at(7, 0, 19) };
    expect(timeText(proposedStart(FRIDAY, 30, dayOff))).toBe('9:00 AM');
  });

  it('tomorrow in the last minutes of today', () => {
    expect(firstDay(at(0))).toBe(FRIDAY);
    expect(firstDay(at(23, 45))).toBe(FRIDAY);
    expect(firstDay(at(23, 46))).toBe('2026-11-21');
    vi.stubEnv('TZ', 'Africa/Cairo');
    // The day has 23 hours, because the clocks go forward at midnight.
    expect(firstDay(new Date(2026, 3, 24, 23, 46))).toBe('2026-04-25');
  });
});

test('the focus timer proposes what remains of a block', () => {
  const block = event(at(9), at(10));
  expect(focusMinutesOf(block, at(8))).toBe(60);
  expect(focusMinutesOf(block, at(9, 20))).toBe(40);
  expect(focusMinutesOf(block, at(10))).toBeUndefined();
  expect(focusMinutesOf(event(at(9), at(16)), at(8))).toBe(180);
});
