import { seededRandom } from '../statistics/seededRandom';

/** The rank correlation of two measures. */
export interface RankCorrelation {
  n: number;
  /** Spearman's ρ: −1 to 1. */
  rho: number;
  /** The 95 % confidence interval of ρ (Fisher's z with the variance of Bonett and Wright). */
  low: number;
  high: number;
  /** The p-value of the permutation test. */
  p: number;
}

/** Number of permutations. The smallest p that this number of permutations can give is 1 in 4,000. */
const PERMUTATIONS = 3999;

/**
 * Returns Spearman's rank correlation with a two-sided permutation test, which is correct even with many equal values
 * such as ratings. Returns undefined with fewer than four values, or if `xs` or `ys` doesn't vary. The same values
 * always give the same result.
 */
export function rankCorrelation(
  xs: readonly number[],
  ys: readonly number[],
  permutations = PERMUTATIONS,
): RankCorrelation | undefined {
  const n = xs.length;
  if (n < 4) return undefined;
  const [a, b] = [standardised(ranks(xs)), standardised(ranks(ys))];
  if (!a || !b) return undefined;
  const rho = Math.min(1, Math.max(-1, dot(a, b)));
  const random = seededRandom(n);
  const shuffled = [...b];
  let asExtreme = 1;
  for (let i = 0; i < permutations; i++) {
    shuffle(shuffled, random);
    // A small tolerance, because sums of the same terms in another order differ by rounding.
    if (Math.abs(dot(a, shuffled)) >= Math.abs(rho) - 1e-12) asExtreme++;
  }
  const z = Math.atanh(Math.min(Math.abs(rho), 1 - 1e-12)) * Math.sign(rho);
  const margin = 1.96 * Math.sqrt((1 + rho ** 2 / 2) / (n - 3));
  return {
    n,
    rho,
    low: Math.tanh(z - margin),
    high: Math.tanh(z + margin),
    p: asExtreme / (permutations + 1),
  };
}

/** Returns ranks from 1. Equal values share the mean of their ranks. */
export function ranks(values: readonly number[]): number[] {
  const places = new Map<number, { sum: number; count: number }>();
  values
    .toSorted((a, b) => a - b)
    .forEach((value, index) => {
      const { sum, count } = places.get(value) ?? { sum: 0, count: 0 };
      places.set(value, { sum: sum + index + 1, count: count + 1 });
    });
  return values.map((value) => {
    const { sum, count } = places.get(value) ?? { sum: 0, count: 1 };
    return sum / count;
  });
}

/**
 * Returns the values with mean 0 and length 1, or undefined if the values don't vary. The correlation of such values is
 * a dot product.
 */
function standardised(values: readonly number[]): number[] | undefined {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const length = Math.hypot(...centred);
  return length > 0 ? centred.map((value) => value / length) : undefined;
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function shuffle(values: number[], random: () => number): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [values[i], values[j]] = [values[j] ?? 0, values[i] ?? 0];
  }
}
