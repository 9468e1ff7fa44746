import type { Category } from '@daymark/contract/category';
import { useId } from 'react';
import {
  estimateRangeText,
  guessHabits,
  titleHabits,
  type DoneTask,
  type Habit,
} from '../../domain/planning/estimateRange';
import { plainDuration } from '../../lib/time/durationText';
import { InsightPanel } from './InsightPanel';
import css from './EstimatePanel.module.css';
import { estimateText, type EstimateCheck } from '../../domain/insights/estimateSums';

/** At most this many tasks are listed. A longer list ends in "and 12 more". */
const MOST = 6;

/** At most this many titles are listed with their usual time. */
const TITLES_MOST = 3;

interface EstimatePanelProps {
  /** The tasks completed in the period that is shown. */
  checks: readonly EstimateCheck[];
}

/** Compares the first estimates of completed tasks with the focus time that the tasks took. */
export function EstimatePanel({ checks }: EstimatePanelProps) {
  return (
    <InsightPanel title="Estimated vs. actual" className={css.panel}>
      <p>
        {estimateText(checks) ??
          'Give a task an estimate and focus on it. The time it took is shown here.'}
      </p>
      {checks.length > 0 && (
        <ul aria-label="Estimated vs. actual">
          {checks.slice(0, MOST).map(({ id: key, title, estimated, took }) => (
            <li key={key}>
              <span dir="auto">{title}</span>
              <strong>{plainDuration(took)}</strong>
              <small>of {plainDuration(estimated)}</small>
              <i
                aria-hidden="true"
                style={{
                  width: `${Math.min(1, took / Math.max(took, estimated)) * 100}%`,
                  backgroundColor: took > estimated ? 'var(--field-line)' : 'var(--accent)',
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {checks.length > MOST && <p>and {checks.length - MOST} more</p>}
    </InsightPanel>
  );
}

interface EstimateHabitsProps {
  className: string | undefined;
  /** All completed tasks with focus, the earliest first. */
  done: readonly DoneTask[];
  categories: readonly Category[];
}

/** Says what usually becomes of an estimate, as ranges with the number of tasks that they come from. */
export function EstimateHabits({ className, done, categories }: EstimateHabitsProps) {
  const [guesses, titles] = [guessHabits(done, categories), titleHabits(done, TITLES_MOST)];
  if (guesses.length + titles.length === 0) return null;
  return (
    <InsightPanel title="What your estimates become" className={className}>
      <div className={css.columns}>
        <Habits title="By category" habits={guesses} />
        <Habits title="Tasks you do again" habits={titles} />
      </div>
    </InsightPanel>
  );
}

/** A list of ranges with their counts. Nothing is shown without evidence. */
function Habits({ title, habits }: { title: string; habits: readonly Habit[] }) {
  const id = useId();
  if (habits.length === 0) return null;
  return (
    <div>
      <h3 id={id}>{title}</h3>
      <dl className={css.habits} aria-labelledby={id}>
        {habits.map(({ name, range }) => (
          <div key={name}>
            <dt dir="auto">{name}</dt>
            <dd>{estimateRangeText(range)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
