import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import webpush from 'web-push';
import { webPush } from '../../src/reminders/webPush';

const { publicKey, privateKey } = webpush.generateVAPIDKeys();
const TITLE = 'A very private title';
const MESSAGE = { payload: TITLE, topic: 'event-1', ttlSeconds: 300 };

/** The requests that the push service got, and the responses that it still gives. Later requests get a 201. */
let requests: IncomingMessage[] = [];
let responses: ((response: ServerResponse) => void)[] = [];
const sockets = new Set<unknown>();
const server = createServer((request, response) => {
  requests.push(request);
  request.resume();
  const respond = responses.shift();
  if (respond) respond(response);
  else response.writeHead(201, { Location: '/message/1' }).end();
});
server.on('connection', (socket) => sockets.add(socket));

let site = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  responses = [];
});

/** Short waits. A test of a slow server shortens the time for a request as well. */
const TIMES = {
  requestMs: 20_000,
  retryMs: 1,
  waitMaxMs: 5_000,
  totalMs: 30_000,
  downMs: 60_000,
};

const push = (times = TIMES) =>
  webPush(
    {
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      PUBLIC_URL: 'https://daymark.example',
      PUSH_STAND_IN: site,
    },
    times,
  );

function subscription(endpoint = `${site}/push/a-secret-endpoint`) {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  return {
    endpoint,
    keys: {
      p256dh: browser.getPublicKey().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end('Why it failed');

describe('messages are sent only to', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://fcm.googleapis.com:443/fcm/send/abc',
  ])('the push service at %s', (endpoint) => {
    expect(push().isAllowed(endpoint)).toBe(true);
  });

  test('the stand-in that the environment names', () => {
    expect(push().isAllowed(`${site}/push/1`)).toBe(true);
    expect(webPush({}).isAllowed(`${site}/push/1`)).toBe(false);
  });
});

describe('no message is sent to', () => {
  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user@fcm.googleapis.com/fcm/send/abc',
    'https://:secret@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/fcm/send/abc',
    'https://fcm.googleapis.com./fcm/send/abc',
    'https://evilfcm.googleapis.com/fcm/send/abc',
    'https://evil.example/fcm.googleapis.com',
    'https://evil.example\\@fcm.googleapis.com/',
    'https://evilpush.apple.com/abc',
    'https://notify.windows.com.evil.example/abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/computeMetadata/v1',
    'https://metadata.google.internal/abc',
    'http://127.0.0.1:1/abc',
    'file:///etc/passwd',
    'fcm.googleapis.com/fcm/send/abc',
    '',
  ])('%s', async (endpoint) => {
    const sent = [http, https].map((client) => vi.spyOn(client, 'request'));
    expect(push().isAllowed(endpoint)).toBe(false);
    expect(await push().send(subscription(endpoint), MESSAGE)).toBe('refused');
    for (const request of sent) expect(request).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

test('a message is encrypted, urgent and has a topic and a lifetime', async () => {
  expect(await push().send(subscription(), MESSAGE)).toBe('delivered');
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers).toMatchObject({
    ttl: '300',
    topic: 'event-1',
    urgency: 'high',
    'content-encoding': 'aes128gcm',
  });
});

test('a message is signed for its push service with our key', async () => {
  await push().send(subscription(), MESSAGE);
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(requests[0]?.headers.authorization ?? '') ?? [];
  expect(key).toBe(publicKey);
  const [header, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  expect(
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: jwk, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true);
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string;
    sub: string;
    exp: number;
  };
  expect([aud, sub]).toEqual([site, 'https://daymark.example']);
  expect(exp * 1000 - Date.now()).toBeLessThanOrEqual(12 * 60 * 60 * 1000);
});

test('messages to one push service share a signature and a connection', async () => {
  const sender = push();
  sockets.clear();
  responses = [status(201), status(201), status(201)];
  for (let times = 0; times < 3; times++)
    expect(await sender.send(subscription(), MESSAGE)).toBe('delivered');
  expect(new Set(requests.map(({ headers }) => headers.authorization)).size).toBe(1);
  expect(sockets.size).toBeLessThanOrEqual(1);
});

test('a signature is renewed before it expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const sender = push();
  await sender.send(subscription(), MESSAGE);
  vi.setSystemTime(Date.now() + 7 * 60 * 60 * 1000);
  await sender.send(subscription(), MESSAGE);
  vi.useRealTimers();
  expect(new Set(requests.map(({ headers }) => headers.authorization)).size).toBe(2);
});

