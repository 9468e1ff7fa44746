// @ts-check
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { ROOT } from '../command/paths.mjs';
import { startPushStandIn } from '../pushStandIn/startPushStandIn.mjs';

// The library with which the function encrypts and signs.
const webpush = createRequire(join(ROOT, 'functions', 'package.json'))('web-push');

const keys = webpush.generateVAPIDKeys();
const otherKeys = webpush.generateVAPIDKeys();
const vapidDetails = { subject: 'https://daymark.example', ...keys };

/** @type {import('../pushStandIn/startPushStandIn.mjs').PushStandIn} */
let standIn;
let sweeps = 0;
beforeAll(async () => {
  standIn = await startPushStandIn({ sendReminders: () => void sweeps++ });
});
afterAll(() => standIn.stop());

/** @typedef {ReturnType<typeof standIn.state.subscribe>} Subscription */

/**
 * Sends a message and returns the response.
 * @param {Subscription} subscription
 * @param {string} text
 * @param {object} [options]
 */
function send(subscription, text, options = {}) {
  const { endpoint, body, headers } = webpush.generateRequestDetails(subscription, text, {
    TTL: 60,
    vapidDetails,
    ...options,
  });
  const sent = Object.entries(headers).filter(([name]) => name !== 'Content-Length');
  return fetch(endpoint, {
    method: 'POST',
    headers: sent.map(([name, value]) => /** @type {[string, string]} */ ([name, `${value}`])),
    body: /** @type {any} */ (body),
    redirect: 'manual',
  });
}

/** @param {Subscription} subscription */
const textsOf = ({ endpoint }) => standIn.state.arrived({ endpoint }).map(({ text }) => text);

