import type { User } from '@daymark/contract/user';
import type { ReactNode } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../records/account/sessionQueries';
import { UserProvider } from '../features/session/userContext';
import { lazyPart } from '../lib/browser/lazyPart';
import { paths } from '../lib/paths';
import { LoadingScreen } from '../ui/states/LoadingScreen';
import { EmptyState } from '../ui/states/EmptyState';
import { Button } from '../ui/controls/Button';
import { loadShell } from './shell/loadShell';

const Shell = lazyPart(loadShell);

/** Waits for the session: shows a spinner while it loads (product §2), and Try Again when that fails. */
function KnownSession({ children }: { children: (user: User | null) => ReactNode }) {
  const session = useSession();
  if (session.isPending) return <LoadingScreen />;
  if (session.isError) {
    return (
      <main>
        <EmptyState
          alert
          title="Daymark couldn’t be loaded"
          action={
            <Button variant="contained" onClick={() => void session.refetch()}>
              Try Again
            </Button>
          }
        >
          {session.error.message}
        </EmptyState>
      </main>
    );
  }
  return children(session.data);
}

/** Protected routes (product §2): /login when signed out, else the shell. */
export function SignedIn() {
  return (
    <KnownSession>
      {(user) =>
        user ? (
          <UserProvider value={user}>
            <Shell />
          </UserProvider>
        ) : (
          <Navigate to={paths.login} replace />
        )
      }
    </KnownSession>
  );
}

/** Public pages for signed-out visitors only. They are shown without waiting for the session. */
export function SignedOut() {
  const { data: user } = useSession();
  return user ? <Navigate to={paths.root} replace /> : <Outlet />;
}

/** The path / redirects to /today or /landing. */
export function Root() {
  return (
    <KnownSession>
      {(user) => <Navigate to={user ? paths.today : paths.landing} replace />}
    </KnownSession>
  );
}
