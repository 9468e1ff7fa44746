import './ui/font.css';
import './ui/tokens.css';
import './ui/base.css';
import { preloadPage } from './app/routePages';
import { loadShell } from './app/shell/loadShell';
import { askEarly, isRemembered, mayBeSignedIn } from './lib/earlyUser';
import { isProtected, paths } from './lib/paths';
import { startColorMode } from './ui/colorMode';

function start(): void {
  preloadPage(location.pathname);
  if (isProtected(location.pathname)) loadShell().catch(() => undefined);
  void import('./app/App').then(({ startApp }) => startApp());
}

const AT_THE_LATEST_MS = 1000;

/** On a page that the build drew, the app's code must not compete with what is to be seen. */
function startOncePainted(): void {
  const painted = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length) go();
  });
  const go = () => {
    painted.disconnect();
    clearTimeout(late);
    start();
  };
  painted.observe({ type: 'paint', buffered: true });
  // A page in the background is not painted.
  const late = setTimeout(go, AT_THE_LATEST_MS);
}

startColorMode();
askEarly();
if (location.pathname === paths.root && !mayBeSignedIn() && !isRemembered()) {
  location.replace(paths.landing + location.search + location.hash);
} else if (document.getElementById('root')?.hasChildNodes()) {
  startOncePainted();
} else {
  start();
}
