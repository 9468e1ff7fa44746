/** A median with the range that holds in about 8 of 10 cases, and the number of values that it comes from. */
export interface Range {
  median: number;
  low: number;
  high: number;
  count: number;
}

/** The shares of values below the ends of a range. Between them lie 80 %. */
const LOW = 0.1;
const HIGH = 0.9;

/** Returns the range of values. The list must not be empty. */
export function rangeOf(values: readonly number[]): Range {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    low: quantile(sorted, LOW),
    median: quantile(sorted, 0.5),
    high: quantile(sorted, HIGH),
    count: values.length,
  };
}

/**
 * Returns the value below which the next value lies with a chance of `share`. `sorted` is in ascending order. The
 * positions divide the line into n + 1 equal parts, so that the range is wide enough with few values.
 */
export function quantile(sorted: readonly number[], share: number): number {
  const position = Math.min(sorted.length, Math.max(1, (sorted.length + 1) * share)) - 1;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position % 1);
}
