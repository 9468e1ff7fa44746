import { call, CallError } from '../lib/api/call';
import type { SubscriptionChange, WorkerScope } from './workerScope';

/**
 * Subscribes to push messages again after the browser has ended the subscription, and tells the server. If the browser's
 * session has no reminders, or nobody is signed in, the subscription that the browser has made ends.
 */
export async function subscribeAgain(
  {
    registration: { pushManager },
  }: { registration: Pick<WorkerScope['registration'], 'pushManager'> },
  { newSubscription }: Pick<SubscriptionChange, 'newSubscription'>,
): Promise<void> {
  const { publicKey, state } = await call('getPushKey').catch((error: unknown) => {
    if (error instanceof CallError && error.status === 401)
      return { publicKey: null, state: 'none' };
    throw error;
  });
  if (state !== 'on' && state !== 'ended') {
    // Another person may be signed in by now. A page of the person who turned reminders on subscribes again.
    await newSubscription?.unsubscribe();
    return;
  }
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = newSubscription ?? (await pushManager.subscribe(options));
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  try {
    await call('startReminders', { body: { endpoint, keys: { p256dh, auth } } });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}
