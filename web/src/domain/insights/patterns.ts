import { rankCorrelation, type RankCorrelation } from './rankCorrelation';

/** A day that the person rated, with the measures that its rating is compared with. */
export interface RatedDay {
  /** 1 to 5. */
  rating: number;
  focusMinutes: number;
  eventMinutes: number;
  longestGapMinutes: number;
}

/** At least this many rated days are needed to compute patterns. */
export const RATED_DAYS_MIN = 10;

/**
 * The significance level for the three comparisons together. The level is stricter than the usual 5 %, because people
 * look every day. A false pattern does more harm than a true one that is shown a week later.
 */
export const SIGNIFICANCE_LEVEL = 0.02;

export type Measure = Exclude<keyof RatedDay, 'rating'>;
const MEASURES: readonly Measure[] = ['focusMinutes', 'eventMinutes', 'longestGapMinutes'];

export interface Pattern {
  measure: Measure;
  /** Undefined if there are too few days, or if the rating or the measure never changes. */
  found: RankCorrelation | undefined;
  /** `p` corrected for the number of comparisons (Holm). */
  corrected: number;
  /** Whether the pattern is significant. */
  isClaimed: boolean;
}

/** Returns the correlation of the ratings with each measure. A pattern is claimed only if it is significant. */
export function patternsIn(days: readonly RatedDay[], permutations?: number): Pattern[] {
  const ratings = days.map(({ rating }) => rating);
  const looks = MEASURES.map((measure) => ({
    measure,
    found:
      days.length < RATED_DAYS_MIN
        ? undefined
        : rankCorrelation(
            ratings,
            days.map((day) => day[measure]),
            permutations,
          ),
  }));
  const corrected = holm(looks.map(({ found }) => found?.p));
  return looks.map((look, index) => {
    const p = corrected[index] ?? 1;
    return { ...look, corrected: p, isClaimed: look.found !== undefined && p < SIGNIFICANCE_LEVEL };
  });
}

/**
 * Applies Holm's correction. The smallest p is multiplied by n, the second smallest by n − 1, and so on. No corrected p
 * is smaller than the one before it.
 */
function holm(ps: readonly (number | undefined)[]): number[] {
  const made = ps.flatMap((p, index) => (p === undefined ? [] : [{ p, index }]));
  made.sort((a, b) => a.p - b.p);
  const corrected = ps.map(() => 1);
  let most = 0;
  made.forEach(({ p, index }, place) => {
    most = Math.max(most, Math.min(1, p * (made.length - place)));
    corrected[index] = most;
  });
  return corrected;
}
