import { cacheNames } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isProtected, paths, protectedPaths } from './lib/paths';

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
  /** Only Chromium has it. */
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
 * The app's own files, so that every screen of a signed-in person opens without a network. No data: sync/diskReplica.ts
 * stores that, for each person separately. Public pages always come from the network.
 */
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

// The browser finds these files by itself, without waiting for this worker.
self.addEventListener('install', (event) => {
  void event.addRoutes?.({
    condition: { urlPattern: '/assets/*' },
    source: { cacheName: cacheNames.precache },
  });
});

const isAppScreen = ({ request, url }: { request: Request; url: URL }) =>
  request.mode === 'navigate' && (url.pathname === paths.root || isProtected(url.pathname));

// The pages that have all styles in them (web/prerender.ts).
const pageOf = (path: string) => `/complete${path}.html`;
for (const path of protectedPaths.filter((one) => getCacheKeyForURL(pageOf(one))))
  registerRoute(
    (match) => isAppScreen(match) && match.url.pathname === path,
    createHandlerBoundToURL(pageOf(path)),
  );
// What has no page of its own has that of /today, like at Hosting.
registerRoute(isAppScreen, createHandlerBoundToURL(pageOf(paths.today)));

// A new version waits until the person asks for it, or until no tab has the old one open.
self.addEventListener('message', ({ data }) => {
  if ((data as { type?: string }).type === 'SKIP_WAITING') void self.skipWaiting();
});

// A click on one of the timer's notifications (features/focus/timerNotifications.ts) focuses an open tab, or opens one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const focusTab = async () => {
    const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const [first] = open.filter(({ url }) => isProtected(new URL(url).pathname));
    await (first ? first.focus() : self.clients.openWindow(paths.focus));
  };
  event.waitUntil(focusTab());
});
