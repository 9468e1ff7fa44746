import type { User } from '@daymark/contract/user';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { isProtected, paths } from '../lib/paths';
import { isPrerendered } from '../lib/prerendered';
import { preloadLater } from '../lib/preload';
import { queryClient, SESSION } from '../lib/queryClient';
import { rememberedUser } from '../lib/rememberedUser';
import { onSessionElsewhere } from '../lib/sessionChannel';
import { showStoredToast } from '../ui/toast';
import { AppTree, ToastArea } from './AppTree';

/** Starts with the session that this browser remembers: its sync begins at once, before anything is drawn. */
export function resumeSession(): void {
  // Public pages are prerendered for visitors, so they start without a session.
  const isOwn = location.pathname === paths.root || isProtected(location.pathname);
  const remembered = isOwn && rememberedUser.get();
  if (remembered) queryClient.setQueryData<User>(SESSION, remembered);
}

/**
 * Renders the app, or hydrates a prerendered page. In a transition, so that a long first render does not block the
 * person's input.
 */
export function startApp(): void {
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
