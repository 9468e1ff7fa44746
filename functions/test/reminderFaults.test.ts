import { randomUUID } from 'node:crypto';
import type { PushSubscription } from '@daymark/contract/reminders/pushSubscription';
import { DAY_MS } from '@daymark/contract/time/units';
import { expect, test } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import type { Owner } from '../src/owner';
import { webPush } from '../src/reminders/webPush';
import { expectSentence } from './expectSentence';
import { newPerson, registeredPerson } from './people';
import { advancePushClock, pushDevice } from './pushDevice';
import { send } from './send';
import { eventAt, setSettings, sweepPorts, taskOf, type Sweep } from './sweep';

// Friday, November 20, 2026, in UTC. Everyone works from 9:00 to 17:00.
const DAWN = '2026-11-20T05:00:00Z';

/** The push services, with short waits between the tries of a message. */
const push = webPush(process.env, {
  requestMs: 2_000,
  retryMs: 1,
  waitMaxMs: 2_000,
  totalMs: 10_000,
  downMs: 60_000,
});

/** Returns a sweep that sends to the stand-in for a push service. */
function pushingSweep(): Sweep {
  const sweep = sweepPorts(DAWN);
  sweep.ports.push = push;
  return sweep;
}

/** Starts a subscription's reminders in a new session, and returns the session. */
async function startAt(
  { stores, ports }: Sweep,
  { uid }: Pick<Owner, 'uid'>,
  subscription: PushSubscription,
): Promise<string> {
  const session = `session-${randomUUID()}`;
  const startedAt = ports.now().toISOString();
  const expiresAt = new Date(ports.now().getTime() + 30 * DAY_MS);
  await stores.sessions.record(uid, session, { startedAt, lastUsedAt: startedAt, expiresAt });
  const started = await stores.reminders.start({ uid }, session, subscription, ports.now());
  if (!started) throw new Error('The reminders did not start.');
  return session;
}

/** Returns a new person with devices at the stand-in for a push service, whom the sweep has looked at. */
async function personWithDevices(
  sweep: Sweep,
  count = 1,
  settings: Parameters<typeof setSettings>[2] = {},
) {
  const { uid, userId } = await newPerson();
  const owner = { uid, userId };
  sweep.people.push(owner);
  if (Object.keys(settings).length > 0) await setSettings(sweep, owner, settings);
  const devices = [];
  for (let times = 0; times < count; times++) {
    const device = await pushDevice();
    devices.push({ ...device, session: await startAt(sweep, owner, device.subscription) });
  }
  // Twice, because the first sweep leaves the person to be looked at once more.
  for (const at of [DAWN, '2026-11-20T05:00:01Z']) await sweep.sweepAt(at);
  const [device] = devices;
  if (!device) throw new Error('There is no device.');
  return { owner, devices, device };
}

/** Creates an event at 10:00 for each person, and runs the sweep then. */
async function remindAtTen(sweep: Sweep, title = 'Stand-up') {
  for (const owner of sweep.people)
    await sweep.stores.events.create(owner, eventAt('2026-11-20T10:00:00Z', { id: 1, title }));
  await sweep.sweepAt('2026-11-20T10:00:10Z');
}

const titlesOf = async (device: Awaited<ReturnType<typeof pushDevice>>) =>
  (await device.arrived()).map(({ title }) => title);

test('a reminder arrives at the browser, encrypted on the way', async () => {
  const sweep = pushingSweep();
  const { device, owner } = await personWithDevices(sweep);
  await remindAtTen(sweep);
  expect(await device.arrived()).toMatchObject([
    { title: 'Stand-up', tag: 'event-1', data: { userId: owner.userId } },
  ]);
  expect(await sweep.stores.reminders.get(owner)).toMatchObject({
    devices: { [device.session]: { lastDelivery: { outcome: 'delivered' } } },
  });
});

