import { useId, type ReactNode } from 'react';
import { Panel } from './Panel';
import css from './StatCard.module.css';

interface StatCardProps {
  title: string;
  icon: ReactNode;
  /** The card's main text: one figure or one name. */
  value: ReactNode;
  /** A smaller line below the value. */
  detail?: ReactNode;
  /** A bar or a ring beside the text. */
  picture?: ReactNode;
  /** Shows a skeleton instead of value and detail. */
  loading?: boolean;
  /** A link below the text. A card has at most one. */
  action?: ReactNode;
}

/** A card with a title, one value and one detail, on /today and /insights. */
export function StatCard({ title, icon, value, detail, picture, loading, action }: StatCardProps) {
  const id = useId();
  return (
    <Panel className={css.card} aria-labelledby={id} aria-busy={loading}>
      <div className={css.text}>
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
            <p className={css.value} data-part="value" dir="auto">
              {value}
            </p>
            {detail && (
              <p className={css.detail} data-part="detail">
                {detail}
              </p>
            )}
          </>
        )}
        {action && (
          <p className={css.action} data-part="action">
            {action}
          </p>
        )}
      </div>
      {!loading && picture}
    </Panel>
  );
}
