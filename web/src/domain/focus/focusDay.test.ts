import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { afterEach, expect, it } from 'vitest';
import { dateSettings } from '../../lib/time/dateSettings';
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

afterEach(() => dateSettings.set(DEFAULT_DATES));

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

it('a focus session is divided at the end of a day that ends after midnight', () => {
  dateSettings.set({ ...DEFAULT_DATES, dayEndMinutes: 120 });
  const night = session(new Date(2026, 10, 21, 1, 50), 1500);
  expect(focusTotal([early, late], '2026-11-20')).toEqual({ minutes: 25, count: 1 });
  expect(focusTotal([early], '2026-11-19')).toEqual({ minutes: 25, count: 1 });
  expect(focusTotal([night], '2026-11-20')).toEqual({ minutes: 10, count: 1 });
  expect(focusTotal([night], '2026-11-21')).toEqual({ minutes: 15, count: 1 });
});
