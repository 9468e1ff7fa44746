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

// TypeScript's types of service workers conflict with those of pages.
declare const self: {
  __WB_MANIFEST: (PrecacheEntry | string)[];
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install', listener: (event: Install) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: NotificationClick) => void) => void);
  clients: {
    matchAll: (options: object) => Promise<{ url: string; focus: () => Promise<unknown> }[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
};
interface Install {
  /** Only Chromium supports this. */
  addRoutes?: (rules: {
    condition: { urlPattern: string };
    source: { cacheName: string };
  }) => Promise<void>;
}
interface NotificationClick {
  notification: Notification;
  waitUntil: (work: Promise<unknown>) => void;
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

// A click on one of the timer's notifications (records/focus/timerNotifications.ts) focuses an open tab, or opens one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const focusTab = async () => {
    const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const [first] = open.filter(({ url }) => isProtected(new URL(url).pathname));
    await (first ? first.focus() : self.clients.openWindow(paths.focus));
  };
  event.waitUntil(focusTab());
});
