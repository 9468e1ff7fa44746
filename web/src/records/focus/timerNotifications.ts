import { browserStorage } from '../../lib/browser/browserStorage';
import { createListeners } from '../../lib/browser/externalStore';

const STORED = 'daymark.notices';

const listeners = createListeners();

const isTurnedOn = () => browserStorage.get(STORED) === 'on';

function turn(on: boolean): void {
  if (on) browserStorage.set(STORED, 'on');
  else browserStorage.remove(STORED);
  listeners.notify();
}

/** System notifications at the end of a run, shown only if the person turned them on in this browser. */
export const timerNotifications = {
  subscribe: listeners.subscribe,
  state(): 'on' | 'off' | 'denied' | 'impossible' {
    if (!('Notification' in globalThis)) return 'impossible';
    if (Notification.permission === 'denied') return 'denied';
    return isTurnedOn() && Notification.permission === 'granted' ? 'on' : 'off';
  },
  /** Asks for the browser's permission. Must be called in a click handler. */
  async turnOn(): Promise<void> {
    turn((await Notification.requestPermission()) === 'granted');
  },
  turnOff: (): void => turn(false),
  /**
   * Shows a notification, through the service worker if there is one. The service worker outlives the page and handles
   * the click.
   */
  async show(title: string, body: string): Promise<void> {
    if (timerNotifications.state() !== 'on') return;
    const options = { body, tag: 'daymark.timer', icon: '/icons/icon-192.png' };
    const worker = await serviceWorker();
    if (worker?.active) await worker.showNotification(title, options);
    else new Notification(title, options).onclick = () => window.focus();
  },
};

async function serviceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker.getRegistration();
  } catch {
    // The browser has no service workers, or it blocks them together with storage.
    return undefined;
  }
}
