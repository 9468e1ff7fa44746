import { getFirestore, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import { renewChannels } from '../src/googleCalendar/channels';
import { admin } from './authEmulator';
import { anHour, connectedPerson, eventsOn, post, type Connecting } from './googleAccount';
import { send } from './send';
import { startFunction, type RunningFunction } from './startFunction';

const firestore = getFirestore(admin);
const DAY = '2026-11-20';
const PUBLIC_URL = 'https://daymark.test';

/** A function with a public address, to which Google can send messages. */
let running: RunningFunction;
beforeAll(async () => {
  running = await startFunction({ PUBLIC_URL });
  await firestore.recursiveDelete(firestore.collection('googleChannels'));
});
afterAll(() => running.stop());

interface Channel {
  id: string;
  token: string;
  resourceId: string;
  address: string;
  calendarId: string;
}

/** Connects through the shared function, because the stand-in redirects to this machine only. */
async function watched(): Promise<Connecting> {
  const who = { ...(await connectedPerson()), to: running.url };
  expect((await eventsOn(who, DAY)).status).toBe(200);
  return who;
}

const channels = (who: Connecting) => who.google.state<Channel[]>('channels');

/** Sends a message like one of Google's. `headers` replace the genuine headers. */
const push = ({ id, token, resourceId }: Channel, headers: Record<string, string> = {}) =>
  send({
    method: 'POST',
    path: '/api/calendar/push',
    to: running.url,
    headers: {
      'content-type': 'application/json; utf-8',
      'content-length': '0',
      'sec-fetch-site': 'cross-site',
      origin: 'https://calendar.google.com',
      'x-goog-channel-id': id,
      'x-goog-channel-token': token,
      'x-goog-resource-id': resourceId,
      'x-goog-resource-state': 'exists',
      ...headers,
    },
  });

const revision = async ({ person }: Connecting, counter = 'googleCalendar') =>
  Number((await firestore.doc(`users/${person.uid}/live/revisions`).get()).get(counter));
const lists = async (who: Connecting) => (await who.google.calls('events.list')).length;

test('a calendar that is read gets one channel to our public address', async () => {
  const who = await watched();
  expect(await channels(who)).toMatchObject([
    { address: `${PUBLIC_URL}/api/calendar/push`, calendarId: who.google.account },
  ]);
  await post(who, 'refresh');
  expect(await channels(who)).toHaveLength(1);
});

test('a calendar that is deselected while its channel is opened has no channel afterwards', async () => {
  const who = { ...(await connectedPerson()), to: running.url };
  await who.google.fault('held', 'events.watch');
  const read = eventsOn(who, DAY);
  await expect.poll(() => who.google.calls('events.watch')).toHaveLength(1);
  await post(who, 'select', { calendarIds: [] });
  await who.google.clearFaults();
  await read;
  expect(await channels(who)).toEqual([]);
  const stored = firestore.collection('googleChannels').where('uid', '==', who.person.uid);
  expect((await stored.get()).size).toBe(0);
});

test('a change at Google raises the counter, and the next read has the change', async () => {
  const who = await watched();
  const [channel] = await channels(who);
  await who.google.createEvent(anHour('Dentist', `${DAY}T10:00:00Z`));
  const before = await revision(who);
  const asked = (await who.google.calls()).length;
  expect((await push(channel!)).status).toBe(204);
  expect(await revision(who)).toBe(before + 1);
  expect((await who.google.calls()).length, 'Google gets no request before someone reads').toBe(
    asked,
  );
  expect((await eventsOn(who, DAY)).json().items).toMatchObject([{ summary: 'Dentist' }]);
  expect((await who.google.calls('events.list')).at(-1)?.params).toContain('syncToken');
  expect(await revision(who), 'open apps are notified once').toBe(before + 1);
});

test('a change without a push message raises the counter when a read finds it', async () => {
  const who = await watched();
  await who.google.createEvent(anHour('Dentist', `${DAY}T10:00:00Z`));
  const before = await revision(who);
  await post(who, 'refresh');
  expect(await revision(who)).toBe(before + 1);
});

test('the connection has its own counter, which a change of events doesn’t raise', async () => {
  const who = await watched();
  const both = () => Promise.all([revision(who), revision(who, 'googleConnection')]);
  const [events, connection] = await both();
  await who.google.createEvent(anHour('Dentist', `${DAY}T10:00:00Z`));
  const [channel] = await channels(who);
  await push(channel!);
  await eventsOn(who, DAY);
  expect(await both()).toEqual([events + 1, connection]);
  await post(who, 'select', { calendarIds: [] });
  expect(await both()).toEqual([events + 2, connection + 1]);
});

test('a reply says how long the counter will show every change', async () => {
  const who = await watched();
  const seconds = async () => (await eventsOn(who, DAY)).json().watchedSeconds as number;
  expect(await seconds()).toBeGreaterThan(23 * 60 * 60);
  const { docs } = await firestore.collection(`users/${who.person.uid}/googleCalendars`).get();
  const [{ ref }] = docs as [QueryDocumentSnapshot];
  await ref.update({ isStale: true });
  await who.google.fault('serverError', 'events.list', { count: null });
  expect(await seconds()).toBe(0);
  await who.google.clearFaults();
  expect(await seconds()).toBeGreaterThan(23 * 60 * 60);
  await ref.update({ syncedAt: Date.now() - 60 * 60_000, watchedUntil: Date.now() + 600_000 });
  expect(await seconds()).toBeLessThanOrEqual(600);
  await ref.update({ channelId: null, watchedUntil: Date.now() });
  expect(await seconds()).toBe(0);
});

test('a watched calendar’s copy stays fresh for a day', async () => {
  const who = await watched();
  const { docs } = await firestore.collection(`users/${who.person.uid}/googleCalendars`).get();
  await docs[0]!.ref.update({ syncedAt: Date.now() - 60 * 60_000 });
  const before = await lists(who);
  await eventsOn(who, DAY);
  expect(await lists(who)).toBe(before);
  await docs[0]!.ref.update({ syncedAt: Date.now() - 25 * 60 * 60_000 });
  await eventsOn(who, DAY);
  expect(await lists(who)).toBe(before + 1);
});

test('a forged message gets the same response and has no effect', async () => {
  const [who, other] = [await watched(), await watched()];
  const [[mine], [others]] = [await channels(who), await channels(other)];
  const before = [await revision(who), await lists(who)];
  const forgeries: Record<string, string>[] = [
    { 'x-goog-channel-token': 'x' },
    { 'x-goog-channel-token': '' },
    { 'x-goog-channel-token': others!.token },
    { 'x-goog-channel-token': `${mine!.token}x` },
    { 'x-goog-resource-id': others!.resourceId },
    { 'x-goog-resource-id': '' },
    { 'x-goog-channel-id': 'nobody-knows-this-channel' },
    { 'x-goog-channel-id': '../users/x' },
    { 'x-goog-channel-id': '__x__' },
    { 'x-goog-channel-id': 'x'.repeat(4000) },
    { 'x-goog-resource-state': 'sync' },
  ];
  for (const forged of forgeries) {
    const reply = await push(mine!, forged);
    expect([reply.status, reply.text], JSON.stringify(forged)).toEqual([204, '']);
  }
  const chunked = { 'transfer-encoding': 'chunked', 'content-type': 'application/json; utf-8' };
  const inChunks = { method: 'POST', path: '/api/calendar/push', to: running.url, body: '' };
  expect((await send({ ...inChunks, headers: chunked })).status).toBe(204);
  const bare = await send({ method: 'POST', path: '/api/calendar/push', to: running.url });
  expect(bare.status).toBe(204);
  await eventsOn(who, DAY);
  expect([await revision(who), await lists(who)]).toEqual(before);
  const { docs } = await firestore
    .collection('googleChannels')
    .where('uid', '==', who.person.uid)
    .get();
  expect(JSON.stringify(docs.map((one) => one.data()))).not.toContain(mine!.token);
});

test('channels are renewed before they end, and channels of deleted accounts are deleted', async () => {
  const who = await watched();
  const [old] = await channels(who);
  const soon = Date.now() + 6 * 24 * 60 * 60_000;
  await firestore.doc('googleChannels/of-nobody-at-all-any-more').set({
    uid: 'nobody',
    calendarId: 'x',
    resourceId: 'x',
    tokenHash: 'x',
    until: soon,
  });
  const ports = { ...firebasePorts(), publicUrl: PUBLIC_URL, now: () => new Date(soon) };
  await renewChannels(ports, soon + 1);
  const renewed = await channels(who);
  expect(renewed).toHaveLength(1);
  expect(renewed[0]?.id).not.toBe(old?.id);
  expect((await firestore.doc(`googleChannels/${old?.id}`).get()).exists).toBe(false);
  expect((await firestore.doc('googleChannels/of-nobody-at-all-any-more').get()).exists).toBe(
    false,
  );

  await who.google.createEvent(anHour('Dentist', `${DAY}T10:00:00Z`));
  const before = await revision(who);
  await push(old!);
  expect(await revision(who)).toBe(before);
  await push(renewed[0]!);
  expect(await revision(who)).toBe(before + 1);
});

test('disconnecting or deselecting a calendar stops its channel', async () => {
  const who = await watched();
  const choir = `choir.${who.google.account}`;
  await who.google.createCalendar(choir);
  await post(who, 'select', { calendarIds: [who.google.account, choir] });
  await eventsOn(who, DAY);
  expect(await channels(who)).toHaveLength(2);
  await post(who, 'select', { calendarId: choir });
  expect(await channels(who)).toMatchObject([{ calendarId: choir }]);
  await post(who, 'disconnect');
  expect(await channels(who)).toEqual([]);
  const left = await firestore
    .collection('googleChannels')
    .where('uid', '==', who.person.uid)
    .get();
  expect(left.size).toBe(0);
});

test('a channel that Google refused is tried again a day later', async () => {
  const who = { ...(await connectedPerson()), to: running.url };
  await who.google.fault('forbidden', 'events.watch');
  expect((await eventsOn(who, DAY)).json().error).toBeUndefined();
  await post(who, 'refresh');
  expect(await who.google.calls('events.watch')).toHaveLength(1);
  const { docs } = await firestore.collection(`users/${who.person.uid}/googleCalendars`).get();
  await docs[0]!.ref.update({ watchedUntil: Date.now() - 25 * 60 * 60_000 });
  await post(who, 'refresh');
  expect(await channels(who)).toHaveLength(1);
});
