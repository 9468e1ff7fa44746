import type { PushData } from '@daymark/contract/reminders/notification';
import { browserStorage, onStoredElsewhere } from '../../lib/browser/browserStorage';
import { createListeners } from '../../lib/browser/externalStore';
import { remindersKey } from '../../lib/person/drafts';
import { withinTime } from '../../lib/api/withinTime';

/*
 * A person's reminders in this browser: whether they are on, and how they end. The code that subscribes to push
 * messages (keepReminders.ts) or shows a notification (showNotification.ts) is loaded only when it is needed.
 */

/**
 * The state of a person's reminders in this browser.
 * - `impossible`: the browser has no notifications. `needsApp`: on an iPhone or iPad, only the installed app has them.
 * - `denied`: the person, or the browser's settings, forbid them.
 * - `on`: the server sends them, also while Daymark is closed.
 * - `pageOnly`: the browser can't subscribe to push messages, so an open page shows them.
 * - `timerOnly`: the person allowed notifications of the focus timer and has not turned reminders on.
 */
export type BrowserState =
  | 'impossible'
  | 'needsApp'
  | 'denied'
  | 'off'
  | 'on'
  | 'pageOnly'
  | 'timerOnly';

/** A person's choice of reminders in this browser. */
interface Choice {
  /** The session and the endpoint that the server was last told, or undefined if the browser has no subscription. */
  sent?: string | undefined;
}

/** The storage key of the choice that an earlier version stored, which was about the timer only and about no person. */
const TIMER_ONLY_KEY = 'daymark.notices';

/** Longest time that leaving waits for the browser to end its subscription, in ms. */
const LEAVING_MS = 5_000;

const listeners = createListeners();

/** Returns what a person chose in this browser, or undefined if they have not turned reminders on. */
export function choiceOf(userId: number): Choice | undefined {
  try {
    const stored = browserStorage.get(remindersKey(userId));
    return stored === null ? undefined : (JSON.parse(stored) as Choice);
  } catch {
    return undefined;
  }
}

/** Stores what a person chose in this browser. Undefined turns reminders off. */
export function choose(userId: number, choice: Choice | undefined): void {
  if (choice) browserStorage.set(remindersKey(userId), JSON.stringify(choice));
  else browserStorage.remove(remindersKey(userId));
  browserStorage.remove(TIMER_ONLY_KEY);
  listeners.notify();
}

/** Calls back those who show the state, because the browser's permission may have changed. */
export const notifyReminders = listeners.notify;

/** Calls back when the choice changes, in this tab or another. Returns a function that unsubscribes. */
export function onReminders(listener: () => void): () => void {
  const unsubscribes = [listeners.subscribe(listener), onStoredElsewhere(undefined, listener)];
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
}

/** Returns the state of a person's reminders in this browser. */
export function remindersState(userId: number): BrowserState {
  if (!('Notification' in globalThis)) return isInTabOfIos() ? 'needsApp' : 'impossible';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission !== 'granted') return 'off';
  const choice = choiceOf(userId);
  if (choice) return choice.sent === undefined ? 'pageOnly' : 'on';
  return browserStorage.get(TIMER_ONLY_KEY) === 'on' ? 'timerOnly' : 'off';
}

/** Whether a person gets notifications in this browser in this state. */
export const getsReminders = (state: BrowserState): boolean =>
  state === 'on' || state === 'pageOnly' || state === 'timerOnly';

/** Whether this is a tab on an iPhone or iPad. Only browsers there have the property. */
const isInTabOfIos = () => (navigator as { standalone?: boolean }).standalone === false;

/** Returns the registered service worker, if the browser has and allows one. */
export async function serviceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker.getRegistration();
  } catch {
    // The browser has no service workers, or it blocks them together with storage.
    return undefined;
  }
}

/**
 * Closes the notifications of a person whose session has ended, and ends their push subscription. Leaves that of
 * `current`, who is signed in now. The choice stays, so that reminders go on after the person's next sign-in. Call it
 * once the person's records are deleted, because the service worker shows titles until then. Resolves to whether the
 * browser did so in time.
 */
export async function leaveReminders(
  userId: number,
  current: number | null = null,
): Promise<boolean> {
  if (choiceOf(userId)) choose(userId, {});
  const isOfCurrent = (endpoint: string) =>
    current !== null && choiceOf(current)?.sent?.endsWith(` ${endpoint}`) === true;
  const leave = async () => {
    const worker = await serviceWorker();
    for (const shown of (await worker?.getNotifications()) ?? [])
      if ((shown.data as Partial<PushData> | null)?.userId === userId) shown.close();
    const subscription = await worker?.pushManager.getSubscription();
    if (subscription && !isOfCurrent(subscription.endpoint)) await subscription.unsubscribe();
    return true;
  };
  return (await withinTime(leave(), LEAVING_MS).catch(() => true)) ?? false;
}
