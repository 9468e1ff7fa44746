import * as z from 'zod/mini';
import { Instant } from '../primitives';

const INCOMPLETE = 'This browser’s push subscription is not complete.';

/** Returns the schema of a value in base64url of which a browser's push subscription is made. */
const Key = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), INCOMPLETE));

/** A browser's push subscription (`PushSubscription.toJSON`), with its keys for encryption (RFC 8291). */
export const PushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(2000, INCOMPLETE)),
  keys: z.object({ p256dh: Key(87), auth: Key(22) }),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

/**
 * Whether the server sends reminders to a browser.
 * - `off`: the person turned them off in this session, maybe on another device.
 * - `ended`: its push service said that the subscription has ended.
 * - `none`: the browser never started them in this session.
 */
const PushState = z.enum(['on', 'off', 'ended', 'none']);

/** The server's public key for push messages (RFC 8292), or null if the server sends none, and the session's state. */
export const PushKey = z.object({ publicKey: z.nullable(z.string()), state: PushState });
export type PushKey = z.infer<typeof PushKey>;

/**
 * The result of a message to a device.
 * - `delivered`: the push service accepted it.
 * - `refused`: the push service didn't accept it.
 * - `failed`: the push service could not be reached, or failed.
 */
export const DeliveryOutcome = z.enum(['delivered', 'refused', 'failed']);
export type DeliveryOutcome = z.infer<typeof DeliveryOutcome>;

/** The reminders of one device. */
export const DeviceReminders = z.object({
  since: Instant,
  /**
   * Undefined until the first message. `at` is on the day of the last message. It is not always the time of the last one,
   * because deliveries of a day with the same outcome are recorded once.
   */
  lastDelivery: z.optional(z.object({ at: Instant, outcome: DeliveryOutcome })),
});
export type DeviceReminders = z.infer<typeof DeviceReminders>;
