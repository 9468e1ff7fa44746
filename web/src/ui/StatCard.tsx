import { useId, type ReactNode } from 'react';
import { Panel } from './Panel';
import css from './StatCard.module.css';

interface StatCardProps {
  title: string;
  icon: ReactNode;
  /** The one thing that the card says. */
  value: ReactNode;
  /** Below it, smaller. */
  detail?: ReactNode;
  /** A bar or a ring, beside the words. */
  picture?: ReactNode;
  /** Bars stand where words will. */
  loading?: boolean;
  /** Where to read or do more. */
  action?: ReactNode;
}

/** A card of the dashboard: what it is about, one value, and a word more. */
export function StatCard({ title, icon, value, detail, picture, loading, action }: StatCardProps) {
  const id = useId();
  return (
    <Panel className={css.card} aria-labelledby={id} aria-busy={loading}>
      <div className={css.words}>
        <h2 id={id}>
          {icon}
          {title}
        </h2>
        {loading ? (
          <div className={css.skeleton} role="status" aria-label={`Loading ${title}`}>
            <i />
            <i />
          </div>
        ) : (
          <>
            <p className={css.value} dir="auto">
              {value}
            </p>
            {detail && <p className={css.detail}>{detail}</p>}
          </>
        )}
        {action && <p className={css.action}>{action}</p>}
      </div>
      {!loading && picture}
    </Panel>
  );
}
