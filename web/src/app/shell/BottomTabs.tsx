import { NavLink } from 'react-router-dom';
import { tabScreens } from '../routePages';
import css from './BottomTabs.module.css';

/** The phone's six tabs. */
export function BottomTabs() {
  return (
    <nav className={css.tabs} aria-label="Tabs">
      {tabScreens.map(({ path, title, tab = title, Icon, Page }) => (
        <NavLink key={path} to={path} onPointerDown={Page.preload}>
          <Icon size={20} aria-hidden="true" />
          {tab}
        </NavLink>
      ))}
    </nav>
  );
}
