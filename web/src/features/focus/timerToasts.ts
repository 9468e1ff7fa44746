const KEPT = 'daymark.notices';

const listeners = new Set<() => void>();

function isWanted(): boolean {
  try {
    return localStorage.getItem(KEPT) === 'on';
  } catch {
    return false;
  }
}

function want(is: boolean): void {
  try {
    if (is) localStorage.setItem(KEPT, 'on');
    else localStorage.removeItem(KEPT);
  } catch {
    // Storage is blocked: then it lasts for no time at all, and the box says so.
  }
  listeners.forEach((listener) => listener());
}

/** The system's own notice at the end of a run: only for whoever asked for it, in this browser. */
export const timerToasts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  state(): 'on' | 'off' | 'denied' | 'impossible' {
    if (!('Notification' in globalThis)) return 'impossible';
    if (Notification.permission === 'denied') return 'denied';
    return isWanted() && Notification.permission === 'granted' ? 'on' : 'off';
  },
  /** Asks the person, through the browser: to be called while they click. */
  async turnOn(): Promise<void> {
    want((await Notification.requestPermission()) === 'granted');
  },
  turnOff: (): void => want(false),
  /** By the service worker, where there is one: it outlives the page and hears the press. */
  async show(title: string, body: string): Promise<void> {
    if (timerToasts.state() !== 'on') return;
    const options = { body, tag: 'daymark.timer', icon: '/icons/icon-192.png' };
    const worker =
      'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
    if (worker?.active) await worker.showNotification(title, options);
    else new Notification(title, options).onclick = () => window.focus();
  },
};