test.each([404, 410])('a subscription that ends with %d is removed', async (status) => {
  const sweep = pushingSweep();
  const { owner, devices } = await personWithDevices(sweep, 2);
  const [ended, other] = devices;
  await ended?.fail({ status });
  await remindAtTen(sweep);
  const { devices: left = {} } = (await sweep.stores.reminders.get(owner)) ?? {};
  expect(Object.keys(left)).toEqual([other?.session]);
});

test('nothing is left of a person whose last subscription has ended', async () => {
  const sweep = pushingSweep();
  const { owner, device } = await personWithDevices(sweep);
  await device.unsubscribe();
  await remindAtTen(sweep);
  expect(await sweep.stores.reminders.get(owner)).toBeUndefined();
});

test.each([400, 403, 413])(
  'a message that gets a %d is refused and not repeated',
  async (status) => {
    const sweep = pushingSweep();
    const { owner, device } = await personWithDevices(sweep);
    await device.fail({ status });
    await remindAtTen(sweep);
    await sweep.sweepAt('2026-11-20T10:01:10Z');
    expect(await device.statuses()).toEqual([status]);
    expect(await sweep.stores.reminders.get(owner)).toMatchObject({
      devices: { [device.session]: { lastDelivery: { outcome: 'refused' } } },
    });
  },
);

test.each([429, 500, 503])('a message that gets a %d arrives in the same run', async (status) => {
  const sweep = pushingSweep();
  const { device } = await personWithDevices(sweep);
  await device.fail({ status, count: 2, ...(status === 429 && { retryAfter: 1 }) });
  await remindAtTen(sweep);
  expect(await device.statuses()).toEqual([status, status, 201]);
  expect(await titlesOf(device)).toEqual(['Stand-up']);
});

test('a push service that keeps failing leaves a failed delivery', async () => {
  const sweep = pushingSweep();
  const { owner, device } = await personWithDevices(sweep);
  await device.fail({ status: 500, count: null });
  await remindAtTen(sweep);
  expect(await device.statuses()).toEqual([500, 500, 500]);
  expect(await sweep.stores.reminders.get(owner)).toMatchObject({
    devices: { [device.session]: { lastDelivery: { outcome: 'failed' } } },
  });
});

test('a redirect is refused', async () => {
  const sweep = pushingSweep();
  const [{ device }, other] = [await personWithDevices(sweep), await pushDevice()];
  await device.fail({ status: 307, location: other.endpoint });
  await remindAtTen(sweep);
  expect(await device.statuses()).toEqual([307]);
  expect(await other.statuses()).toEqual([]);
});

test('a message arrives after a connection that was reset', async () => {
  const sweep = pushingSweep();
  const { device } = await personWithDevices(sweep);
  await device.fail({ connection: 'reset' });
  await remindAtTen(sweep);
  expect(await titlesOf(device)).toEqual(['Stand-up']);
});

test('a push service that doesn’t respond holds up no other person', async () => {
  const sweep = pushingSweep();
  const slow = await personWithDevices(sweep);
  const others = [];
  for (let times = 0; times < 5; times++) others.push(await personWithDevices(sweep));
  await slow.device.fail({ connection: 'hang', count: null });
  const arrivals: Promise<unknown>[] = [];
  for (const { device } of others)
    arrivals.push(expect.poll(() => titlesOf(device), { timeout: 60_000 }).toHaveLength(1));
  let isOver = false;
  const run = remindAtTen(sweep).then(() => (isOver = true));
  await Promise.all(arrivals);
  expect(isOver).toBe(false);
  await run;
  expect(await slow.device.statuses()).toEqual([undefined, undefined, undefined]);
});

test('no title and no endpoint is logged, whatever fails', async () => {
  const sweep = pushingSweep();
  const { devices } = await personWithDevices(sweep, 5);
  const faults = [{ status: 410 }, { status: 413 }, { status: 500, count: null }];
  for (const [index, fault] of faults.entries()) await devices[index]?.fail(fault);
  await devices[3]?.fail({ connection: 'reset', count: null });
  await remindAtTen(sweep, 'A very private title');
  const lines = JSON.stringify(sweep.lines);
  expect(lines).toContain('"delivered":1');
  expect(lines).not.toContain('private');
  for (const { endpoint, subscription } of devices)
    for (const secret of [endpoint, subscription.keys.auth, endpoint.slice(-36)])
      expect(lines).not.toContain(secret);
});

