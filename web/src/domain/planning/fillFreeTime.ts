import { MINUTE_MS } from '@daymark/contract/time/units';
import { plainDuration } from '../../lib/time/durationText';
import { gapsIn, type TimeSpan } from '../../lib/time/timeSpans';

/* Fill free time (product §4): time blocks for the tasks of a day. Moments are in ms since 1970. */

/** The step of a block's start and length, in minutes. 10:07 becomes 10:15. */
const BLOCK_STEP = 15;
const BLOCK_STEP_MS = BLOCK_STEP * MINUTE_MS;

/** The length of a block for a task without an estimate, or with nothing left of it, in minutes. */
const DEFAULT_BLOCK = 30;

/** The shortest part of a task that is split, in minutes. */
const PART_MIN = 30;
const PART_MIN_MS = PART_MIN * MINUTE_MS;

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

/** A task that doesn't fit, or only in part. Durations are in minutes. */
export interface Unplaced {
  id: number;
  /** How much of the task did not fit. */
  missing: number;
  /** How much of the task was placed. */
  placed: number;
  /** The longest gap that was left when the task's turn came. */
  longestGap: number;
}

/** Returns why a task did not fit: "1h of 2h fit. No free time is left for the rest." */
export function unplacedText({ missing, placed, longestGap }: Unplaced): string {
  const all = plainDuration(placed + missing);
  if (placed > 0)
    return `${plainDuration(placed)} of ${all} fit. No free time is left for the rest.`;
  if (longestGap < BLOCK_STEP) return `${all}: no free time is left.`;
  return `${all}: the longest free time that is left is ${plainDuration(longestGap)}.`;
}

/** The proposal of Fill free time. */
export interface Filling {
  /** The spans of each task's blocks, by the task's id. A task that was split has several. */
  spans: ReadonlyMap<number, readonly TimeSpan[]>;
  /** The tasks that did not fit, in the order of the list. */
  unplaced: readonly Unplaced[];
}

/**
 * Puts each task into the first gap that is long enough, in the order of the list. If there is none, the task is split
 * into parts of at least `PART_MIN`, in the first gaps that hold one.
 */
export function fillFreeTime(wanted: readonly Wanted[], gaps: readonly TimeSpan[]): Filling {
  let left = gaps.map(({ from, to }) => ({ from: startIn(from), to })).filter(isSpan);
  const spans = new Map<number, TimeSpan[]>();
  const unplaced: Unplaced[] = [];
  for (const { id, minutes } of wanted) {
    const longestMs = Math.max(0, ...left.map(({ from, to }) => to - from));
    const parts = partsOf(minutes * MINUTE_MS, left);
    const placed = parts.reduce((sum, { from, to }) => sum + to - from, 0) / MINUTE_MS;
    if (parts.length > 0) spans.set(id, parts);
    if (placed < minutes)
      unplaced.push({
        id,
        missing: minutes - placed,
        placed,
        longestGap: Math.floor(longestMs / MINUTE_MS),
      });
    left = left
      .flatMap((gap) => gapsIn(gap, parts))
      .map(({ from, to }) => ({ from: startIn(from), to }))
      .filter(isSpan);
  }
  return { spans, unplaced };
}

/** Returns the spans for a task of this length: one if a gap holds all of it, or else its parts, as far as they fit. */
function partsOf(lengthMs: number, gaps: readonly TimeSpan[]): TimeSpan[] {
  const whole = gaps.find(({ from, to }) => to - from >= lengthMs);
  if (whole) return [{ from: whole.from, to: whole.from + lengthMs }];
  const parts: TimeSpan[] = [];
  let rest = lengthMs;
  const long = gaps.filter(({ from, to }) => to - from >= PART_MIN_MS);
  for (const [index, { from, to }] of long.entries()) {
    const most = Math.min(rest, Math.floor((to - from) / BLOCK_STEP_MS) * BLOCK_STEP_MS);
    const isLast = index === long.length - 1;
    // Unless this is the last gap, what is left must be long enough for another part.
    const length = isLast || rest === most ? most : Math.min(most, rest - PART_MIN_MS);
    if (length < PART_MIN_MS) continue;
    parts.push({ from, to: from + length });
    rest -= length;
    if (rest === 0) break;
  }
  return parts;
}

const isSpan = ({ from, to }: TimeSpan): boolean => to > from;

/**
 * Returns the first quarter of an hour at or after a moment. In every current time zone, the offset from UTC is a
 * multiple of 15 minutes. A multiple of 15 minutes since 1970 is therefore a quarter of an hour on the clock.
 */
const startIn = (from: number): number => Math.ceil(from / BLOCK_STEP_MS) * BLOCK_STEP_MS;
