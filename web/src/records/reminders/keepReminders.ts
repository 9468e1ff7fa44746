import type { PushKey } from '@daymark/contract/reminders/pushSubscription';
import { call } from '../../lib/api/call';
import { createTabLock } from '../../lib/browser/tabLock';
import { onSessionRenewed } from '../../lib/api/queryClient';
import { withinTime } from '../../lib/api/withinTime';
import { sessionHint } from '../../lib/person/sessionHint';
import type { Sync } from '../../sync/createSync';
import { choiceOf, choose, remindersState, serviceWorker } from './browserReminders';
import { startPageReminders } from './pageReminders';

/** Longest time to wait for the service worker, in ms. It installs the app's files first. */
const WORKER_MS = 20_000;

/** Longest time to wait for the browser's push service, in ms. Without internet, Chromium waits for it for ever. */
const SUBSCRIBE_MS = 5_000;

/** Lets one tab at a time change this browser's push subscription. */
const inTurn = createTabLock('daymark.push');

/**
 * Turns reminders on in this browser. The person has allowed notifications. If the browser can't subscribe, an open
 * page shows the reminders. @throws CallError if the server can't be reached or refuses the subscription.
 */
export async function turnOn(userId: number): Promise<void> {
  await inTurn('exclusive', async () => {
    try {
      const atServer = await call('getPushKey', {}, { as: userId });
      choose(userId, { sent: await subscribe(userId, choiceOf(userId)?.sent, atServer) });
    } catch (error) {
      await endSubscription();
      throw error;
    }
  });
}

/**
 * Turns reminders off in this browser. If the server is out of reach, it learns from the push service that the
 * subscription has ended.
 */
export async function turnOff(userId: number): Promise<void> {
  choose(userId, undefined);
  await inTurn('exclusive', async () => {
    await endSubscription();
    await endOnServer(userId).catch(() => undefined);
  });
}

async function endSubscription(): Promise<void> {
  try {
    const worker = await serviceWorker();
    const subscription = await worker?.pushManager.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // The browser has no push messages, or its push service can't be reached.
  }
}

async function endOnServer(userId: number): Promise<void> {
  const devices = await call('listDevices', {}, { as: userId });
  const here = devices.find(({ isCurrent }) => isCurrent);
  if (here?.reminders) await call('endReminders', { id: here.id }, { as: userId });
}

/**
 * Keeps a person's reminders in this browser in order while they are on. Checks now, when the network is back, and when
 * the session is renewed. Also shows reminders from this page while push messages can't.
 */
export function keepReminders(sync: Sync): void {
  const check = () => void checkReminders(sync.userId).catch(sync.recordUnreachable);
  let wasOffline = sync.status().offline;
  const unsubscribes = [
    onSessionRenewed(check),
    sync.subscribe(() => {
      const { offline } = sync.status();
      if (wasOffline && !offline) check();
      wasOffline = offline;
    }),
  ];
  sync.signal.addEventListener('abort', () => unsubscribes.forEach((unsubscribe) => unsubscribe()));
  startPageReminders(sync);
  check();
}

/**
 * Brings the browser and the server into line with the person's choice. Subscribes again if the server's key has
 * changed or the subscription is gone, tells the server about another session or endpoint, and ends the reminders if
 * the person turned them off on another device, or if the browser no longer allows notifications.
 */
export async function checkReminders(userId: number): Promise<void> {
  if (!choiceOf(userId)) return;
  const state = remindersState(userId);
  if (state !== 'on' && state !== 'pageOnly') {
    await turnOff(userId);
    return;
  }
  await inTurn('exclusive', async () => {
    const choice = choiceOf(userId);
    if (!choice) return;
    // The person may turn reminders off or leave in the meantime.
    const isStillChosen = () => choiceOf(userId)?.sent === choice.sent && choiceOf(userId);
    try {
      const atServer = await call('getPushKey', {}, { as: userId });
      // While the browser had no subscription, the list of devices may still have had an earlier one.
      const isOff = atServer.state === 'off' && choice.sent !== undefined;
      const sent = isOff ? undefined : await subscribe(userId, choice.sent, atServer);
      if (isStillChosen() && sent !== choice.sent) choose(userId, isOff ? undefined : { sent });
    } finally {
      if (!choiceOf(userId)?.sent) await endSubscription();
    }
  });
}

/**
 * Subscribes this browser to push messages and tells the server, unless the server knows already. `before` is the
 * session and the endpoint that the server was told last. Returns what the server knows, or undefined if the browser
 * can't subscribe or the server sends no messages.
 */
async function subscribe(
  userId: number,
  before: string | undefined,
  { publicKey, state }: PushKey,
): Promise<string | undefined> {
  if (publicKey === null) return undefined;
  // A subscription that the server has removed from this session has ended at the push service, so it is replaced.
  const isRemoved = state !== 'on' && before?.startsWith(`${sessionHint()} `);
  const sent = isRemoved ? undefined : before;
  const subscription = await subscriptionFor(publicKey, sent).catch(() => undefined);
  if (!subscription) return undefined;
  const next = `${sessionHint()} ${subscription.endpoint}`;
  if (next === sent) return sent;
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await call('startReminders', { body: { endpoint, keys: { p256dh, auth } } }, { as: userId });
  return next;
}

/**
 * Returns the browser's subscription with this key of the server. A subscription that the server was not told about in
 * this person's name may be another person's, so it is replaced. @throws if the browser can't subscribe.
 */
async function subscriptionFor(
  publicKey: string,
  sent: string | undefined,
): Promise<PushSubscription> {
  // The shell registers the same file a few seconds after the start.
  await navigator.serviceWorker.register('/serviceWorker.js');
  const worker = await withinTime(navigator.serviceWorker.ready, WORKER_MS);
  if (!worker) throw new Error('The service worker is not ready.');
  const existing = await worker.pushManager.getSubscription();
  if (existing && keyOf(existing) === publicKey && sent?.endsWith(` ${existing.endpoint}`))
    return existing;
  // A browser refuses another key while it has a subscription.
  await existing?.unsubscribe();
  const subscribing = worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const subscription = await withinTime(subscribing, SUBSCRIBE_MS);
  if (!subscription) throw new Error('The push service is not reached.');
  return subscription;
}

/** Returns the key of a subscription in base64url. */
function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer(0));
  const base64 = btoa(String.fromCodePoint(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