test.each([
  [200, 'delivered'],
  [201, 'delivered'],
  [202, 'delivered'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'refused'],
  [401, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
  [301, 'refused'],
])('a message with the response %d is sent once, and is %s', async (code, result) => {
  responses = [status(code)];
  expect(await push().send(subscription(), MESSAGE)).toBe(result);
  expect(requests).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])('a redirect with %d is not followed', async (code) => {
  responses = [status(code, { Location: `${site}/elsewhere` })];
  expect(await push().send(subscription(), MESSAGE)).toBe('refused');
  expect(requests).toHaveLength(1);
});

test.each([429, 500, 502, 503])('a message with the response %d is sent again', async (code) => {
  responses = [status(code), status(code)];
  expect(await push().send(subscription(), MESSAGE)).toBe('delivered');
  expect(requests).toHaveLength(3);
});

test('a message that fails three times has failed', async () => {
  responses = [status(500), status(429), status(503), status(201)];
  expect(await push().send(subscription(), MESSAGE)).toBe('failed');
  expect(requests).toHaveLength(3);
});

test('a message is sent again after a connection that was cut', async () => {
  responses = [(response) => void response.destroy()];
  expect(await push().send(subscription(), MESSAGE)).toBe('delivered');
  expect(requests).toHaveLength(2);
});

test('a message that can’t reach its push service has failed', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const standIn = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  closed.close();
  await once(closed, 'close');
  const sender = webPush(
    { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, PUSH_STAND_IN: standIn },
    TIMES,
  );
  expect(await sender.send(subscription(`${standIn}/push/1`), MESSAGE)).toBe('failed');
});

test('a message waits as long as the push service asks', async () => {
  responses = [status(429, { 'Retry-After': '1' })];
  const started = Date.now();
  expect(await push().send(subscription(), MESSAGE)).toBe('delivered');
  expect(Date.now() - started).toBeGreaterThanOrEqual(990);
});

test.each(['3600', new Date(Date.now() + 3_600_000).toUTCString()])(
  'a message fails if the push service asks to wait until “%s”',
  async (wait) => {
    responses = [status(503, { 'Retry-After': wait })];
    expect(await push().send(subscription(), MESSAGE)).toBe('failed');
    expect(requests).toHaveLength(1);
  },
);

test('a push service that doesn’t respond fails the message after its time limit', async () => {
  responses = Array.from({ length: 3 }, () => () => undefined);
  const sender = push({ ...TIMES, requestMs: 50 });
  expect(await sender.send(subscription(), MESSAGE)).toBe('failed');
  expect(requests).toHaveLength(3);
});

test('a push service that leaves many requests without a response gets no messages', async () => {
  const sender = push({ ...TIMES, requestMs: 50 });
  responses = Array.from({ length: 60 }, () => () => undefined);
  await Promise.all(Array.from({ length: 20 }, () => sender.send(subscription(), MESSAGE)));
  const before = requests.length;
  expect(await sender.send(subscription(), MESSAGE)).toBe('failed');
  expect(requests).toHaveLength(before);
});

test('a push service that didn’t respond gets messages again after a while', async () => {
  const sender = push({ ...TIMES, requestMs: 50, downMs: 0 });
  responses = Array.from({ length: 60 }, () => () => undefined);
  await Promise.all(Array.from({ length: 20 }, () => sender.send(subscription(), MESSAGE)));
  responses = [];
  expect(await sender.send(subscription(), MESSAGE)).toBe('delivered');
});

test('the time limit of a message includes its repeats', async () => {
  responses = [() => undefined];
  const sender = push({ ...TIMES, requestMs: 60_000, totalMs: 100 });
  expect(await sender.send(subscription(), MESSAGE)).toBe('failed');
  expect(requests).toHaveLength(1);
});

test('a response with a body that doesn’t end is read only in part', async () => {
  responses = [(response) => void response.writeHead(201).write('x'.repeat(100_000))];
  expect(await push().send(subscription(), MESSAGE)).toBe('delivered');
});

test('a subscription with a key that isn’t on the curve is refused', async () => {
  const broken = subscription();
  broken.keys.p256dh = Buffer.alloc(65, 4).toString('base64url');
  expect(await push().send(broken, MESSAGE)).toBe('refused');
  expect(requests).toHaveLength(0);
});

test('nothing is sent without both keys', async () => {
  for (const env of [
    { VAPID_PUBLIC_KEY: publicKey },
    { VAPID_PRIVATE_KEY: privateKey },
    { VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: ' ' },
  ]) {
    const sender = webPush({ ...env, PUSH_STAND_IN: site });
    expect(sender.publicKey).toBeNull();
    expect(await sender.send(subscription(), MESSAGE)).toBe('refused');
  }
  expect(requests).toHaveLength(0);
});

test('a key may end with a line break', () => {
  const sender = webPush({
    VAPID_PUBLIC_KEY: `${publicKey}\n`,
    VAPID_PRIVATE_KEY: `${privateKey}\n`,
  });
  expect(sender.publicKey).toBe(publicKey);
});

test.each(['log', 'warn', 'error'] as const)('no fault is written to console.%s', async (name) => {
  const written = vi.spyOn(console, name);
  responses = [
    (response) => void response.destroy(),
    status(500),
    status(404),
    status(413),
    status(302, { Location: '/elsewhere' }),
  ];
  const sender = push();
  for (let times = 0; times < 4; times++) await sender.send(subscription(), MESSAGE);
  expect(written).not.toHaveBeenCalled();
});
