import { describe, expect, it } from 'vitest';
import { localInstant, timeOnDay } from '../../lib/time/dates';
import { blockText, isBlockOver, shownBlocks } from './shownBlocks';

const TODAY = '2026-11-20';
const at = (day: string, time: number) => localInstant(timeOnDay(day, time * 60));
const block = (from: number, to: number, day = TODAY, toDay = day) => ({
  taskId: 1,
  start: at(day, from),
  end: at(toDay, to),
});
const NOW = timeOnDay(TODAY, 12 * 60);
const shownOf = (...blocks: ReturnType<typeof block>[]) => {
  const inAnyOrder = [blocks, blocks.toReversed()].map((some) => shownBlocks(some, NOW).get(1));
  expect(inAnyOrder[0]).toBe(inAnyOrder[1]);
  return inAnyOrder[0];
};

describe('a row shows', () => {
  it('its task’s next block that is not over', () => {
    const running = block(11.5, 12.5);
    expect(shownOf(block(9, 10), block(15, 16), running, block(8, 9, '2026-11-21'))).toBe(running);
  });

  it('the block of another day rather than one of today that is over', () => {
    const tomorrow = block(9, 10, '2026-11-21');
    expect(shownOf(block(9, 10), tomorrow)).toBe(tomorrow);
  });

  it('today’s last block if all are over', () => {
    const last = block(10, 11);
    expect(shownOf(block(9, 10), last, block(20, 21, '2026-11-19'))).toBe(last);
    expect(isBlockOver(last, NOW)).toBe(true);
  });

  it('no block of an earlier day, and no event', () => {
    expect(shownOf(block(9, 10, '2026-11-19'))).toBeUndefined();
    expect(shownBlocks([{ ...block(15, 16), taskId: null }], NOW).size).toBe(0);
  });
});

it('a block of today shows its times, and one of another day its day and start', () => {
  expect(blockText(block(9.25, 9.75), TODAY)).toBe('9:15 – 9:45 AM');
  expect(blockText(block(9.25, 9.75, '2026-11-21'), TODAY)).toBe('Tomorrow 9:15 AM');
  expect(blockText(block(9.25, 9.75, '2026-11-27'), TODAY)).toBe('Fri, Nov 27 9:15 AM');
});

it('a block of the day that the list names shows only its times', () => {
  expect(blockText(block(9.25, 9.75, '2026-11-21'), TODAY, '2026-11-21')).toBe('9:15 – 9:45 AM');
});

it('a block that has been running since yesterday is today’s', () => {
  expect(blockText(block(23, 13, '2026-11-19', TODAY), TODAY)).toBe('Until 1 PM');
});
