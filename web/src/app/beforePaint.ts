import { keepEarlyClicks } from '../lib/earlyClicks';
import { fetchAhead } from '../lib/fetchAhead';
import { hasSignedInHint } from '../lib/sessionHint';
import { ROOT } from '../lib/paths';
import { runModeSwitch, startColorMode } from '../ui/colorMode';

/*
 * The one script of a page that arrives as HTML, written into its head (web/prerender.ts), so that nothing is painted
 * that would have to be taken back. Pages without the app have no other.
 */

const { dataset } = document.documentElement;
const { pathname } = location;

/** Product §2: a signed-in person is redirected before anything of these pages is painted. */
function leadPast(): void {
  // The app may have gone on to another screen in this same document.
  if (!hasSignedInHint() || location.pathname !== pathname) return;
  dataset.leaving = '';
  location.replace(ROOT);
}

if (dataset.signedOutOnly !== undefined) {
  leadPast();
  addEventListener('pageshow', ({ persisted }) => persisted && leadPast());
}
startColorMode();
if (dataset.app === undefined) {
  runModeSwitch();
  fetchAhead();
} else {
  keepEarlyClicks();
}
