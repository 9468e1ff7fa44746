import type { PushPayload } from '@daymark/contract/reminders/notification';
import type { PushSubscription } from '@daymark/contract/reminders/pushSubscription';
import { inject } from 'vitest';

interface Fault {
  status?: number;
  retryAfter?: number;
  location?: string;
  delayMs?: number;
  connection?: 'hang' | 'reset';
  count?: number | null;
}

/** Calls an action of the stand-in for a push service. */
async function control<T>(action: string, what: object): Promise<T> {
  const reply = await fetch(`${inject('push')}/_state`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ do: action, ...what }),
  });
  const result: unknown = await reply.json();
  if (!reply.ok) throw new Error(`${action}: ${JSON.stringify(result)}`);
  return result as T;
}

/** Returns a new browser with a subscription at the stand-in for a push service, with functions that control both. */
export async function pushDevice() {
  const subscription = await control<PushSubscription>('subscribe', {
    serverKey: process.env.VAPID_PUBLIC_KEY,
  });
  const { endpoint } = subscription;
  return {
    subscription,
    endpoint,
    fail: (fault: Fault) => control('setFault', { endpoint, fault }),
    unsubscribe: () => control('unsubscribe', { endpoint }),
    goOffline: () => control('goOffline', { endpoint }),
    goOnline: () => control('goOnline', { endpoint }),
    /** Returns the notifications that the browser got, decrypted. */
    async arrived(): Promise<PushPayload['notification'][]> {
      const messages = await control<{ text: string }[]>('arrived', { endpoint });
      return messages.map(({ text }) => (JSON.parse(text) as PushPayload).notification);
    },
    /** Returns the status of each message that the push service was sent for this browser. */
    async statuses(): Promise<(number | undefined)[]> {
      const calls = await control<{ status?: number }[]>('calls', { endpoint });
      return calls.map(({ status }) => status);
    },
  };
}

/** Moves the clock of the stand-in for a push service forward, for all devices. */
export const advancePushClock = (ms: number) => control('advance', { ms });
