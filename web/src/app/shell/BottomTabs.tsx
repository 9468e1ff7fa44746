import { NavLink } from 'react-router-dom';
import { pageAt } from '../routePages';
import css from './BottomTabs.module.css';
import { navEntries } from './navEntries';

/** The phone's six tabs. */
export function BottomTabs() {
  return (
    <nav className={css.tabs} aria-label="Tabs">
      {navEntries.map((entry) => (
        <NavLink
          key={entry.path}
          to={entry.path}
          onPointerDown={() => pageAt(entry.path)?.preload()}
        >
          <entry.Icon size={20} aria-hidden="true" />
          {'tab' in entry ? entry.tab : entry.label}
        </NavLink>
      ))}
    </nav>
  );
}
