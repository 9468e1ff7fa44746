import { expect, it } from 'vitest';
import { addDays, weekdayOf } from '../../lib/time/dates';
import { promisedDate, promisedText, type OpenWork, type PromiseInput } from './promisedDate';
import type { PastDay } from './pastDays';

/** A Monday. */
const TODAY = '2026-11-23';

/** Past working days with two hours of focus each, the latest first. Weekends are off. */
const past = (count: number): PastDay[] =>
  Array.from({ length: count * 2 }, (_, back) => addDays(TODAY, -1 - back))
    .filter((day) => weekdayOf(day) < 6)
    .slice(0, count)
    .map((day) => ({ day, focused: 120, free: 480 }));

const coming = (free: (day: string) => number | undefined = () => 480) =>
  Array.from({ length: 60 }, (_, index) => {
    const day = addDays(TODAY, index);
    const minutes = weekdayOf(day) < 6 ? free(day) : undefined;
    return { day, free: minutes, most: minutes ?? 0 };
  });

const open = (left: number, about: Partial<OpenWork> = {}): OpenWork => ({
  left,
  focused: 0,
  day: null,
  ...about,
});

/** A person who always does two hours a day and estimates exactly. */
const steady = (about: Partial<PromiseInput>): PromiseInput => ({
  work: [open(360)],
  queue: [],
  past: past(30),
  coming: coming(),
  ratios: Array<number>(20).fill(1),
  focusedToday: 0,
  ...about,
});

it('someone who does the same each day finishes when the work divided by it says', () => {
  const promise = promisedDate(steady({}))!;
  expect(promise).toMatchObject({ likely: '2026-11-25', safe: '2026-11-25', ahead: 0, daysOff: 0 });
  expect(promise.work).toEqual({ low: 360, median: 360, high: 360, count: 20 });
  expect(promise.daily).toEqual({ low: 120, median: 120, high: 120, count: 30 });
});

it('weekends and days off put the date off', () => {
  const promise = promisedDate(steady({ work: [open(720)] }))!;
  expect(promise).toMatchObject({ safe: '2026-11-30', daysOff: 2 });
  const isOff = (day: string) => (day === '2026-11-26' ? undefined : 480);
  expect(promisedDate(steady({ work: [open(720)], coming: coming(isOff) }))).toMatchObject({
    safe: '2026-12-01',
    daysOff: 3,
  });
});

it('a full day takes no work', () => {
  const days = coming().map((one, index) => (index === 1 ? { ...one, most: 0 } : one));
  expect(promisedDate(steady({ coming: days }))?.safe).toBe('2026-11-26');
});

it('days with little free time take less work', () => {
  expect(promisedDate(steady({ coming: coming(() => 120) }))?.safe).toBe('2026-11-27');
});

it('what is planned before is done first', () => {
  const queue = [open(120, { day: '2026-11-24' }), open(600, { day: '2027-01-10' })];
  expect(promisedDate(steady({ queue }))).toMatchObject({ safe: '2026-11-26', ahead: 120 });
});

it('what is planned for later than the work waits', () => {
  const work = [open(360, { day: '2026-11-23' })];
  const queue = [open(120, { day: '2026-11-24' })];
  expect(promisedDate(steady({ work, queue }))?.safe).toBe('2026-11-25');
});

it('work that is planned for a later day doesn’t begin before it', () => {
  const work = [open(360, { day: '2026-11-30' })];
  expect(promisedDate(steady({ work }))?.safe).toBe('2026-12-02');
  const due = [open(360, { day: '2026-11-30', mayBeginEarlier: true })];
  expect(promisedDate(steady({ work: due }))?.safe).toBe('2026-11-25');
});

it('today’s focus so far is used up', () => {
  expect(promisedDate(steady({ focusedToday: 120 }))?.safe).toBe('2026-11-26');
});

it('work that took longer than its estimate still needs some time', () => {
  const promise = promisedDate(steady({ work: [open(0, { focused: 300 })] }))!;
  expect(promise.work.median).toBe(30);
});

it('the 80 % date of uncertain work is later than its 50 % date', () => {
  const ratios = [0.5, 0.6, 0.8, 0.9, 1, 1, 1.2, 1.5, 2, 3];
  const promise = promisedDate(steady({ work: [open(900)], ratios }))!;
  expect(promise.safe > promise.likely).toBe(true);
  expect(promisedDate(steady({ work: [open(900)], ratios }))).toEqual(promise);
});

it('nothing is promised without evidence', () => {
  expect(promisedDate(steady({ past: past(9) }))).toBeUndefined();
  expect(promisedDate(steady({ ratios: Array<number>(9).fill(1) }))).toBeUndefined();
  expect(promisedDate(steady({ work: [] }))).toBeUndefined();
  expect(promisedDate(steady({ coming: [] }))).toBeUndefined();
  expect(promisedDate(steady({ work: [open(100_000)] }))).toBeUndefined();
});

it('a promise names both days', () => {
  const promise = { ...promisedDate(steady({}))!, likely: '2026-12-03', safe: '2027-01-05' };
  expect(promisedText(promise, new Date(`${TODAY}T09:00:00`))).toBe(
    '50% by Thu, Dec 3 · 80% by Tue, Jan 5, 2027',
  );
});
