import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { initials } from '../../features/session/personName';
import { useLogout } from '../../features/session/sessionQueries';
import { useUser } from '../../features/session/userContext';
import { useSyncStatus } from '../../sync/useSync';
import { ColorModeSwitch } from '../../ui/ColorModeSwitch';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog';
import css from './PersonPanel.module.css';
import { ShellButton } from './ShellButton';

/** Who is signed in, the theme, and the way out. */
export function PersonPanel({ place }: { place: 'menu' | 'sidebar' }) {
  const user = useUser();
  const logout = useLogout(place);
  const { waiting, rejected } = useSyncStatus();
  const unsent = waiting + rejected;
  const [asking, setAsking] = useState(false);
  return (
    <div className={css.panel}>
      <div>
        <span className={css.avatar} aria-hidden="true">
          {initials(user)}
        </span>
        <p title={`${user.username}\n${user.email}`}>
          <strong>{user.username}</strong>
          <span>{user.email}</span>
        </p>
        <ColorModeSwitch />
      </div>
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
          text={`${unsent} ${unsent === 1 ? 'change has' : 'changes have'} not reached the server yet. Logging out deletes ${unsent === 1 ? 'it' : 'them'} from this browser.`}
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
