import { countText } from '../../lib/text/numbers';
import { InsightPanel } from './InsightPanel';
import css from './PatternList.module.css';
import {
  RATED_DAYS_MIN,
  SIGNIFICANCE_LEVEL,
  type Measure,
  type Pattern,
} from '../../domain/insights/patterns';

/** A measure's name, and the sentences for days with more of it: `up` if they are rated higher, `down` if lower. */
const WORDS: Record<Measure, { name: string; up: string; down: string }> = {
  focusMinutes: {
    name: 'Focus time',
    up: 'Days with more focus time are rated higher.',
    down: 'Days with more focus time are rated lower.',
  },
  eventMinutes: {
    name: 'Time in events',
    up: 'Days with more time in events are rated higher.',
    down: 'Days with more time in events are rated lower.',
  },
  longestGapMinutes: {
    name: 'Longest free gap',
    up: 'Days with a longer free gap are rated higher.',
    down: 'Days with a longer free gap are rated lower.',
  },
};

interface PatternListProps {
  patterns: readonly Pattern[];
  ratedDays: number;
}

/** Says for each measure whether the ratings follow it, with the statistics. */
export function PatternList({ patterns, ratedDays }: PatternListProps) {
  const hasEnoughDays = ratedDays >= RATED_DAYS_MIN;
  return (
    <InsightPanel title="Patterns" className={css.panel}>
      {!hasEnoughDays ? (
        <p>
          Rate {countText(RATED_DAYS_MIN - ratedDays, 'more day', 'more days')} in your reflections
          to see patterns.
        </p>
      ) : (
        <>
          <ul>
            {patterns.map((pattern) => (
              <PatternRow key={pattern.measure} {...pattern} />
            ))}
          </ul>
          <p>
            Correlation isn’t causation. A pattern is clear only if p is below {SIGNIFICANCE_LEVEL}.
            Unlike the 95% range, p allows for the number of comparisons, so a range without zero
            can still be chance. ρ is Spearman’s rank correlation. p comes from a permutation test.
          </p>
        </>
      )}
    </InsightPanel>
  );
}

function PatternRow({ measure, found, corrected, isClaimed }: Pattern) {
  const { name, up, down } = WORDS[measure];
  return (
    <li data-claimed={isClaimed}>
      <strong>
        {!found
          ? `${name}: the same on all rated days, so there is nothing to compare.`
          : isClaimed
            ? found.rho > 0
              ? up
              : down
            : `${name}: no clear pattern.`}
      </strong>
      {found && (
        <small>
          n = {found.n} days, ρ = {signed(found.rho)} (95% between {signed(found.low)} and{' '}
          {signed(found.high)}), p {corrected < 0.001 ? '< 0.001' : `= ${corrected.toFixed(3)}`}
        </small>
      )}
    </li>
  );
}

const signed = (value: number) => value.toFixed(2).replace('-', '−');
