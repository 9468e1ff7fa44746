import { density } from '../lib/browser/density';
import { rememberedPerson, requestUserEarly } from '../lib/person/earlyUser';
import { fetchAhead } from '../lib/api/fetchAhead';
import { hasSignedInHint } from '../lib/person/sessionHint';
import { isProtected, ROOT } from '../lib/paths';
import { runModeSwitch, startColorMode } from '../ui/theme/colorMode';

/*
 * The inline script in the head of each page (web/prerender.ts). The script runs before the first paint, so that
 * nothing is painted that would have to change. Public pages without the app have no other script.
 */

const { dataset } = document.documentElement;
const { pathname } = location;

/** Redirects a signed-in person from a page for signed-out visitors, before anything is painted (product §2). */
function redirectSignedIn(): void {
  // The app may have navigated to another screen in the same document.
  if (!hasSignedInHint() || location.pathname !== pathname) return;
  dataset.leaving = '';
  location.replace(ROOT);
}

if (dataset.signedOutOnly !== undefined) {
  redirectSignedIn();
  addEventListener('pageshow', ({ persisted }) => persisted && redirectSignedIn());
}

/** Shows the person's name on a page that signed-in people may read. */
function showPerson(): void {
  dataset.signedIn = '';
  const name = rememberedPerson()?.username;
  const write = () => {
    const link = document.querySelector('[data-person]');
    if (link && name) link.textContent = name;
  };
  document.addEventListener('readystatechange', write, { once: true });
}

/**
 * Shows the first picture of the screen and requests the user, if the hint says that someone is signed in. Applies the
 * density.
 */
function startScreen(): void {
  density.start();
  if (!hasSignedInHint()) return;
  dataset.starting = '';
  requestUserEarly();
}

/** Longest time that the app waits for the paint, in ms. A page in the background is not painted. */
const PAINT_MAX_MS = 1000;

function oncePainted(work: () => void): void {
  const painted = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) run();
  });
  const run = () => {
    painted.disconnect();
    clearTimeout(late);
    work();
  };
  painted.observe({ type: 'paint', buffered: true });
  const late = setTimeout(run, PAINT_MAX_MS);
}

/** Loads the app. The page is drawn without the app, so even the app's first file is requested only after the paint. */
function runApp(): void {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = dataset.app ?? '';
  document.head.append(script);
}

startColorMode();
if (dataset.public === undefined) {
  if (pathname === ROOT || isProtected(pathname)) startScreen();
} else {
  if (dataset.signedOutOnly === undefined && hasSignedInHint()) showPerson();
  if (dataset.app !== undefined) {
    // Select a value that is filled in, so that typed text replaces it, as in the app.
    addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLInputElement && target.value === target.defaultValue)
        target.select();
    });
    oncePainted(runApp);
  } else {
    runModeSwitch();
    fetchAhead();
  }
}
