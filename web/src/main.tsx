import './ui/font.css';
import './ui/tokens.css';
import './ui/base.css';
import { pageAt } from './app/routePages';
import { loadShell } from './app/shell/loadShell';
import { screenRecords } from './app/screenRecords';
import {
  hasRememberedUser,
  mayBeSignedIn,
  rememberedUserId,
  requestUserEarly,
} from './lib/earlyUser';
import { isProtected, paths } from './lib/paths';
import { fetchPart } from './lib/preload';
import { withinTime } from './lib/withinTime';
import { readReplicaEarly } from './sync/earlyReplica';
import { startColorMode } from './ui/colorMode';

/** How long the first render waits for the screen's code before it shows a spinner. */
const SPINNER_AFTER_MS = 300;

/** How long it waits for the records that this browser has, before it shows their skeletons. */
const SKELETON_AFTER_MS = 150;

function start(): void {
  const { pathname } = location;
  const page = pageAt(pathname);
  const isOwn = pathname === paths.root || isProtected(pathname);
  const userId = isOwn ? rememberedUserId() : undefined;
  if (userId !== undefined) readReplicaEarly(userId, screenRecords(pathname));
  // An error is reported when the screen is drawn.
  const pageCode = Promise.allSettled([page && fetchPart(page)]);
  const shell = isOwn ? fetchPart(loadShell).catch(() => undefined) : undefined;
  void import('./app/App').then(async ({ resumeSession, startApp }) => {
    resumeSession();
    const records = shell?.then((part) => part?.storedRecordsRead(pathname));
    const screen = Promise.all([
      pageCode,
      shell,
      withinTime(Promise.resolve(records), SKELETON_AFTER_MS),
    ]);
    await withinTime(screen, SPINNER_AFTER_MS);
    startApp();
  });
}

const PAINT_TIMEOUT_MS = 1000;

/** On a prerendered page the app's code must not delay the first paint. */
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
  const late = setTimeout(go, PAINT_TIMEOUT_MS);
}

startColorMode();
requestUserEarly();
if (location.pathname === paths.root && !mayBeSignedIn() && !hasRememberedUser()) {
  location.replace(paths.landing + location.search + location.hash);
} else if (document.getElementById('root')?.hasChildNodes()) {
  startOncePainted();
} else {
  start();
}
