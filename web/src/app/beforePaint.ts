import { density } from '../lib/browser/density';
import { rememberedPerson, requestUserEarly } from '../lib/person/earlyUser';
import { fetchAhead } from '../lib/api/fetchAhead';
import { hasSignedInHint } from '../lib/person/sessionHint';
import { isProtected, ROOT } from '../lib/paths';
import { runModeSwitch, startColorMode } from '../ui/theme/colorMode';

/*
 * The inline script in the head of each page (web/prerender.ts). It runs before the first paint, so that nothing is shown
 * that would have to change. Public pages without the app have no other script.
 */

const { dataset } = document.documentElement;
const { pathname } = location;

/** Product §2: a signed-in person is redirected before anything of these pages is painted. */
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

/** A page that signed-in people may read shows who is signed in. */
function showPerson(): void {
  dataset.signedIn = '';
  const name = rememberedPerson()?.username;
  const write = () => {
    const link = document.querySelector('[data-person]');
    if (link && name) link.textContent = name;
  };
  document.addEventListener('readystatechange', write, { once: true });
}

/** Shows the picture that stands in for the screen, and asks who is signed in. A visitor sees nothing of it. */
function startScreen(): void {
  density.start();
  if (!hasSignedInHint()) return;
  dataset.starting = '';
  requestUserEarly();
}

/** How long the app waits for the paint, in ms. A page in the background is not painted. */
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

/** Runs the app. The page is drawn without it, so not even its first file is requested before the paint. */
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
    // Typed text replaces a value that is filled in, as it does once the app is there.
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
