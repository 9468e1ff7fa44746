import { expect, it } from 'vitest';
import { localInstant } from '../../lib/time/dates';
import { focusTotal, sessionsOfDay } from './focusDay';
import type { ShownSession } from '../shownRecords';

const session = (start: Date, actualSeconds: number, mode: ShownSession['mode'] = 'focus') =>
  ({ mode, start: localInstant(start), actualSeconds }) as ShownSession;

const early = session(new Date(2026, 10, 20, 0, 0), 1500);
const late = session(new Date(2026, 10, 20, 23, 59), 1500);
const sessions = [session(new Date(2026, 10, 19, 23, 59), 1500), early, late];

it('a focus session belongs to the local day on which it began', () => {
  expect(sessionsOfDay(sessions, '2026-11-20')).toEqual([early, late]);
  expect(sessionsOfDay([], '2026-11-20')).toEqual([]);
});

it('a focus session recorded in another time zone belongs to the local day here', () => {
  const start = new Date(2026, 10, 20, 0, 0).toISOString();
  const elsewhere = { ...early, start };
  expect(sessionsOfDay([elsewhere], '2026-11-20')).toEqual([elsewhere]);
});

it('focus time counts interrupted focus sessions but no breaks', () => {
  const breaks = session(new Date(2026, 10, 20, 9), 300, 'shortBreak');
  const cut = session(new Date(2026, 10, 20, 10), 90);
  expect(focusTotal([early, breaks, cut])).toEqual({ minutes: 26.5, count: 2 });
  expect(focusTotal([])).toEqual({ minutes: 0, count: 0 });
});
