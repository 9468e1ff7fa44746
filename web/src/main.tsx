import './ui/font.css';
import './ui/tokens.css';
import './ui/base.css';
import { pageAt } from './app/routePages';
import { loadShell } from './app/shell/loadShell';
import { askEarly, isRemembered, mayBeSignedIn } from './lib/earlyUser';
import { isProtected, paths } from './lib/paths';
import { fetchPart } from './lib/preload';
import { startColorMode } from './ui/colorMode';

/** After the app's own code the rest may take that long; then a spinner stands where it will be. */
const PATIENCE_MS = 300;

function start(): void {
  const { pathname } = location;
  const page = pageAt(pathname);
  const isOwn = pathname === paths.root || isProtected(pathname);
  // What doesn't come is found out, and told, when it is drawn.
  const screen = Promise.allSettled([page && fetchPart(page), isOwn && fetchPart(loadShell)]);
  void import('./app/App').then(async ({ startApp }) => {
    await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    startApp();
  });
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
