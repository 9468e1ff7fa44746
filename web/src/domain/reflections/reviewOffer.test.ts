import { DEFAULT_DATES } from '@daymark/contract/time/defaultDates';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dateSettings } from '../../lib/time/dateSettings';
import type { WorkingHours } from '../planning/freeTime';
import { offeredReview } from './reviewOffer';

beforeEach(() =>
  dateSettings.set({ ...DEFAULT_DATES, weekStart: 'monday', timeZone: 'Europe/Berlin' }),
);
afterEach(() => dateSettings.set(DEFAULT_DATES));

const work = { start: '09:00', end: '17:00' };
const HOURS = [work, work, work, work, work, null, null] as WorkingHours;
const offered = (now: string, more: Partial<Parameters<typeof offeredReview>[0]> = {}) =>
  offeredReview({
    now: new Date(now),
    hours: HOURS,
    events: [],
    since: '2026-01-01',
    reviewed: [],
    ...more,
  });

it('the week is offered from the end of its last working day until the week ends', () => {
  expect(offered('2026-11-20T16:59:00+01:00')).toBeUndefined();
  expect(offered('2026-11-20T17:00:00+01:00')).toBe('2026-11-16');
  expect(offered('2026-11-22T23:59:00+01:00')).toBe('2026-11-16');
  expect(offered('2026-11-23T00:00:00+01:00')).toBeUndefined();
});

it('a reviewed week is not offered, nor one in which the account was created on its last day', () => {
  const friday = '2026-11-20T18:00:00+01:00';
  expect(offered(friday, { reviewed: ['2026-11-16'] })).toBeUndefined();
  expect(offered(friday, { since: '2026-11-20' })).toBeUndefined();
  expect(offered(friday, { since: '2026-11-19', reviewed: ['2026-11-09'] })).toBe('2026-11-16');
});

it('nothing is offered without working days', () => {
  const hours = Array<null>(7).fill(null);
  expect(offered('2026-11-22T18:00:00+01:00', { hours })).toBeUndefined();
});
