import { Link } from 'react-router-dom';
import css from './PastList.module.css';

interface PastListProps {
  /** The name of the list, for screen readers. */
  label: string;
  title: string;
  entries: readonly { to: string; name: string; rating: number; isShown: boolean }[];
}

/** Links to the days or weeks that the person has written about, with their stars. */
export function PastList({ label, title, entries }: PastListProps) {
  return (
    <nav className={css.list} aria-label={label}>
      <h2>{title}</h2>
      <ul>
        {entries.map(({ to, name, rating, isShown }) => (
          <li key={to}>
            <Link to={to} aria-current={isShown ? 'page' : undefined}>
              {name}
              {rating > 0 && (
                <span role="img" aria-label={`${rating} of 5 stars`}>
                  {'★'.repeat(rating)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
