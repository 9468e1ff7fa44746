import type { User } from '@daymark/contract/user';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { isProtected, paths } from '../lib/paths';
import { preloadLater } from '../lib/preload';
import { queryClient, SESSION } from '../lib/queryClient';
import { rememberedUser } from '../lib/rememberedUser';
import { onSessionElsewhere } from '../lib/sessionChannel';
import { showStoredToast } from '../ui/toast';
import { AppTree, ToastArea } from './AppTree';

/**
 * Draws the app, or takes over the page that the build drew; inside a transition, so that a long first render leaves
 * room for the person's input.
 */
export function startApp(): void {
  // Public pages are for visitors until the server has said otherwise: the build drew them so.
  const isOwn = location.pathname === paths.root || isProtected(location.pathname);
  const remembered = isOwn && rememberedUser.get();
  if (remembered) queryClient.setQueryData<User>(SESSION, remembered);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const app = (
    <StrictMode>
      <AppTree router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
    </StrictMode>
  );
  startTransition(() => {
    if (root.hasChildNodes()) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
  showStoredToast();
  preloadLater(ToastArea.preload);
  guardSession();
}

/** What a page that stays open must not get wrong about who is looking at it. */
function guardSession(): void {
  // Another tab has let somebody else in, or this person out.
  onSessionElsewhere((userId) => {
    const here = queryClient.getQueryData<User | null>(SESSION);
    if (here && here.id !== userId) location.reload();
  });
  // Back after logout: the browser would show the page as it was left, with everything on it. A page that shows
  // nobody may come back as it was, unless it was left in the middle of letting somebody in.
  window.addEventListener('pageshow', ({ persisted }) => {
    const user = queryClient.getQueryData<User | null>(SESSION);
    if (persisted && (user || queryClient.isMutating() > 0)) location.reload();
  });
}
