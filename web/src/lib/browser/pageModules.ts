import { pause } from '../api/pause';

/*
 * The files of the app that the page is drawn with, in the order in which they run. The build writes their names into
 * the page (web/prerender.ts).
 */

const pageModules = (): string[] =>
  document.querySelector<HTMLMetaElement>('meta[name="modules"]')?.content.split(' ') ?? [];

/** Some at once: naming one to the browser takes a slow phone several ms. */
const NAMED_AT_ONCE = 3;

/** Has the browser fetch them all, instead of each when the one before has asked for it. */
export async function fetchPageModules(): Promise<void> {
  for (const [index, href] of pageModules().entries()) {
    if (index > 0 && index % NAMED_AT_ONCE === 0) await pause();
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}

/** Runs them with a pause after each, in which the page answers the person. Resolves as well if one of them fails. */
export async function runPageModules(): Promise<void> {
  try {
    for (const href of pageModules()) {
      await import(/* @vite-ignore */ href);
      await pause();
    }
  } catch {
    // It is reported when the app asks for it.
  }
}
