import { onTestFinished, vi } from 'vitest';

interface Shown extends NotificationOptions {
  title: string;
  actions?: readonly { action: string; title: string }[];
}

/**
 * Stubs the browser's notifications and push messages, which jsdom lacks. Returns what a test changes and sees: the
 * `permission`, the person's `answer` when they are asked, whether the browser `canSubscribe`, whether it
 * `reachesService` or waits for its push service, its `subscription`, and the notifications that are `shown`.
 * `subscribeWith` subscribes with a key of the server.
 */
export function stubPush(permission: NotificationPermission = 'default') {
  let subscriptions = 0;
  const browser = {
    permission,
    answer: 'granted' as NotificationPermission,
    timesAsked: 0,
    canSubscribe: true,
    reachesService: true,
    subscription: null as ReturnType<typeof subscriptionWith> | null,
    shown: [] as Shown[],
    subscribeWith: (key: string) => (browser.subscription = subscriptionWith(key)),
  };
  const subscriptionWith = (key: string) => ({
    endpoint: `https://push.example/${++subscriptions}`,
    options: { applicationServerKey: Uint8Array.from(bytesOf(key)).buffer },
    toJSON() {
      return { endpoint: this.endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } };
    },
    unsubscribe() {
      browser.subscription = null;
      return Promise.resolve(true);
    },
  });
  const refused = () => new DOMException('Registration failed', 'AbortError');
  // Ends with the test, so that a tab that waits for it doesn't keep its lock.
  const unreached = new Promise<never>((_, reject) => onTestFinished(() => reject(refused())));
  unreached.catch(() => undefined);
  const worker = {
    active: {},
    pushManager: {
      getSubscription: () => Promise.resolve(browser.subscription),
      subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        if (!browser.reachesService) return unreached;
        return browser.canSubscribe
          ? Promise.resolve(browser.subscribeWith(applicationServerKey))
          : Promise.reject(refused());
      },
    },
    showNotification(title: string, options: NotificationOptions) {
      browser.shown.push({ title, ...options });
      return Promise.resolve();
    },
    getNotifications: () =>
      Promise.resolve(
        browser.shown.map((one) => ({
          data: one.data as unknown,
          close: () => void browser.shown.splice(browser.shown.indexOf(one), 1),
        })),
      ),
  };
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: () => {
      browser.timesAsked++;
      return Promise.resolve((browser.permission = browser.answer));
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    // An event target, to which the worker's messages come.
    value: Object.assign(new EventTarget(), {
      register: () => Promise.resolve(worker),
      getRegistration: () => Promise.resolve(worker),
      ready: Promise.resolve(worker),
    }),
  });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  return browser;
}

const bytesOf = (key: string) =>
  Array.from(
    atob(key.replaceAll('-', '+').replaceAll('_', '/')),
    (char) => char.codePointAt(0) ?? 0,
  );
