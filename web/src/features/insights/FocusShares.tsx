import { percentText } from '../../lib/text/numbers';
import { useId } from 'react';
import { durationText } from '../../lib/time/durationText';
import { Panel } from '../../ui/layout/Panel';
import { colorStyle } from '../../lib/visibleColor';
import css from './FocusShares.module.css';
import type { FocusShare } from '../../domain/insights/focusSums';

interface FocusSharesProps {
  title: string;
  shares: readonly FocusShare[];
  /** Shown when there is no focus time. */
  empty: string;
}

/** At most this many shares are listed. A longer list ends in "and 12 more". */
const MOST = 6;

/** Focus time by task or category, largest first, as text with a bar. */
export function FocusShares({ title, shares, empty }: FocusSharesProps) {
  const id = useId();
  const all = shares.reduce((sum, { minutes }) => sum + minutes, 0);
  const most = shares[0]?.minutes ?? 1;
  const rest = shares.slice(MOST);
  return (
    <Panel className={css.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {shares.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <ul aria-labelledby={id}>
          {shares.slice(0, MOST).map(({ id: key, name, color, minutes }) => (
            <li key={key}>
              <span dir="auto">{name}</span>
              <strong>{durationText(minutes)}</strong>
              <small>{percentText(minutes / all)}</small>
              <i
                aria-hidden="true"
                style={{ width: `${(minutes / most) * 100}%`, ...(color && colorStyle(color)) }}
              />
            </li>
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <p>
          and {rest.length} more,{' '}
          {durationText(rest.reduce((sum, { minutes }) => sum + minutes, 0))}
        </p>
      )}
    </Panel>
  );
}
