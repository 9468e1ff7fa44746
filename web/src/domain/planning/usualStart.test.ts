import { event, task } from '@daymark/contract/test/records';
import { expect, it } from 'vitest';
import { addDays, localInstant, timeOnDay } from '../../lib/time/dates';
import { usualStart } from './usualStart';

const FRIDAY = '2026-11-20';
const report = task(1, { title: 'Report' });
/** Returns a block that began this many days before Friday, at this hour. */
const block = (daysAgo: number, hour: number, title = 'report', taskId: number | null = 50) =>
  event(daysAgo, {
    title,
    taskId,
    start: localInstant(timeOnDay(addDays(FRIDAY, -daysAgo), hour * 60)),
  });
const startFrom = (...blocks: ReturnType<typeof block>[]) =>
  usualStart(report, FRIDAY, blocks, [report]);
const at = (hour: number) => timeOnDay(FRIDAY, hour * 60).getTime();

it('the usual start is the median of earlier blocks with the same title', () => {
  expect(startFrom(block(1, 14), block(2, 14.5), block(3, 13), block(4, 9, 'Other'))).toBe(at(14));
});

it('blocks of the same series count under any title', () => {
  const blocks = [1, 2, 3].map((days) => block(days, 8, 'Old title', 60 + days));
  const series = blocks.map(({ taskId }) => task(taskId ?? 0, { seriesId: 9 }));
  expect(usualStart(task(1, { seriesId: 9 }), FRIDAY, blocks, series)).toBe(at(8));
});

it('two blocks, today’s blocks and events make no usual start', () => {
  expect(startFrom(block(1, 14), block(2, 14))).toBeUndefined();
  expect(startFrom(block(1, 14), block(2, 14), block(0, 14))).toBeUndefined();
  expect(startFrom(block(1, 14), block(2, 14), block(3, 14, 'report', null))).toBeUndefined();
});

it('blocks at very different times make no usual start', () => {
  expect(startFrom(block(1, 6), block(2, 9), block(3, 13), block(4, 17))).toBeUndefined();
});
