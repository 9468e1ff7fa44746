import { LogOut, Settings2 } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router-dom';
import { initials } from '../../features/session/account/profile/personName';
import { useLogout } from '../../records/account/sessionQueries';
import { useUser } from '../../features/session/userContext';
import { paths } from '../../lib/paths';
import { useSyncStatus } from '../../sync/useSync';
import { ColorModeSwitch } from '../../ui/controls/ColorModeSwitch';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { personalScreens } from '../routePages';
import { ScreenLink } from './NavLinks';
import links from './NavLinks.module.css';
import css from './PersonPanel.module.css';
import { ShellButton } from './ShellButton';

interface PersonPanelProps {
  place: 'menu' | 'sidebar';
  onNavigate?: (() => void) | undefined;
}

/** Shows who is signed in, the theme switch, the links to insights and settings, and Logout. */
export function PersonPanel({ place, onNavigate }: PersonPanelProps) {
  const user = useUser();
  const logout = useLogout(place);
  const { waiting, rejected } = useSyncStatus();
  const unsent = waiting + rejected;
  const [asking, setAsking] = useState(false);
  return (
    <div className={css.panel}>
      <div>
        <Link
          className={css.person}
          to={`${paths.settings}#profile`}
          title={`${user.username}\n${user.email}`}
          onClick={onNavigate}
        >
          <span className={css.avatar} aria-hidden="true">
            {initials(user)}
          </span>
          <span className={css.names}>
            <strong>{user.username}</strong>
            <span>{user.email}</span>
          </span>
        </Link>
        <ColorModeSwitch />
      </div>
      <nav className={links.links} aria-label="You">
        {personalScreens.map((screen) => (
          <Fragment key={screen.id}>
            {screen.id === 'settings' && (
              <Link to={paths.focus} state={{ opensSettings: true }} onClick={onNavigate}>
                <Settings2 size={18} aria-hidden="true" />
                Timer settings
              </Link>
            )}
            <ScreenLink screen={screen} onNavigate={onNavigate} />
          </Fragment>
        ))}
      </nav>
      <ShellButton
        disabled={logout.isPending}
        onClick={() => (unsent > 0 ? setAsking(true) : logout.mutate())}
      >
        <LogOut size={18} aria-hidden="true" />
        {logout.isPending ? 'Logging out...' : 'Logout'}
      </ShellButton>
      {asking && (
        <LazyConfirmDialog
          title="Log out with unsaved changes?"
          text={
            unsent === 1
              ? '1 change isn’t saved yet. If you log out, you’ll lose it.'
              : `${unsent} changes aren’t saved yet. If you log out, you’ll lose them.`
          }
          confirm="Log out anyway"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            logout.mutate();
          }}
        />
      )}
    </div>
  );
}
