import { TEST_NOTIFICATION } from '@daymark/contract/reminders/notification';
import type { DeviceReminders } from '@daymark/contract/reminders/pushSubscription';
import { MINUTE_MS } from '@daymark/contract/time/units';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import { deliver } from './deliver';

/** How long a push service keeps a test for a device that can't be reached, in ms. */
const TEST_KEPT_MS = 5 * MINUTE_MS;

export const getPushKey: Handler<'getPushKey'> = async ({ owner, browser }, { push, stores }) => ({
  publicKey: push.publicKey,
  state: await stores.reminders.stateOf(owner, browser.session ?? ''),
});

export const startReminders: Handler<'startReminders'> = async (
  { owner, browser, body },
  { push, stores, now },
) => {
  if (push.publicKey === null) throw new Failure(503, 'Reminders are not set up here.');
  if (!push.isAllowed(body.endpoint))
    throw new Failure(400, 'Daymark can’t send reminders to this browser’s push service.');
  const started = await stores.reminders.start(owner, browser.session ?? '', body, now());
  if (!started) throw new Failure(401, 'Please sign in.');
};

export const endReminders: Handler<'endReminders'> = async ({ owner, id }, { stores }) => {
  await stores.reminders.end(owner, id);
};

export const testReminders: Handler<'testReminders'> = async ({ owner, id }, ports) => {
  const { stores, now } = ports;
  const device = (await stores.reminders.get(owner))?.devices[id];
  if (!device) throw new Failure(404, 'This device gets no reminders.');
  const expiresMs = now().getTime() + TEST_KEPT_MS;
  const due = { notification: TEST_NOTIFICATION, expiresMs };
  const lastDelivery = (await deliver(owner, { [id]: device }, due, ports)).get(id);
  if (!lastDelivery)
    throw new Failure(404, 'This device gets no reminders any more. Turn them on again there.');
  await stores.reminders.update(owner, ({ devices }) => {
    const current = devices[id];
    return current && { devices: { ...devices, [id]: { ...current, lastDelivery } } };
  });
  return remindersOf({ ...device, lastDelivery });
};

const remindersOf = ({ since, lastDelivery }: DeviceReminders): DeviceReminders => ({
  since,
  ...(lastDelivery && { lastDelivery }),
});
