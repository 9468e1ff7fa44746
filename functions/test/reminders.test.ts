import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Device } from '@daymark/contract/device';
import type { PushKey } from '@daymark/contract/reminders/pushSubscription';
import { getFirestore, WriteBatch } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import { admin, googleSignIn, idTokenOf } from './authEmulator';
import { deletePerson } from './deletePerson';
import { expectSentence } from './expectSentence';
import { confirmedPerson, newPerson, registeredPerson, type Person } from './people';
import { pushDevice } from './pushDevice';
import { send } from './send';
import { secondsLater, signInElsewhere } from './signInElsewhere';

const firestore = getFirestore(admin);
const NOTHING_MORE = { apiTokens: false, calendarFeed: false };

type PushDevice = Awaited<ReturnType<typeof pushDevice>>;

const devicesOf = async (session: string) =>
  (await send({ path: '/api/devices', session })).json() as Device[];
const currentId = async (session: string) =>
  (await devicesOf(session)).find(({ isCurrent }) => isCurrent)?.id ?? '';
const start = (session: string, { subscription }: Pick<PushDevice, 'subscription'>) =>
  send({ method: 'POST', path: '/api/devices/reminders', session, body: subscription });
const post = (path: string, session: string, body?: object, headers = {}) =>
  send({ method: 'POST', path, session, headers, ...(body && { body }) });
const remindersOf = async ({ uid }: Pick<Person, 'uid'>) =>
  (await firestore.doc(`reminders/${uid}`).get()).data() as
    | { devices: Record<string, { subscription: { endpoint: string } }> }
    | undefined;
const endpointsOf = async (person: Person) =>
  Object.values((await remindersOf(person))?.devices ?? {}).map(
    ({ subscription }) => subscription.endpoint,
  );

/** Returns a person whose two sessions have reminders. */
async function personWithTwo() {
  const person = await registeredPerson();
  const elsewhere = await signInElsewhere(person);
  const devices = [await pushDevice(), await pushDevice()] as const;
  for (const [session, device] of [
    [person.session, devices[0]],
    [elsewhere, devices[1]],
  ] as const)
    expect((await start(session, device)).status).toBe(204);
  expect(await endpointsOf(person)).toHaveLength(2);
  return { person, elsewhere, devices };
}

test('a browser gets the key to subscribe with', async () => {
  const { session } = await newPerson();
  const reply = await send({ path: '/api/push-key', session });
  expect(reply.json()).toMatchObject({ publicKey: process.env.VAPID_PUBLIC_KEY });
});

test('a browser learns whether the person or the push service ended its reminders', async () => {
  const { session } = await newPerson();
  const device = await pushDevice();
  const state = async () =>
    ((await send({ path: '/api/push-key', session })).json() as PushKey).state;
  expect(await state()).toBe('none');
  await start(session, device);
  expect(await state()).toBe('on');
  const path = `/api/devices/${await currentId(session)}/reminders`;
  await send({ method: 'DELETE', path, session });
  expect(await state()).toBe('off');
  await start(session, device);
  expect(await state()).toBe('on');
  await device.unsubscribe();
  await post(`${path}/test`, session);
  expect(await state()).toBe('ended');
});

test('a device starts its reminders once, and the list of devices says so', async () => {
  const person = await newPerson();
  const device = await pushDevice();
  for (const time of ['first', 'again'])
    expect((await start(person.session, device)).status, time).toBe(204);
  const [listed] = await devicesOf(person.session);
  expect(Date.now() - Date.parse(listed?.reminders?.since ?? '')).toBeLessThan(60_000);
  expect(listed?.reminders?.lastDelivery).toBeUndefined();
  const text = JSON.stringify(listed);
  expect(text).not.toContain(device.endpoint);
  expect(text).not.toContain(device.subscription.keys.auth);
});

test('a browser that signs in again takes its subscription along', async () => {
  const person = await registeredPerson();
  const device = await pushDevice();
  await start(person.session, device);
  const later = await signInElsewhere(person);
  await start(later, device);
  expect(await endpointsOf(person)).toEqual([device.endpoint]);
  expect((await devicesOf(later)).map(({ reminders }) => reminders !== null)).toEqual([
    true,
    false,
  ]);
});

test.each([
  'https://127.0.0.1/push',
  'https://push.example.com/send/1',
  'http://fcm.googleapis.com/fcm/send/1',
  'file:///etc/passwd',
  'no address',
])('the endpoint %s is refused', async (endpoint) => {
  const { session, uid } = await newPerson();
  const { subscription } = await pushDevice();
  const reply = await start(session, { subscription: { ...subscription, endpoint } });
  expectSentence(reply, 400);
  expect(reply.text).toBe('Daymark can’t send reminders to this browser’s push service.');
  expect(await remindersOf({ uid })).toBeUndefined();
});

