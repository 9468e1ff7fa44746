/*
 * The styles of the screen that the page is for, in one file. The page of a first visit has only those of its outline in it;
 * the one that the service worker keeps has all of them, and names no file (web/prerender.ts).
 */

const nameOf = () => document.querySelector<HTMLMetaElement>('meta[name="styles"]');

const found = () => document.head.querySelector<HTMLLinkElement>('link[data-page-styles]');

/** Loads them, unless the page has them in it. They apply when showPageStyles() is called. Resolves in any case. */
export async function fetchPageStyles(): Promise<void> {
  const name = nameOf();
  if (!name || found()?.sheet) return;
  const link = found() ?? document.createElement('link');
  if (!link.parentNode) {
    link.rel = 'stylesheet';
    link.dataset.pageStyles = '';
    // What is shown meanwhile need not be styled again.
    link.media = 'print';
    link.href = name.content;
    document.head.append(link);
  }
  await new Promise<void>((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // Who asks later must not wait for it.
      name.remove();
      link.remove();
      enableAppStyles();
      resolve();
    });
  });
}

/** Loads the app's own files of these styles. The page names them, so that the app does not load them itself. */
function enableAppStyles(): void {
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    link.disabled = false;
}

/** To be called in the moment in which the screen is drawn. */
export function showPageStyles(): void {
  const link = found();
  if (link) link.media = 'all';
}
