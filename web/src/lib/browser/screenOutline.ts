import { paths, ROOT } from '../paths';

/*
 * The page of a protected screen has its outline in it: what the app shows before it has the person's records, for wide
 * and for narrow windows (web/prerender.ts). It is hidden until the script in the head shows it (index.html).
 */

/** Shows the outline if it is that of the address. Returns whether it is. */
export function showOutline(): boolean {
  const { dataset } = document.documentElement;
  const { pathname, search } = location;
  if (dataset.screen !== (pathname === ROOT ? paths.today : pathname)) return false;
  // What is below the header may depend on the rest of the address.
  dataset.outlined = search === '' ? 'all' : 'header';
  return true;
}

/** Whether the outline is shown, or was until the app took its place. */
export const isOutlined = (): boolean => document.documentElement.dataset.outlined !== undefined;
