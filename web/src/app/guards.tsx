import type { User } from '@daymark/contract/user';
import type { ReactNode } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../records/account/sessionQueries';
import { UserProvider } from '../features/session/userContext';
import { paths } from '../lib/paths';
import { LoadingScreen } from '../ui/states/LoadingScreen';
import { EmptyState } from '../ui/states/EmptyState';
import { Button } from '../ui/controls/Button';
import { lazyComponent } from '../ui/lazyComponent';

/** Lazy, because public pages have no shell. The page of each screen names the shell's file (web/prerender.ts). */
export const Shell = lazyComponent(() => import('./shell/Shell'));

/** Shows a spinner while the session loads (product §2), and Try Again if the loading fails. */
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

/** Draws the shell of the protected routes, or redirects to /login if nobody is signed in (product §2). */
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

/** Draws public pages for signed-out visitors only, without waiting for the session. */
export function SignedOut() {
  const { data: user } = useSession();
  return user ? <Navigate to={paths.root} replace /> : <Outlet />;
}

/** Redirects / to /today or /landing. */
export function Root() {
  return (
    <KnownSession>
      {(user) => <Navigate to={user ? paths.today : paths.landing} replace />}
    </KnownSession>
  );
}
