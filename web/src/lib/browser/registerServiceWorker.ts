import { HOUR_MS } from '@daymark/contract/time/units';
import { Workbox } from 'workbox-window';
import { newVersion } from '../api/appVersion';

/** Longest time to wait for a new version to take over before the page is reloaded anyway, in ms. */
const TAKE_OVER_MS = 3_000;

/** Registers the service worker, which stores the app's files, and checks for a new version every hour. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = new Workbox('/serviceWorker.js');
  let takeOver: ReturnType<typeof setTimeout> | undefined;
  worker.addEventListener('waiting', () =>
    newVersion.offer(() => {
      worker.messageSkipWaiting();
      // The browser waits until the old worker is idle, in rare cases for minutes. A reload ends the worker's tasks for
      // this page.
      clearTimeout(takeOver);
      takeOver = setTimeout(() => void newVersion.reloadPage(), TAKE_OVER_MS);
    }),
  );
  // The tab where the person took the new version reloads. Other tabs offer to reload.
  let isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    clearTimeout(takeOver);
    // Offer the new version in the tab that reloads, too. The person may tell the browser to stay on the page, and
    // reload later.
    newVersion.offer(() => void newVersion.reloadPage());
    if (newVersion.isTaken()) void newVersion.reloadPage();
  });
  const registration = await worker.register();
  setInterval(() => void registration?.update().catch(() => undefined), HOUR_MS);
}

/** Offers to reload and fetches the new version. Called when the server does not work with this version of the app. */
export async function offerNewVersion(): Promise<void> {
  if (!newVersion.reload()) newVersion.offer(() => void newVersion.reloadPage());
  if (!('serviceWorker' in navigator)) return;
  // The current service worker would load the old version again. The new service worker offers itself when it is
  // installed.
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update().catch(() => undefined);
}