test('an API token can’t start reminders', async () => {
  const person = await confirmedPerson();
  const made = await post('/api/tokens', person.session, {
    name: 'Backup',
    scope: 'write',
    expiresInDays: 30,
  });
  const { token } = made.json() as { token: string };
  const { subscription } = await pushDevice();
  const headers = { authorization: `Bearer ${token}` };
  const reply = await post('/api/devices/reminders', person.session, subscription, headers);
  expectSentence(reply, 403);
  expect(await remindersOf(person)).toBeUndefined();
});

test('a test message arrives, and its delivery is listed', async () => {
  const person = await newPerson();
  const device = await pushDevice();
  await start(person.session, device);
  const id = await currentId(person.session);
  const reply = await post(`/api/devices/${id}/reminders/test`, person.session);
  expect(reply.json()).toMatchObject({ lastDelivery: { outcome: 'delivered' } });
  expect(await device.arrived()).toMatchObject([{ title: 'Reminders work', tag: 'test' }]);
  const [listed] = await devicesOf(person.session);
  expect(listed?.reminders).toEqual(reply.json());
});

test('a test to a subscription that has ended removes it', async () => {
  const person = await newPerson();
  const device = await pushDevice();
  await start(person.session, device);
  const id = await currentId(person.session);
  await device.unsubscribe();
  expectSentence(await post(`/api/devices/${id}/reminders/test`, person.session), 404);
  expect(await remindersOf(person)).toBeUndefined();
  expectSentence(await post(`/api/devices/${id}/reminders/test`, person.session), 404);
});

test('reminders of another device can be ended', async () => {
  const { person, elsewhere, devices } = await personWithTwo();
  const id = await currentId(elsewhere);
  for (const time of ['first', 'again']) {
    const path = `/api/devices/${id}/reminders`;
    const reply = await send({ method: 'DELETE', path, session: person.session });
    expect(reply.status, time).toBe(204);
  }
  expect(await endpointsOf(person)).toEqual([devices[0].endpoint]);
});

test('a stranger can neither test nor end a device’s reminders', async () => {
  const [person, stranger] = [await newPerson(), await newPerson()];
  const device = await pushDevice();
  await start(person.session, device);
  const id = await currentId(person.session);
  const { session } = stranger;
  expectSentence(await post(`/api/devices/${id}/reminders/test`, session), 404);
  await send({ method: 'DELETE', path: `/api/devices/${id}/reminders`, session });
  expect(await endpointsOf(person)).toEqual([device.endpoint]);
  expect(await device.arrived()).toEqual([]);
});

describe('a subscription ends with its session:', () => {
  test('logout', async () => {
    const { person, elsewhere, devices } = await personWithTwo();
    await send({ method: 'POST', path: '/api/logout', session: elsewhere });
    expect(await endpointsOf(person)).toEqual([devices[0].endpoint]);
    await send({ method: 'POST', path: '/api/logout', session: person.session });
    expect(await remindersOf(person)).toBeUndefined();
  });

  test('the sign-out of one device', async () => {
    const { person, elsewhere, devices } = await personWithTwo();
    const id = await currentId(elsewhere);
    await send({ method: 'DELETE', path: `/api/devices/${id}`, session: person.session });
    expect(await endpointsOf(person)).toEqual([devices[0].endpoint]);
  });

  test.each([true, false])('the sign-out of all devices, this one too: %s', async (thisDevice) => {
    const { person } = await personWithTwo();
    const body = { thisDevice, ...NOTHING_MORE };
    const reply = await post('/api/devices/sign-out', person.session, body);
    expect(reply.status, reply.text).toBe(204);
    expect(await remindersOf(person)).toBeUndefined();
  });

  test('a new password', async () => {
    const { person } = await personWithTwo();
    const body = { password: 'another-secret', ...NOTHING_MORE };
    const headers = { authorization: `Bearer ${await idTokenOf(person)}` };
    const reply = await post('/api/user/password', person.session, body, headers);
    expect(reply.status, reply.text).toBe(204);
    expect(await remindersOf(person)).toBeUndefined();
  });

  test('a sign-in with Google that proves the address', async () => {
    const { person } = await personWithTwo();
    const { email, username } = person;
    const { idToken, localId } = await googleSignIn({ email, name: username });
    const body = { email, username, firebaseUid: localId };
    const headers = { authorization: `Bearer ${idToken}` };
    const reply = await send({ method: 'POST', path: '/api/firebase-auth', body, headers });
    expect(reply.status, reply.text).toBe(200);
    expect(await remindersOf(person)).toBeUndefined();
  });

  test('the deletion of the account', async () => {
    const { person } = await personWithTwo();
    expect((await deletePerson(person)).status).toBe(204);
    expect(await remindersOf(person)).toBeUndefined();
  });
});

