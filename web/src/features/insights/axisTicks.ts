/** At most this many ticks on an axis, besides 0. */
const TICKS_MAX = 4;

/** Round steps for axes of hours and of counts. */
export const HOUR_STEPS = [0.25, 0.5, 1, 2, 3, 6, 12, 24] as const;
export const COUNT_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** Returns evenly spaced values for an axis, from 0 to the first value that is at least `most`. */
export function evenTicks(most: number, steps: readonly number[]): number[] {
  const step = steps.find((one) => most / one <= TICKS_MAX) ?? Math.ceil(most / TICKS_MAX);
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** At most this many labels fit beside each other on a phone. */
const LABELS_MAX = 6;

/** Returns n, where writing every nth label doesn't crowd the axis. */
export const labelStep = (labels: number): number => Math.ceil(labels / LABELS_MAX);
