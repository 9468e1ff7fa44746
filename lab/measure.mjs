// @ts-check
import { CommandError } from '../tools/command/commandError.mjs';

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/**
 * Returns one object with the median of each number, and the last turn's value for everything else.
 * @template {object} Figures
 * @param {readonly Figures[]} turns
 * @returns {Figures}
 */
export function medians(turns) {
  const last = turns.at(-1);
  if (!last) throw new CommandError('Measure at least one run.');
  const figures = Object.entries(last).map(([key, value]) => [
    key,
    typeof value === 'number' ? median(turns.map((turn) => Number(Reflect.get(turn, key)))) : value,
  ]);
  return Object.fromEntries(figures);
}
