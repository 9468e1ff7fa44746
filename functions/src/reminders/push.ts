import type { PushSubscription } from '@daymark/contract/reminders/pushSubscription';

/** A message to a browser's push service (RFC 8030). */
export interface PushMessage {
  /** The text, which is encrypted for the browser. */
  payload: string;
  /** A message takes the place of an earlier one with the same topic that is not delivered yet. */
  topic: string;
  /** How long the push service keeps the message for a browser that can't be reached, in seconds. */
  ttlSeconds: number;
}

/**
 * The result of sending a message.
 * - `delivered`: the push service accepted the message.
 * - `gone`: the subscription has ended (404, 410).
 * - `refused`: the push service doesn't accept the message, and a repeat would not help.
 * - `failed`: the push service asked to wait (429), failed (5xx), or could not be reached, also when tried again.
 */
export type PushResult = 'delivered' | 'gone' | 'refused' | 'failed';

/** The browsers' push services. */
export interface Push {
  /** The key with which browsers subscribe (RFC 8292), or null if no messages can be sent. */
  publicKey: string | null;
  /** Returns whether an endpoint belongs to a push service that messages may be sent to. */
  isAllowed: (endpoint: string) => boolean;
  send: (subscription: PushSubscription, message: PushMessage) => Promise<PushResult>;
}
