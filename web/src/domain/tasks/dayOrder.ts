import type { Task } from '@daymark/contract/task';
import { DAY_MS } from '@daymark/contract/time/units';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest number that eight of these digits can write. As ms since 1970, this number is in the year 8888. */
const LATEST_MS = DIGITS.length ** 8 - 1;

/**
 * Returns a task's position among the tasks of its day. Positions are compared as text. A task that was never moved has
 * a position that follows from its fields: tasks with a deadline come first, by deadline, and then the newest come
 * first. A move therefore changes the position of the moved task only. Two devices that move different tasks don't undo
 * each other's moves.
 *
 * Positions have the format of the package fractional-indexing. The first letter of a position says how many digits the
 * whole part has.
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

/**
 * Returns the tasks of a day in their order: first those with a start, by start, then the others by position. `startOf`
 * returns the start of a task's block on that day, in ms since 1970.
 */
export function inDayOrder<Item extends Task>(
  tasks: readonly Item[],
  startOf: (task: Item) => number | undefined = () => undefined,
): Item[] {
  const keyed = tasks.map((task) => ({
    task,
    start: startOf(task) ?? Number.MAX_VALUE,
    key: dayKey(task),
  }));
  return keyed
    .sort((a, b) => a.start - b.start || (a.key < b.key ? -1 : 1))
    .map(({ task }) => task);
}

/** Writes a number in `length` digits, so that larger numbers come later as text. */
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
