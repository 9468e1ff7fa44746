import { NavLink } from 'react-router-dom';
import { mainScreens, type Screen } from '../routePages';
import css from './NavLinks.module.css';

interface Navigation {
  onNavigate?: (() => void) | undefined;
}

/** The six entries as a column, in the sidebar and in the slide-out menu. */
export function NavLinks({ onNavigate }: Navigation) {
  return (
    <nav className={css.links} aria-label="Main">
      {mainScreens.map((screen) => (
        <ScreenLink key={screen.id} screen={screen} onNavigate={onNavigate} />
      ))}
    </nav>
  );
}

export function ScreenLink({ screen, onNavigate }: Navigation & { screen: Screen }) {
  const { path, title, Icon, Page } = screen;
  return (
    <NavLink to={path} onClick={onNavigate} onPointerEnter={Page.preload} onFocus={Page.preload}>
      <Icon size={18} aria-hidden="true" />
      {title}
    </NavLink>
  );
}
