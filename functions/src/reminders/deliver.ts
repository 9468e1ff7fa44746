import { createHash } from 'node:crypto';
import { pushPayload, type ReminderNotification } from '@daymark/contract/reminders/notification';
import type { Zone } from '@daymark/contract/time/zone';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import type { StoredDevice, StoredReminders } from '../store/reminders';

/** A notification that is due, and when it is of no use any more, in ms. */
export interface Due {
  notification: ReminderNotification;
  expiresMs: number;
}

type Delivery = NonNullable<StoredDevice['lastDelivery']>;

/** The outcome of the last message to each device that the push service still knows, by session. */
type Deliveries = Map<string, Delivery>;

/** Most characters of a topic (RFC 8030, section 5.4). */
const TOPIC_MAX = 32;

/**
 * Sends a notification to each device whose session hasn't expired, and removes devices that the push service doesn't
 * know any more. Returns the outcome for each of the others.
 */
export async function deliver(
  owner: Owner,
  devices: StoredReminders['devices'],
  { notification, expiresMs }: Due,
  { push, stores, now, publicUrl }: Ports,
): Promise<Deliveries> {
  const nowMs = now().getTime();
  const message = {
    payload: JSON.stringify(pushPayload(notification, owner.userId, publicUrl ?? '')),
    topic: createHash('sha256').update(notification.tag).digest('base64url').slice(0, TOPIC_MAX),
    ttlSeconds: Math.max(0, Math.ceil((expiresMs - nowMs) / 1000)),
  };
  const deliveries: Deliveries = new Map();
  await Promise.all(
    Object.entries(devices).map(async ([session, { subscription, expiresAt }]) => {
      if (expiresAt <= nowMs) return;
      const outcome = await push.send(subscription, message).catch(() => 'failed' as const);
      if (outcome === 'gone')
        // If this fails, the next message finds the subscription gone again.
        await stores.reminders.end(owner, session, subscription.endpoint).catch(() => undefined);
      else deliveries.set(session, { at: now().toISOString(), outcome });
    }),
  );
  return deliveries;
}

/**
 * Returns the devices with the deliveries that are worth recording, or undefined if none is. Each record costs a write,
 * so that deliveries of a day in `zone` with the same outcome are recorded once.
 */
export function withDeliveries(
  devices: StoredReminders['devices'],
  deliveries: Deliveries,
  zone: Zone,
): StoredReminders['devices'] | undefined {
  const recorded = { ...devices };
  let isChanged = false;
  for (const [session, lastDelivery] of deliveries) {
    const device = devices[session];
    if (!device || !isNews(device, lastDelivery, zone)) continue;
    recorded[session] = { ...device, lastDelivery };
    isChanged = true;
  }
  return isChanged ? recorded : undefined;
}

function isNews({ lastDelivery }: StoredDevice, { at, outcome }: Delivery, zone: Zone): boolean {
  const dayOf = (instant: string) => zone.dayAt(Date.parse(instant));
  return lastDelivery?.outcome !== outcome || dayOf(at) !== dayOf(lastDelivery.at);
}
