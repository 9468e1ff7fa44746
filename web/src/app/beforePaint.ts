import { keepEarlyClicks } from '../lib/browser/earlyClicks';
import { rememberedPerson } from '../lib/person/earlyUser';
import { fetchAhead } from '../lib/api/fetchAhead';
import { oncePainted } from '../lib/browser/oncePainted';
import { fetchPageModules } from '../lib/browser/pageModules';
import { hasSignedInHint } from '../lib/person/sessionHint';
import { ROOT } from '../lib/paths';
import { runModeSwitch, startColorMode } from '../ui/theme/colorMode';

/*
 * The inline script in the head of each prerendered page (web/prerender.ts). It runs before the first paint, so that
 * nothing is shown that would have to change. Pages without the app have no other script.
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

startColorMode();
if (dataset.signedOutOnly === undefined && hasSignedInHint()) showPerson();
if (dataset.app !== undefined) {
  keepEarlyClicks();
  oncePainted(runApp);
} else {
  runModeSwitch();
  fetchAhead();
}

/** The page can be used without the app, so not even its first file is requested before the paint. */
function runApp(): void {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = dataset.app ?? '';
  document.head.append(script);
  void fetchPageModules();
}
