import { expect, it } from 'vitest';
import { localInstant } from '../../lib/time/dates';
import { completedCount, focusTotal, sessionsOfDay } from './focusDay';
import type { ShownSession } from '../shownRecords';

const session = (start: Date, actualSeconds: number, mode: ShownSession['mode'] = 'focus') =>
  ({
    mode,
    start: localInstant(start),
    end: localInstant(new Date(start.getTime() + actualSeconds * 1000)),
    actualSeconds,
    completed: true,
  }) as ShownSession;

const early = session(new Date(2026, 10, 20, 0, 0), 1500);
const late = session(new Date(2026, 10, 20, 23, 50), 1500);
const before = session(new Date(2026, 10, 19, 23, 30), 1800);

it('a focus session belongs to the local days on which it ran', () => {
  expect(sessionsOfDay([before, early, late], '2026-11-20')).toEqual([early, late]);
  expect(sessionsOfDay([before, early, late], '2026-11-21')).toEqual([late]);
  expect(sessionsOfDay([], '2026-11-20')).toEqual([]);
});

it('the minutes of a focus session across midnight are divided between its days', () => {
  expect(focusTotal([late], '2026-11-20')).toEqual({ minutes: 10, count: 1 });
  expect(focusTotal([late], '2026-11-21')).toEqual({ minutes: 15, count: 1 });
});

it('a focus session across midnight is completed on the day on which it began', () => {
  expect(completedCount([late], '2026-11-20')).toBe(1);
  expect(completedCount([late], '2026-11-21')).toBe(0);
});

it('a focus session recorded in another time zone belongs to the local day here', () => {
  const start = new Date(2026, 10, 20, 0, 0).toISOString();
  const elsewhere = { ...early, start, end: new Date(2026, 10, 20, 0, 25).toISOString() };
  expect(sessionsOfDay([elsewhere], '2026-11-20')).toEqual([elsewhere]);
});

it('focus time counts interrupted focus sessions but no breaks', () => {
  const breaks = session(new Date(2026, 10, 20, 9), 300, 'shortBreak');
  const cut = session(new Date(2026, 10, 20, 10), 90);
  expect(focusTotal([early, breaks, cut], '2026-11-20')).toEqual({ minutes: 26.5, count: 2 });
  expect(focusTotal([], '2026-11-20')).toEqual({ minutes: 0, count: 0 });
});
