import type { User } from '@daymark/contract/user';
import { StrictMode, startTransition } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { paths } from '../lib/paths';
import { isPrerendered } from '../lib/browser/prerendered';
import { dataOwners } from '../lib/person/dataOwners';
import { hasRememberedUser } from '../lib/person/earlyUser';
import { preloadLater, whenQuiet } from '../lib/browser/preload';
import { queryClient, SESSION } from '../lib/api/queryClient';
import { dateSettings } from '../lib/time/dateSettings';
import { onSessionElsewhere } from '../lib/person/sessionChannel';
import { showStoredToast } from '../ui/toasts/toast';
import { AppTree, ToastArea } from './AppTree';
import { Shell } from './guards';
import { pageAt } from './routePages';

/**
 * Renders the app once its code and the session are loaded, or hydrates a prerendered page. `session` is undefined on
 * public pages, which need no shell. Renders in a transition, so that a long first render does not block the person's
 * input.
 */
export async function startApp(session: Promise<void> | undefined): Promise<void> {
  // The first use of `Intl` is slow, so it happens while the records are on their way.
  dateSettings.browsers();
  await Promise.all([session, session && Shell.load(), pageAt(location.pathname)?.load()]);
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
    else createRoot(root).render(app);
  });
  showStoredToast();
  preloadLater(ToastArea.preload);
  // A sign-in leads to /today.
  if (!session) preloadLater(Shell.preload, () => pageAt(paths.today)?.preload());
  guardSession();
  whenQuiet(finishLeaving);
}

/** Leaves `/` for /today or /landing before anything is drawn. Returns whether another page is loaded. */
function leaveRoot(): boolean {
  const user = queryClient.getQueryData<User | null>(SESSION);
  const rest = location.search + location.hash;
  if (user === null) location.replace(paths.landing + rest);
  else if (user) history.replaceState(history.state, '', paths.today + rest);
  return user === null;
}

/** Deletes what is left of the data of an ended session, in case the page was closed before the deletion was done. */
function finishLeaving(): void {
  if (hasRememberedUser() || [...dataOwners.all().values()].every((unsent) => unsent)) return;
  void import('../records/account/browserData').then((data) => data.reduceData());
}

/** Reloads or leaves a page whose session has changed. */
function guardSession(): void {
  // Someone signed in or out in another tab.
  onSessionElsewhere((userId) => {
    const here = queryClient.getQueryData<User | null>(SESSION);
    if (here && here.id !== userId) location.reload();
  });
  // After a logout, the Back button would restore the page from the browser's cache, with the person's data. A page
  // without a person's data may be restored, unless a sign-in was in progress when it was left.
  window.addEventListener('pageshow', ({ persisted }) => {
    const user = queryClient.getQueryData<User | null>(SESSION);
    if (persisted && (user || queryClient.isMutating() > 0)) location.reload();
  });
}
