import { Suspense, useEffect, useRef } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { lazyComponent } from '../ui/lazyComponent';
import { paths } from '../lib/paths';
import { LoadingScreen } from '../ui/states/LoadingScreen';
import { Root, SignedIn, SignedOut } from './guards';
import { leadingPages, publicPages, screens, signedOutPages } from './routePages';

const NotFoundPage = lazyComponent(() => import('../pages/public/NotFoundPage'));

const routesOf = (pages: typeof publicPages) =>
  Object.entries(pages).map(([path, Page]) => <Route key={path} path={path} element={<Page />} />);

const publicRoutes = routesOf(publicPages);
const signedOutRoutes = routesOf(signedOutPages);
const leadingRoutes = routesOf(leadingPages);
const screenRoutes = routesOf(Object.fromEntries(screens.map(({ path, Page }) => [path, Page])));

/** Draws the page of every route (product §2). */
export function AppRoutes() {
  useTopOnNavigation();
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route path={paths.root} element={<Root />} />
        {publicRoutes}
        {leadingRoutes}
        <Route element={<SignedOut />}>{signedOutRoutes}</Route>
        <Route element={<SignedIn />}>{screenRoutes}</Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}

/** Scrolls to the top of a new screen, as if the page had been loaded. */
function useTopOnNavigation() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!location.hash) window.scrollTo(0, 0);
  }, [pathname]);
}
