import { Suspense, useEffect, useRef } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { lazyPart } from '../lib/browser/lazyPart';
import { replayEarlyClicks } from '../lib/browser/earlyClicks';
import { paths } from '../lib/paths';
import { LoadingScreen } from '../ui/states/LoadingScreen';
import { Root, SignedIn, SignedOut } from './guards';
import { leadingPages, protectedPages, publicPages, signedOutPages } from './routePages';

const NotFoundPage = lazyPart(() => import('../pages/NotFoundPage'));

const screens = (pages: typeof publicPages) =>
  Object.entries(pages).map(([path, load]) => {
    const Page = lazyPart(load);
    return <Route key={path} path={path} element={<Page />} />;
  });

const publicScreens = screens(publicPages);
const signedOutScreens = screens(signedOutPages);
const leadingScreens = screens(leadingPages);
const protectedScreens = screens(protectedPages);

/** Every route of product §2. */
export function AppRoutes() {
  useTopOnNavigation();
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route path={paths.root} element={<Root />} />
        {publicScreens}
        {leadingScreens}
        <Route element={<SignedOut />}>{signedOutScreens}</Route>
        <Route element={<SignedIn />}>{protectedScreens}</Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
      <EarlyClicks />
    </Suspense>
  );
}

/** Beside the screen, so that its effect runs when the screen can answer. */
function EarlyClicks() {
  useEffect(replayEarlyClicks, []);
  return null;
}

/** A new screen starts at its top, as if the page had been loaded. */
function useTopOnNavigation() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!location.hash) window.scrollTo(0, 0);
  }, [pathname]);
}
