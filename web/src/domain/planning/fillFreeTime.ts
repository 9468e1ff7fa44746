import { MINUTE_MS } from '@daymark/contract/time/units';
import type { TimeSpan } from '../../lib/time/timeSpans';

/* Fill free time (product §4): time blocks for the tasks of a day. Moments are in ms since 1970. */

/** The step of a block's start and length, in minutes. 10:07 becomes 10:15. */
const BLOCK_STEP = 15;
const BLOCK_STEP_MS = BLOCK_STEP * MINUTE_MS;

/** The length of a block for a task without an estimate, or with nothing left of it, in minutes. */
const DEFAULT_BLOCK = 30;

/**
 * Returns the length of a task's block, in minutes. The length is at least `remaining`, the rest of the task's estimate
 * in minutes. `remaining` is null without an estimate.
 */
export function blockMinutes(remaining: number | null): number {
  if (remaining === null || remaining <= 0) return DEFAULT_BLOCK;
  return Math.ceil(remaining / BLOCK_STEP) * BLOCK_STEP;
}

/** A task that needs a block, and how long the block is. */
export interface Wanted {
  id: number;
  minutes: number;
}

/** The proposal of Fill free time. */
export interface Filling {
  /** The span of each task's block, by the task's id. */
  spans: ReadonlyMap<number, TimeSpan>;
  /** The tasks that fit nowhere, in the order of the list. */
  unplaced: readonly number[];
}

/** Puts each task into the first gap that is long enough, in the order of the list. No task is split. */
export function fillFreeTime(wanted: readonly Wanted[], gaps: readonly TimeSpan[]): Filling {
  const left = gaps.map(({ from, to }) => ({ from: startIn(from), to }));
  const spans = new Map<number, TimeSpan>();
  const unplaced: number[] = [];
  for (const { id, minutes } of wanted) {
    const length = minutes * MINUTE_MS;
    const gap = left.find(({ from, to }) => to - from >= length);
    if (!gap) {
      unplaced.push(id);
      continue;
    }
    spans.set(id, { from: gap.from, to: gap.from + length });
    gap.from = startIn(gap.from + length);
  }
  return { spans, unplaced };
}

/**
 * Returns the first quarter of an hour at or after a moment. In every current time zone, the offset from UTC is a
 * multiple of 15 minutes. A multiple of 15 minutes since 1970 is therefore a quarter of an hour on the clock.
 */
const startIn = (from: number): number => Math.ceil(from / BLOCK_STEP_MS) * BLOCK_STEP_MS;
