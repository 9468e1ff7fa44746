import { MINUTE_MS } from '@daymark/contract/time/units';
import type { LocalDay } from '../../lib/time/dates';
import { plainDuration } from '../../lib/time/durationText';
import { coveredMs, gapsIn, type TimeSpan } from '../../lib/time/timeSpans';

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

/** The shortest part of a task that is split, in minutes. */
const SHORTEST_PART = 30;
const SHORTEST_PART_MS = SHORTEST_PART * MINUTE_MS;

/** A task that needs time blocks. */
export interface Wanted {
  id: number;
  /** How long the blocks are together, in minutes. */
  minutes: number;
  /** The moment of the day at which the task usually begins. */
  usualStart?: number | undefined;
  isPriority?: boolean;
  deadline?: LocalDay | null;
}

/** A task that did not wholly fit. */
export interface Unplaced {
  id: number;
  minutes: number;
  /** How much of the task got a block, in minutes. */
  placed: number;
}

/** The proposal of Fill free time. */
export interface Filling {
  /** The spans of each task's blocks, by the task's id, earliest first. */
  spans: ReadonlyMap<number, readonly TimeSpan[]>;
  /** The tasks that did not wholly fit, in the order in which they were placed. */
  unplaced: readonly Unplaced[];
}

/** Returns tasks in the order in which they get time: priorities, then the nearest deadlines, then the list's order. */
export const inFillOrder = <Task extends Pick<Wanted, 'isPriority' | 'deadline'>>(
  tasks: readonly Task[],
): Task[] =>
  tasks.toSorted(
    (a, b) =>
      Number(b.isPriority ?? false) - Number(a.isPriority ?? false) ||
      compareDeadlines(a.deadline ?? null, b.deadline ?? null),
  );

function compareDeadlines(a: LocalDay | null, b: LocalDay | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

/**
 * Puts tasks into gaps. Each task goes to its usual time if a gap has it, or else into the first gap that holds the
 * task whole. A task that no gap holds whole is split into parts of at least 30 minutes.
 */
export function fillFreeTime(wanted: readonly Wanted[], gaps: readonly TimeSpan[]): Filling {
  let left = gaps.map(({ from, to }) => ({ from: startIn(from), to: endIn(to) }));
  const spans = new Map<number, readonly TimeSpan[]>();
  const unplaced: Unplaced[] = [];
  for (const { id, minutes, usualStart } of inFillOrder(wanted)) {
    const length = minutes * MINUTE_MS;
    const whole = wholeSpan(left, length, usualStart);
    const parts = whole ? [whole] : partsIn(left, length);
    left = left.flatMap((gap) => gapsIn(gap, parts));
    if (parts.length > 0) spans.set(id, parts);
    if (!whole && coveredMs(parts) < length)
      unplaced.push({ id, minutes, placed: coveredMs(parts) / MINUTE_MS });
  }
  return { spans, unplaced };
}

/** Returns the span of a task that is not split, or undefined if no gap is long enough. */
function wholeSpan(
  gaps: readonly TimeSpan[],
  length: number,
  usualStart: number | undefined,
): TimeSpan | undefined {
  const usual = usualStart !== undefined && startIn(usualStart);
  const isUsual = gaps.some(({ from, to }) => usual && usual >= from && usual + length <= to);
  const from = isUsual && usual ? usual : gaps.find((gap) => gap.to - gap.from >= length)?.from;
  return from === undefined ? undefined : { from, to: from + length };
}

/** Returns the parts of a task that no gap holds whole. The parts fill the gaps in order. */
function partsIn(gaps: readonly TimeSpan[], length: number): TimeSpan[] {
  const roomy = gaps.filter(({ from, to }) => to - from >= SHORTEST_PART_MS);
  const parts: TimeSpan[] = [];
  let rest = length;
  for (const [index, { from, to }] of roomy.entries()) {
    if (rest < SHORTEST_PART_MS) break;
    let part = Math.min(to - from, rest);
    const after = rest - part;
    // Leaves enough for the next part. The last gap is filled, because no part follows.
    if (after > 0 && after < SHORTEST_PART_MS && index < roomy.length - 1)
      part = Math.max(SHORTEST_PART_MS, rest - SHORTEST_PART_MS);
    parts.push({ from, to: from + part });
    rest -= part;
  }
  return parts;
}

/**
 * Returns a sentence that says why a task did not wholly fit. `workingHours` says whether the day still has working
 * hours.
 */
export function unplacedReason(
  { minutes, placed }: Unplaced,
  workingHours: 'ahead' | 'over' | 'none',
): string {
  if (placed > 0) return `${plainDuration(placed)} fit. The rest has no room.`;
  if (workingHours === 'none') return 'A day off.';
  if (workingHours === 'over') return 'The day is over.';
  return `No free time of ${Math.min(minutes, SHORTEST_PART)} minutes is left.`;
}

/**
 * Returns the first quarter of an hour at or after a moment. In every current time zone, the offset from UTC is a
 * multiple of 15 minutes. A multiple of 15 minutes since 1970 is therefore a quarter of an hour on the clock.
 */
const startIn = (from: number): number => Math.ceil(from / BLOCK_STEP_MS) * BLOCK_STEP_MS;

/** Returns the last quarter of an hour at or before a moment. */
const endIn = (to: number): number => Math.floor(to / BLOCK_STEP_MS) * BLOCK_STEP_MS;
