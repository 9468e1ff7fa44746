/** How many values an axis has at most, besides 0. */
const TICKS_MAX = 4;

/** Round steps of hours, and of whole things. */
export const HOUR_STEPS = [0.25, 0.5, 1, 2, 3, 6, 12, 24] as const;
export const COUNT_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** Evenly spaced values for an axis, from 0 to the first that is at least `most`. */
export function evenTicks(most: number, steps: readonly number[]): number[] {
  const step = steps.find((one) => most / one <= TICKS_MAX) ?? Math.ceil(most / TICKS_MAX);
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** How many labels fit beside each other on a phone. */
const LABELS_MAX = 6;

/** Every how many labels one is written, so that they don't crowd. */
export const labelStep = (labels: number): number => Math.ceil(labels / LABELS_MAX);
