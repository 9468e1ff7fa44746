import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isProtected, paths } from './lib/paths';

// TypeScript's own types of service workers don't go with those of pages.
declare const self: {
  __WB_MANIFEST: (PrecacheEntry | string)[];
  skipWaiting: () => Promise<void>;
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void;
};

/*
 * The app's own files, so that every screen of a signed-in person opens without a network. No data: that is kept by
 * sync/copies.ts, for each person apart. Public pages always come from the network.
 */
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

const isAppScreen = ({ request, url }: { request: Request; url: URL }) =>
  request.mode === 'navigate' && (url.pathname === paths.root || isProtected(url.pathname));
registerRoute(isAppScreen, createHandlerBoundToURL('/index.html'));

// A new version waits until the person asks for it, or until no tab has the old one open.
self.addEventListener('message', ({ data }) => {
  if ((data as { type?: string }).type === 'SKIP_WAITING') void self.skipWaiting();
});
