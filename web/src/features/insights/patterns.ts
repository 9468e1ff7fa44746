import { rankCorrelation, type RankCorrelation } from './rankCorrelation';

/** A day that the person rated, with what the rating is held against. */
export interface RatedDay {
  /** 1 to 5. */
  rating: number;
  focusMinutes: number;
  meetingMinutes: number;
  longestGapMinutes: number;
}

/** Fewer rated days than that carry nothing. */
export const RATED_DAYS_MIN = 10;

/**
 * Chance may speak in that share of all looks at the three comparisons together. Stricter than the usual 5 %: people
 * look again each day, and a pattern that isn't there does more harm than one that is shown a week later.
 */
const LEVEL = 0.02;

export type Measure = Exclude<keyof RatedDay, 'rating'>;
const MEASURES: readonly Measure[] = ['focusMinutes', 'meetingMinutes', 'longestGapMinutes'];

export interface Pattern {
  measure: Measure;
  /** Undefined where the days carry none: too few, or one of the two never changes. */
  found: RankCorrelation | undefined;
  /** `p` for as many comparisons as were made (Holm). */
  corrected: number;
  /** Whether to say that there is something. */
  isClaimed: boolean;
}

/** What the ratings go together with; claimed only where chance is an unlikely reason. */
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
    return { ...look, corrected: p, isClaimed: look.found !== undefined && p < LEVEL };
  });
}

/** Holm's correction: the least p times their number, the next times one less, and never less than the one before. */
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
