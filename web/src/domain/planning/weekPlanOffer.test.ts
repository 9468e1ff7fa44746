import { event, goal } from '@daymark/contract/test/records';
import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dateSettings } from '../../lib/time/dateSettings';
import { newDayOff } from '../events/dayOff';
import type { WorkingHours } from './freeTime';
import { offeredWeekPlan } from './weekPlanOffer';

beforeEach(() =>
  dateSettings.set({ ...DEFAULT_DATES, weekStart: 'monday', timeZone: 'Europe/Berlin' }),
);
afterEach(() => dateSettings.set(DEFAULT_DATES));

const work = { start: '09:00', end: '17:00' };
const HOURS = [work, work, work, work, work, null, null] as WorkingHours;
const WEEK = '2026-11-16';
const offered = (now: string, more: Partial<Parameters<typeof offeredWeekPlan>[0]> = {}) =>
  offeredWeekPlan({
    now: new Date(`${now}+01:00`),
    hours: HOURS,
    events: [],
    since: '2026-01-01',
    goals: [],
    ...more,
  });

it('planning is offered on working days, until work ends', () => {
  expect(offered('2026-11-15T23:59')).toBeUndefined();
  expect(offered('2026-11-16T00:00')).toBe(WEEK);
  expect(offered('2026-11-18T17:00')).toBeUndefined();
  expect(offered('2026-11-20T16:59')).toBe(WEEK);
  expect(offered('2026-11-20T17:00')).toBeUndefined();
});

it('a day off is no working day', () => {
  const events = [event(1, newDayOff('2026-11-16'))];
  expect(offered('2026-11-16T10:00', { events })).toBeUndefined();
  expect(offered('2026-11-17T10:00', { events })).toBe(WEEK);
});

it('a week with a goal of its own is planned', () => {
  const monday = '2026-11-16T10:00';
  expect(offered(monday, { goals: [goal(1, { day: WEEK })] })).toBeUndefined();
  expect(offered(monday, { goals: [goal(1, { day: '2026-11-09' })] })).toBe(WEEK);
  expect(offered(monday, { goals: [goal(1, { day: WEEK, span: 'month' })] })).toBe(WEEK);
});

it('a person who joined today is offered nothing', () => {
  expect(offered('2026-11-18T10:00', { since: '2026-11-18' })).toBeUndefined();
  expect(offered('2026-11-18T10:00', { since: '2026-11-17' })).toBe(WEEK);
});

it('nothing is offered without working days', () => {
  expect(offered('2026-11-18T10:00', { hours: Array<null>(7).fill(null) })).toBeUndefined();
});
