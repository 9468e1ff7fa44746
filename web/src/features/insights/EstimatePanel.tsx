import { useId } from 'react';
import { plainDuration } from '../../lib/time/durationText';
import { Panel } from '../../ui/layout/Panel';
import css from './FocusShares.module.css';
import { estimateText, type EstimateCheck } from '../../domain/insights/estimateSums';

/** At most this many tasks are listed. A longer list ends in "and 12 more". */
const MOST = 6;

/** Compares the first estimates of completed tasks with the focus time that the tasks took. */
export function EstimatePanel({ checks }: { checks: readonly EstimateCheck[] }) {
  const id = useId();
  return (
    <Panel className={css.panel} aria-labelledby={id}>
      <h2 id={id}>Estimated vs. actual</h2>
      <p>
        {estimateText(checks) ??
          'Give a task an estimate and focus on it. The time it took is shown here.'}
      </p>
      {checks.length > 0 && (
        <ul aria-labelledby={id}>
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
    </Panel>
  );
}