test('a device that is back after a week gets one digest, and nothing that is over', async () => {
  const sweep = pushingSweep();
  const { device, owner } = await personWithDevices(sweep, 1, {
    remindsToPlan: true,
    remindsToReflect: true,
  });
  const start = Date.parse(DAWN);
  const moments: number[] = [];
  for (let day = 0; day < 8; day++) {
    const midnight = start - (start % DAY_MS) + day * DAY_MS;
    const deadline = new Date(midnight).toISOString().slice(0, 10);
    await sweep.stores.tasks.create(owner, taskOf({ id: 100 + day, deadline }));
    moments.push(midnight + 9 * 3_600_000, midnight + 17 * 3_600_000);
    for (let hour = 10; hour < 15; hour++) {
      const at = midnight + hour * 3_600_000;
      const event = { id: day * 10 + hour, title: `Event ${day} ${hour}` };
      await sweep.stores.events.create(owner, eventAt(new Date(at).toISOString(), event));
      moments.push(at);
    }
  }
  // The device is back on the last day at 10:30, in the middle of that day's first event.
  const back = start - (start % DAY_MS) + 7 * DAY_MS + 10.5 * 3_600_000;
  await device.goOffline();
  let clock = start;
  for (const at of moments.filter((one) => one < back).sort((a, b) => a - b)) {
    await advancePushClock(at - clock);
    clock = at;
    await sweep.sweepAt(new Date(at).toISOString());
  }
  const sent = (await device.statuses()).length;
  expect(sent).toBeGreaterThan(40);
  await advancePushClock(back - clock);
  await device.goOnline();
  const arrived = await device.arrived();
  expect(arrived.map(({ tag }) => tag).sort()).toEqual(['deadlines', 'event-80', 'plan']);
});

test.each([
  'https://127.0.0.1/push/1',
  'https://10.0.0.1/push/1',
  'https://169.254.169.254/computeMetadata/v1',
  'https://[::1]/push/1',
  'https://localhost/push/1',
  'http://fcm.googleapis.com/fcm/send/1',
  'https://fcm.googleapis.com:8443/fcm/send/1',
  'https://fcm.googleapis.com.evil.example/fcm/send/1',
  'https://user:password@fcm.googleapis.com/fcm/send/1',
  'javascript:alert(1)',
  '',
])('reminders can’t start at %s', async (endpoint) => {
  const { session } = await registeredPerson();
  const { subscription } = await pushDevice();
  const reply = await send({
    method: 'POST',
    path: '/api/devices/reminders',
    session,
    body: { ...subscription, endpoint },
  });
  expectSentence(reply, 400);
});

test('a browser can start reminders, test them and end them', async () => {
  const { session } = await registeredPerson();
  const device = await pushDevice();
  const call = async (method: string, path: string, body?: object) => {
    const reply = await send({ method, path, session, ...(body && { body }) });
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply;
  };
  const key = (await call('GET', '/api/push-key')).json();
  expect(key).toEqual({ publicKey: firebasePorts().push.publicKey, state: 'none' });
  await call('POST', '/api/devices/reminders', device.subscription);
  const [{ id }] = (await call('GET', '/api/devices')).json() as [{ id: string }];
  const tested = (await call('POST', `/api/devices/${id}/reminders/test`)).json() as object;
  expect(tested).toMatchObject({ lastDelivery: { outcome: 'delivered' } });
  expect(await titlesOf(device)).toEqual(['Reminders work']);
  await call('DELETE', `/api/devices/${id}/reminders`);
  expect((await call('GET', '/api/devices')).json()).toMatchObject([{ reminders: null }]);
});
