import { rememberedUserId } from '../lib/earlyUser';
import { snapshotConditions, snapshotOf, type ScreenSnapshot } from '../lib/screenSnapshots';
import { hasSignedInHint } from '../lib/sessionHint';
import { startColorMode } from '../ui/colorMode';

/*
 * The inline script of index.html (web/prerender.ts). It shows the screen as the person last saw it in this browser,
 * until the app has drawn it: reading the records and drawing them takes longer than the first paint should wait.
 */

startColorMode();
// Without the hint nobody is signed in, and a visitor sees nothing of somebody's day.
const userId = hasSignedInHint() ? rememberedUserId() : undefined;
const snapshot =
  userId === undefined
    ? undefined
    : snapshotOf(location.pathname + location.search, snapshotConditions(userId));
if (snapshot) {
  document.title = snapshot.title;
  const styles = Promise.all(snapshot.styles.map(loadStyle));
  // Once the body is read, and before the app's first module runs.
  document.addEventListener('readystatechange', () => void showSnapshot(snapshot, styles), {
    once: true,
  });
}

async function showSnapshot(
  { html, isCurrent }: ScreenSnapshot,
  styles: Promise<unknown>,
): Promise<void> {
  const place = document.getElementById('root');
  if (!place) return;
  place.dataset.snapshot = isCurrent ? 'current' : 'outdated';
  await styles;
  // The app was faster.
  if (place.hasChildNodes()) return;
  place.innerHTML = html;
  place.querySelectorAll<HTMLElement>('[data-scrolled]').forEach((element) => {
    element.scrollTop = Number(element.dataset.scrolled);
  });
  // What stands around the screen is the same, whatever has changed.
  const main = isCurrent ? null : place.querySelector('main');
  if (main) main.style.visibility = 'hidden';
}

/** Loads a stylesheet that the page has not loaded yet. The app finds it in the page, and does not load it again. */
async function loadStyle(href: string): Promise<void> {
  if (document.head.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  await new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
}