test('a message arrives decrypted', async () => {
  const device = standIn.state.subscribe({ serverKey: keys.publicKey });
  const reply = await send(device, 'Écrire à Zoë 🎉', { topic: 'event-1', urgency: 'high' });
  assert.equal(reply.status, 201);
  assert.match(reply.headers.get('location') ?? '', /^http.+\/message\//);
  const [arrived] = standIn.state.arrived({ endpoint: device.endpoint });
  assert.equal(arrived?.text, 'Écrire à Zoë 🎉');
  assert.deepEqual([arrived?.topic, arrived?.ttl, arrived?.urgency], ['event-1', 60, 'high']);
});

test('a message for the keys of another device is refused', async () => {
  const device = standIn.state.subscribe();
  const other = standIn.state.subscribe();
  assert.equal((await send({ ...device, keys: other.keys }, 'Text')).status, 400);
  assert.deepEqual(textsOf(device), []);
});

test('a message with another server’s key is refused', async () => {
  const device = standIn.state.subscribe({ serverKey: keys.publicKey });
  const others = { ...vapidDetails, ...otherKeys };
  assert.equal((await send(device, 'Text', { vapidDetails: others })).status, 403);
});

test('a message whose signature is by another key than it names is refused', async () => {
  const device = standIn.state.subscribe();
  const mixed = { ...vapidDetails, privateKey: otherKeys.privateKey };
  assert.equal((await send(device, 'Text', { vapidDetails: mixed })).status, 403);
});

test('a signature for another push service is refused', async () => {
  const device = standIn.state.subscribe();
  const { subject, publicKey, privateKey } = vapidDetails;
  const { Authorization } = webpush.getVapidHeaders(
    'https://fcm.googleapis.com',
    subject,
    publicKey,
    privateKey,
    'aes128gcm',
  );
  const options = { vapidDetails: null, headers: { Authorization } };
  assert.equal((await send(device, 'Text', options)).status, 403);
});

test('a signature that has expired is refused', async () => {
  const device = standIn.state.subscribe();
  const { subject, publicKey, privateKey } = vapidDetails;
  const { Authorization } = webpush.getVapidHeaders(
    standIn.url,
    subject,
    publicKey,
    privateKey,
    'aes128gcm',
    1,
  );
  const options = { vapidDetails: null, headers: { Authorization } };
  assert.equal((await send(device, 'Text', options)).status, 403);
});

test('a message without a signature is refused', async () => {
  const device = standIn.state.subscribe();
  const options = { vapidDetails: null };
  assert.equal((await send(device, 'Text', options)).status, 403);
});

test('a message of more than 4096 bytes is refused', async () => {
  const device = standIn.state.subscribe();
  assert.equal((await send(device, 'x'.repeat(3993))).status, 201);
  assert.equal((await send(device, 'x'.repeat(3994))).status, 413);
});

test('a device that is back gets the last message of each topic', async () => {
  const device = standIn.state.subscribe();
  standIn.state.goOffline(device);
  for (const [text, topic] of [
    ['First digest', 'deadlines'],
    ['Event', 'event-1'],
    ['Second digest', 'deadlines'],
  ])
    assert.equal((await send(device, `${text}`, { ...(topic && { topic }) })).status, 201);
  assert.deepEqual(textsOf(device), []);
  standIn.state.goOnline(device);
  assert.deepEqual(textsOf(device), ['Event', 'Second digest']);
});

test('a device that is back gets no message that has expired', async () => {
  const device = standIn.state.subscribe();
  standIn.state.goOffline(device);
  await send(device, 'Short', { TTL: 60 });
  await send(device, 'None', { TTL: 0 });
  await send(device, 'Long', { TTL: 7200 });
  standIn.state.advance({ ms: 3_600_000 });
  standIn.state.goOnline(device);
  assert.deepEqual(textsOf(device), ['Long']);
});

test('a subscription that has ended is gone', async () => {
  const device = standIn.state.subscribe();
  standIn.state.unsubscribe(device);
  assert.equal((await send(device, 'Text')).status, 410);
});

test('an unknown subscription is not found', async () => {
  const device = standIn.state.subscribe();
  assert.equal((await send({ ...device, endpoint: `${device.endpoint}x` }, 'Text')).status, 404);
});

test('a fault applies to its device only, as often as it is set', async () => {
  const [device, other] = [standIn.state.subscribe(), standIn.state.subscribe()];
  const { endpoint } = device;
  standIn.state.setFault({ endpoint, fault: { status: 429, retryAfter: 7, count: 2 } });
  standIn.state.setFault({ endpoint, fault: { status: 302, location: standIn.url } });
  const first = await send(device, 'Text');
  assert.equal(first.headers.get('retry-after'), '7');
  const statuses = [first.status];
  for (const to of [other, device, device, device]) statuses.push((await send(to, 'Text')).status);
  assert.deepEqual(statuses, [429, 201, 429, 302, 201]);
  assert.deepEqual(
    standIn.state.calls(device).map(({ status }) => status),
    [429, 429, 302, 201],
  );
});

test('a fault can reset the connection', async () => {
  const device = standIn.state.subscribe();
  standIn.state.setFault({ endpoint: device.endpoint, fault: { connection: 'reset' } });
  await assert.rejects(send(device, 'Text'));
});

test('a late response comes after its delay', async () => {
  const device = standIn.state.subscribe();
  standIn.state.setFault({ endpoint: device.endpoint, fault: { delayMs: 200 } });
  const started = Date.now();
  assert.equal((await send(device, 'Text')).status, 201);
  assert.ok(Date.now() - started >= 190);
});

/** @param {object} body */
const control = async (body) => {
  const reply = await fetch(`${standIn.url}/_state`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, json: /** @type {any} */ (await reply.json()) };
};

test('another process can control the stand-in', async () => {
  const { json: device } = await control({ do: 'subscribe' });
  assert.equal((await send(device, 'By HTTP')).status, 201);
  const { json: arrived } = await control({ do: 'arrived', endpoint: device.endpoint });
  assert.equal(arrived[0].text, 'By HTTP');
  assert.equal((await control({ do: 'nothing' })).status, 400);
});

test('another process can send the reminders that are due', async () => {
  const before = sweeps;
  assert.equal((await control({ do: 'sendReminders' })).status, 200);
  assert.equal(sweeps, before + 1);
});

test('the page shows the messages that arrived, and no markup of theirs', async () => {
  const text = JSON.stringify({ notification: { title: '<b>Call</b> Ada', body: 'Now' } });
  await send(standIn.state.subscribe(), text);
  const page = await (await fetch(standIn.url)).text();
  assert.match(page, /&#60;b&#62;Call&#60;\/b&#62; Ada<\/strong> Now/);
});
