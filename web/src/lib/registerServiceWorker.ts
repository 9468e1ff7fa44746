import { Workbox } from 'workbox-window';
import { newVersion } from './appVersion';

const AN_HOUR_MS = 3_600_000;

/** Has the browser keep the app's files, and look for newer ones now and then. Without it the app works, only not offline. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = new Workbox('/serviceWorker.js');
  worker.addEventListener('waiting', () => newVersion.offer(() => worker.messageSkipWaiting()));
  // Whoever asked for the new version gets it. Another tab's page goes on, and offers the reload.
  let isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isFirst) isFirst = false;
    else if (newVersion.isTaken()) location.reload();
    else newVersion.offer(() => location.reload());
  });
  const registration = await worker.register();
  setInterval(() => void registration?.update().catch(() => undefined), AN_HOUR_MS);
}
