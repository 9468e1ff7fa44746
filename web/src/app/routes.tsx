import { Suspense, useEffect, useRef } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { lazyComponent } from '../ui/lazyComponent';
import { paths } from '../lib/paths';
import { LoadingScreen } from '../ui/states/LoadingScreen';
import { Root, SignedIn, SignedOut } from './guards';
import { leadingPages, protectedPages, publicPages, signedOutPages } from './routePages';

const NotFoundPage = lazyComponent(() => import('../pages/NotFoundPage'));

const screens = (pages: typeof publicPages) =>
  Object.entries(pages).map(([path, Page]) => <Route key={path} path={path} element={<Page />} />);

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
    </Suspense>
  );
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
