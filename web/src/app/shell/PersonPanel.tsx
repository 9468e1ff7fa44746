import { ChevronsUpDown, LogOut } from 'lucide-react';
import { useState } from 'react';
import { initials } from '../../features/session/account/profile/personName';
import { useLogout } from '../../records/account/sessionQueries';
import { useUser } from '../../features/session/userContext';
import { useSyncStatus } from '../../sync/useSync';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { lazyComponent } from '../../ui/lazyComponent';
import css from './PersonPanel.module.css';
import { ShellButton } from './ShellButton';

const PersonMenu = lazyComponent(() => import('./PersonMenu'));

interface PersonPanelProps {
  place: 'menu' | 'sidebar';
  onNavigate?: (() => void) | undefined;
}

/** Shows who is signed in, with a menu for Settings and the theme, and Logout. */
export function PersonPanel({ place, onNavigate }: PersonPanelProps) {
  const user = useUser();
  const logout = useLogout(place);
  const { waiting, rejected } = useSyncStatus();
  const unsent = waiting + rejected;
  const [asking, setAsking] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <div className={css.panel}>
      <button
        className={css.person}
        type="button"
        title={`${user.username}\n${user.email}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onPointerEnter={PersonMenu.preload}
        onFocus={PersonMenu.preload}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span className={css.avatar} aria-hidden="true">
          {initials(user)}
        </span>
        <span className={css.names}>
          <strong>{user.username}</strong> <span>{user.email}</span>
        </span>
        <ChevronsUpDown size={16} aria-hidden="true" />
      </button>
      {anchor && (
        <PersonMenu anchor={anchor} onNavigate={onNavigate} onClose={() => setAnchor(undefined)} />
      )}
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