describe('in the store,', () => {
  const { stores } = firebasePorts();
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/1',
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  };
  const expiresAt = new Date(Date.now() + 3_600_000);

  test('a session that has ended can’t start reminders', async () => {
    const { uid } = await newPerson();
    await stores.sessions.record(uid, 'a', { expiresAt });
    await stores.sessions.end(uid, 'a', expiresAt, new Date().toISOString());
    expect(await stores.reminders.start({ uid }, 'a', subscription, new Date())).toBeUndefined();
    expect(await remindersOf({ uid })).toBeUndefined();
  });

  test('a session without a record can’t start reminders', async () => {
    const { uid } = await newPerson();
    expect(await stores.reminders.start({ uid }, 'a', subscription, new Date())).toBeUndefined();
  });

  test('reminders can’t start while the account is being deleted', async () => {
    const { uid } = await newPerson();
    await stores.sessions.record(uid, 'a', { expiresAt });
    await stores.allRecords.clear(uid, { sessions: false });
    expect(await stores.reminders.start({ uid }, 'a', subscription, new Date())).toBeUndefined();
    expect(await remindersOf({ uid })).toBeUndefined();
  });

  test('starts and ends at the same moment leave nothing', async () => {
    const { uid } = await newPerson();
    const sessions = Array.from({ length: 6 }, (_, n) => `session-${n}`);
    for (const session of sessions) await stores.sessions.record(uid, session, { expiresAt });
    const at = new Date();
    await Promise.all(
      sessions.flatMap((session) => [
        stores.reminders
          .start({ uid }, session, { ...subscription, endpoint: session }, at)
          .catch(() => undefined),
        stores.sessions.end(uid, session, expiresAt, at.toISOString()),
      ]),
    );
    expect(await remindersOf({ uid })).toBeUndefined();
  });

  test('the end of all sessions keeps the reminders of a session that starts meanwhile', async () => {
    const { uid } = await newPerson();
    const startWith = async (session: string) => {
      await stores.sessions.record(uid, session, { expiresAt });
      const own = { ...subscription, endpoint: session };
      await stores.reminders.start({ uid }, session, own, new Date());
    };
    await startWith('earlier');
    const commit = Reflect.get(WriteBatch.prototype, 'commit');
    let commits = 0;
    vi.spyOn(WriteBatch.prototype, 'commit').mockImplementation(async function (this: WriteBatch) {
      // The second commit ends the sessions that were read.
      if (++commits === 2) await startWith('later');
      return commit.call(this);
    });
    await stores.sessions.endAll(uid, new Date().toISOString());
    vi.restoreAllMocks();
    expect(Object.keys((await remindersOf({ uid }))?.devices ?? {})).toEqual(['later']);
  });

  test('a subscription that was replaced isn’t removed for an earlier one', async () => {
    const { uid } = await newPerson();
    await stores.sessions.record(uid, 'a', { expiresAt });
    const newer = { ...subscription, endpoint: `${subscription.endpoint}-2` };
    for (const one of [subscription, newer])
      await stores.reminders.start({ uid }, 'a', one, new Date());
    await stores.reminders.end({ uid }, 'a', subscription.endpoint);
    expect((await remindersOf({ uid }))?.devices['a']?.subscription).toEqual(newer);
  });

  test('at most fifty devices have reminders', async () => {
    const { uid } = await newPerson();
    for (let n = 0; n < 51; n++) {
      const later = new Date(expiresAt.getTime() + n * 1000);
      await stores.sessions.record(uid, `s${n}`, { expiresAt: later });
      const own = { ...subscription, endpoint: `${subscription.endpoint}-${n}` };
      await stores.reminders.start({ uid }, `s${n}`, own, new Date());
    }
    const devices = Object.keys((await remindersOf({ uid }))?.devices ?? {});
    expect(devices).toHaveLength(50);
    expect(devices).not.toContain('s0');
  });
});

describe('a server without keys for push messages,', () => {
  const push = { publicKey: null, isAllowed: () => true, send: () => Promise.reject(new Error()) };
  const server = createServer(createApp({ ...firebasePorts(), push, log: () => undefined }));
  let to: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  test('says so', async () => {
    const { session } = await newPerson();
    expect((await send({ path: '/api/push-key', session, to })).json()).toMatchObject({
      publicKey: null,
    });
    const { subscription: body } = await pushDevice();
    const path = '/api/devices/reminders';
    const reply = await send({ method: 'POST', path, session, to, body });
    expectSentence(reply, 503);
    expect(reply.text).toBe('Reminders are not set up here.');
  });
});

test('the second device that starts at once with the first one is kept', async () => {
  const person = await registeredPerson();
  await secondsLater(1);
  const elsewhere = await signInElsewhere(person);
  const devices = [await pushDevice(), await pushDevice()] as const;
  const replies = await Promise.all([
    start(person.session, devices[0]),
    start(elsewhere, devices[1]),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  expect(await endpointsOf(person)).toHaveLength(2);
});
