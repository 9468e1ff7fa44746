import { NavLink } from 'react-router-dom';
import { mainScreens } from '../routePages';
import css from './NavLinks.module.css';

/** The entries as a column, in the sidebar and in the slide-out menu. */
export function NavLinks({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  return (
    <nav className={css.links} aria-label="Main">
      {mainScreens.map(({ id, path, title, Icon, Page }) => (
        <NavLink
          key={id}
          to={path}
          onClick={onNavigate}
          onPointerEnter={Page.preload}
          onFocus={Page.preload}
        >
          <Icon size={18} aria-hidden="true" />
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
