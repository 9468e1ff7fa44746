import { isProtected, OPEN_MESSAGE, paths } from '../lib/paths';
import type { Tab, WorkerScope } from './workerScope';

/** How long an open tab may take to follow a path before the tab is loaded there instead, in ms. */
const FOLLOW_MS = 2_000;

/** Returns a path of a signed-in person's screen. Any other path becomes the path of /today. */
export function screenPath(path: string, origin: string): string {
  const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined;
  if (url?.origin !== origin || !isProtected(url.pathname)) return paths.today;
  return url.pathname + url.search + url.hash;
}

/** Focuses an open tab and goes to a path there. Opens a window if no tab is open. Without a path, the tab stays. */
export async function openPath(
  { clients, location: { origin } }: Pick<WorkerScope, 'clients' | 'location'>,
  path: string | undefined,
): Promise<void> {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = open.find(({ url }) => isProtected(new URL(url).pathname));
  const to = path && screenPath(path, origin);
  if (!tab) {
    await clients.openWindow(to ?? paths.focus);
    return;
  }
  const focused = await tab.focus().catch(() => tab);
  if (to === undefined || (await follow(focused, to))) return;
  // The tab has an older version of the app, or it hangs.
  await focused.navigate(to).catch(() => clients.openWindow(to));
}

/** Asks a tab to go to a path without loading its page again. Resolves to whether the tab does so. */
function follow(tab: Tab, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), FOLLOW_MS);
    tab.postMessage({ type: OPEN_MESSAGE, path }, [port2]);
  });
}
