import type { User } from '@daymark/contract/user';
import { StrictMode, startTransition } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { isProtected, paths } from '../lib/paths';
import { isPrerendered } from '../lib/browser/prerendered';
import { sessionQuery } from '../records/account/sessionQueries';
import { dataOwners } from '../lib/person/dataOwners';
import { hasRememberedUser } from '../lib/person/earlyUser';
import { preloadLater, whenQuiet } from '../lib/browser/preload';
import { queryClient, SESSION } from '../lib/api/queryClient';
import { rememberedUser } from '../lib/person/rememberedUser';
import { onSessionElsewhere } from '../lib/person/sessionChannel';
import { adoptSession } from '../lib/person/sessionHint';
import { showStoredToast } from '../ui/toasts/toast';
import { AppTree, ToastArea } from './AppTree';
import { createRoot, hydrateRoot } from './reactDom';

/**
 * Starts with the session that this browser remembers, or asks the server for it: its sync begins at once, before
 * anything is drawn. Resolves once it is known, or could not be loaded.
 */
export async function resumeSession(): Promise<void> {
  // Public pages are prerendered for visitors, so they start without a session.
  const isOwn = location.pathname === paths.root || isProtected(location.pathname);
  if (!isOwn) return;
  const remembered = rememberedUser.get();
  adoptSession();
  if (remembered) queryClient.setQueryData<User>(SESSION, remembered);
  // An error is shown by the screens' guard.
  else await queryClient.query(sessionQuery).catch(() => undefined);
}

/**
 * Renders the app, or hydrates a prerendered page. In a transition, so that a long first render does not block the
 * person's input.
 */
export function startApp(): void {
  if (location.pathname === paths.root && leaveRoot()) return;
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const app = (
    <StrictMode>
      <AppTree router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
    </StrictMode>
  );
  startTransition(() => {
    if (isPrerendered()) hydrateRoot(root, app);
    // In place of a snapshot, in one step.
    else createRoot(root).render(app);
  });
  showStoredToast();
  preloadLater(ToastArea.preload);
  guardSession();
  whenQuiet(finishLeaving);
}

/**
 * `/` leads to /today or /landing before anything is drawn, so that the screen takes the place of its outline. Returns
 * whether another page is loaded.
 */
function leaveRoot(): boolean {
  const user = queryClient.getQueryData<User | null>(SESSION);
  const rest = location.search + location.hash;
  if (user === null) location.replace(paths.landing + rest);
  else if (user) history.replaceState(history.state, '', paths.today + rest);
  return user === null;
}

/** The page may have been closed before all data of a session that had ended was deleted. */
function finishLeaving(): void {
  if (hasRememberedUser() || [...dataOwners.all().values()].every((unsent) => unsent)) return;
  void import('../records/account/browserData').then((data) => data.reduceData());
}

/** Reloads or leaves a page whose session has changed. */
function guardSession(): void {
  // Somebody signed in or out in another tab.
  onSessionElsewhere((userId) => {
    const here = queryClient.getQueryData<User | null>(SESSION);
    if (here && here.id !== userId) location.reload();
  });
  // Back after logout: the browser would restore the page from its cache, with the person's data. A page without
  // anybody's data may be restored, unless a sign-in was under way when it was left.
  window.addEventListener('pageshow', ({ persisted }) => {
    const user = queryClient.getQueryData<User | null>(SESSION);
    if (persisted && (user || queryClient.isMutating() > 0)) location.reload();
  });
}
