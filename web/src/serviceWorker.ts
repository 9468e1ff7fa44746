import { cacheNames } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isProtected, paths } from './lib/paths';
import { screenPaths } from './lib/screens';
import { listenForReminders } from './worker/listenForReminders';
import type { WorkerScope } from './worker/workerScope';

// TypeScript's types of service workers conflict with those of pages.
declare const self: {
  __WB_MANIFEST: (PrecacheEntry | string)[];
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install', listener: (event: Install) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent) => void) => void);
} & WorkerScope;
interface Install {
  /** Only Chromium supports this. */
  addRoutes?: (rules: {
    condition: { urlPattern: string };
    source: { cacheName: string };
  }) => Promise<void>;
}

/*
 * Stores the app's own files, so that every screen of a signed-in person opens without a network. The service worker
 * stores no records. sync/replica/diskReplica.ts stores them, for each person separately. Public pages always come from
 * the network.
 */
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

// The browser reads these files from the cache itself, without waiting for this worker.
self.addEventListener('install', (event) => {
  void event.addRoutes?.({
    condition: { urlPattern: '/assets/*' },
    source: { cacheName: cacheNames.precache },
  });
});

const isAppScreen = ({ request, url }: { request: Request; url: URL }) =>
  request.mode === 'navigate' && (url.pathname === paths.root || isProtected(url.pathname));

// As at Hosting, each screen has a page that names its files, and index.html is the page of /today (web/prerender.ts).
for (const path of screenPaths.filter((one) => one !== paths.today))
  registerRoute(
    (match) => isAppScreen(match) && match.url.pathname === path,
    createHandlerBoundToURL(`${path}.html`),
  );
registerRoute(isAppScreen, createHandlerBoundToURL('/index.html'));

// A new version waits until the person asks for it, or until no tab has the old one open.
self.addEventListener('message', ({ data }) => {
  if ((data as { type?: string }).type === 'SKIP_WAITING') void self.skipWaiting();
});

listenForReminders(self);
