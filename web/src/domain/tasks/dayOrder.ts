import type { Task } from '@daymark/contract/task';
import { DAY_MS } from '@daymark/contract/time/units';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** After any date that has a place in eight digits. */
const LATEST_MS = DIGITS.length ** 8 - 1;

/**
 * Returns a task's place among those of its day, compared as text. One that was never moved has a place that follows from
 * it: those with a deadline first, the earliest before the others, then the newest first. So a move changes the
 * position of the moved task only, and two devices that move different tasks don't undo each other's moves.
 *
 * The places are those of fractional-indexing: its letter says how many digits its whole part has.
 */
export function dayKey(task: Task): string {
  if (task.position !== null) return task.position;
  const newestFirst =
    inDigits(LATEST_MS - Date.parse(task.createdAt), 8) +
    inDigits(Number.MAX_SAFE_INTEGER - task.id, 9);
  if (task.deadline === null) return `h${newestFirst}V`;
  const deadline = Date.parse(`${task.deadline}T00:00:00Z`);
  return `g${inDigits(Math.round(deadline / DAY_MS), 7)}${newestFirst}V`;
}

/** Tasks in the order of their day. */
export function inDayOrder<Item extends Task>(tasks: readonly Item[]): Item[] {
  const keyed = tasks.map((task) => ({ task, key: dayKey(task) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ task }) => task);
}

/** A number in `length` digits, so that larger ones come later as text. */
function inDigits(number: number, length: number): string {
  let text = '';
  for (
    let rest = Math.max(0, number);
    text.length < length;
    rest = Math.floor(rest / DIGITS.length)
  )
    text = DIGITS.charAt(rest % DIGITS.length) + text;
  return text;
}
