/*
 * The parts of a service worker's global scope that the app uses. TypeScript's types of service workers conflict with
 * those of pages.
 */

/** An open tab or window. The browser lists the one that was used last first. */
export interface Tab {
  url: string;
  focus: () => Promise<Tab>;
  navigate: (url: string) => Promise<unknown>;
  postMessage: (message: unknown, transfer: Transferable[]) => void;
}

/** The options of a notification, with those that TypeScript's types of pages lack. */
export interface ShownOptions extends NotificationOptions {
  actions?: readonly { action: string; title: string }[];
  renotify?: boolean;
}

interface WorkerEvent {
  waitUntil: (work: Promise<unknown>) => void;
}

interface PushEvent extends WorkerEvent {
  data: { text: () => string } | null;
  /** The notification of a declarative message, in browsers that show such messages by themselves. */
  notification?: Notification | null;
}

export interface NotificationClick extends WorkerEvent {
  notification: Notification;
  /** Empty if the person clicked the notification itself. */
  action: string;
}

export interface SubscriptionChange extends WorkerEvent {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

interface BackgroundSync extends WorkerEvent {
  tag: string;
}

interface Registration {
  showNotification: (title: string, options: ShownOptions) => Promise<void>;
  pushManager: PushManager;
  /** Only Chromium has background sync. */
  sync?: { register: (tag: string) => Promise<void> };
}

interface Events {
  push: PushEvent;
  notificationclick: NotificationClick;
  pushsubscriptionchange: SubscriptionChange;
  sync: BackgroundSync;
}

export interface WorkerScope {
  location: { origin: string };
  registration: Registration;
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<Tab[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  addEventListener: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ) => void;
}
