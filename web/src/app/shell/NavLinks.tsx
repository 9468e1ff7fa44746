import { NavLink } from 'react-router-dom';
import { pageAt } from '../routePages';
import { navEntries } from './navEntries';
import css from './NavLinks.module.css';

/** The six entries as a column: in the sidebar and in the slide-out menu. */
export function NavLinks({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <nav className={css.links} aria-label="Main">
      {navEntries.map(({ path, label, Icon }) => (
        <NavLink
          key={path}
          to={path}
          onClick={onNavigate}
          onPointerEnter={() => pageAt(path)?.preload()}
          onFocus={() => pageAt(path)?.preload()}
        >
          <Icon size={18} aria-hidden="true" />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
