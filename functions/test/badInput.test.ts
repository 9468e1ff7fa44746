import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { LONG_RUNS, seedOf } from '@daymark/contract/test/longRuns';
import { newPerson, type Person } from './people';
import { requestTo, rows, wrongTypes } from './rows';
import { send, type Received } from './send';
import { expectRefusal, expectSentence } from './expectSentence';
import { startFunction } from './startFunction';

// Every endpoint reads its request through the same code. Therefore each bad body, id or header goes to one endpoint. A
// few bad requests go to every endpoint, which finds a row that doesn't parse its request.

let person: Person;
beforeAll(async () => {
  person = await newPerson();
});

/** Sends a request with the person's session. */
const ask = (request: Omit<Parameters<typeof send>[0], 'session'>): Promise<Received> =>
  send({ ...request, session: person.session });

/** Bodies that no endpoint accepts, with the status that each gets. routeMatrix.test.ts has more bad bodies. */
const bodies: Record<
  string,
  { body: string | Buffer; headers?: Record<string, string>; status: number }
> = {
  'two values': { body: '{}{}', status: 400 },
  'a number': { body: '7', status: 400 },
  'a boolean': { body: 'true', status: 400 },
  null: { body: 'null', status: 400 },
  'an array': { body: '[{"title":"x"}]', status: 400 },
  '700 KB that are not JSON': { body: 'x'.repeat(700 * 1024), status: 413 },
  '700 KB sent in chunks, without a declared length': {
    body: 'x'.repeat(700 * 1024),
    headers: { 'transfer-encoding': 'chunked' },
    status: 413,
  },
  '5 MB': { body: Buffer.alloc(5 * 1024 * 1024, ' '), status: 413 },
  'nested 20,000 deep in objects': {
    body: '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
    status: 400,
  },
  'nested 40 deep in a field': {
    body: `{"title":"x","username":"xxx","deep":${'['.repeat(40)}${']'.repeat(40)}}`,
    status: 400,
  },
  'a lone surrogate as a name': { body: '{"\\ud800":1}', status: 400 },
  'bytes that are not UTF-8': { body: Buffer.from([0x22, 0xff, 0xfe, 0x22]), status: 400 },
  'UTF-16': {
    body: Buffer.from('{"title":"x"}', 'utf16le'),
    headers: { 'content-type': 'application/json; charset=utf-16le' },
    status: 415,
  },
  gzip: {
    body: gzipSync('{"title":"x"}'),
    headers: { 'content-encoding': 'gzip' },
    status: 415,
  },
  'a broken gzip stream': {
    body: 'not gzip',
    headers: { 'content-encoding': 'gzip' },
    status: 415,
  },
  'a form': {
    body: 'title=x&username=xxx',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
  },
  'a multipart form': {
    body: '--x\r\n\r\nx\r\n--x--',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    status: 415,
  },
  'plain text': {
    body: '{"title":"x"}',
    headers: { 'content-type': 'text/plain' },
    status: 415,
  },
  XML: {
    body: '<title>x</title>',
    headers: { 'content-type': 'application/xml' },
    status: 415,
  },
  'JSON without a content type': {
    body: '{"title":"x"}',
    headers: { 'content-type': '' },
    status: 415,
  },
  'an absurd content type': {
    body: '{}x',
    headers: { 'content-type': ';;;/\\' },
    status: 415,
  },
};

describe('one endpoint responds with one sentence to', () => {
  test.each(Object.keys(bodies))('%s', async (what) => {
    const { status, ...sent } = bodies[what]!;
    const reply = await ask({ method: 'POST', path: '/api/tasks', ...sent });
    expectSentence(reply, status);
    expect(reply.session, 'no session begins or ends').toBeUndefined();
  });
});

describe.each(rows)('$method $path', (row) => {
  test('refuses an array, a body that is too large, and a missing body', async () => {
    for (const what of ['an array', '700 KB sent in chunks, without a declared length']) {
      const { status, ...sent } = bodies[what]!;
      const reply = await ask({ ...requestTo(row), ...sent });
      expectRefusal(row, reply);
      if (!row.failsTo) expect(reply.status, what).toBe(status);
      expect(reply.session, 'no session begins or ends').toBeUndefined();
    }
    if (!row.body) return;
    for (const nothing of [undefined, ''])
      expectSentence(await ask({ ...requestTo(row), body: nothing }), 400);
  });
});

test('a body may have at most 640 KB', async () => {
  const filled = (bytes: number) => `{"title":"x","pad":"${'x'.repeat(bytes - 22)}"}`;
  const create = { method: 'POST', path: '/api/tasks' };
  expect(Buffer.byteLength(filled(640 * 1024))).toBe(640 * 1024);
  expect((await ask({ ...create, body: filled(640 * 1024) })).status).toBe(201);
  expectSentence(await ask({ ...create, body: filled(640 * 1024 + 1) }), 413);
});

test('a body that stops arriving gets 408', async () => {
  const running = await startFunction({ BODY_ARRIVAL_MS: '2000' });
  const { port } = new URL(running.url);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      cookie: `__session=${person.session}`,
      'content-type': 'application/json',
      'content-length': '100',
    };
    const slow = request({ port, path: '/api/tasks', method: 'POST', headers });
    slow.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject);
    slow.write('{"title":');
  });
  expect(status).toBe(408);
  const next = { method: 'POST', path: '/api/tasks', body: { title: 'x' }, to: running.url };
  expect((await ask(next)).status).toBe(201);
  await running.stop();
});

test.each([
  'application/json',
  'application/json;charset=UTF-8',
  'Application/JSON; charset="utf-8"',
])('the content type of JSON may be written as %s', async (type) => {
  const request = { method: 'POST', path: '/api/tasks', body: { title: 'Ünïcode 🦊 título' } };
  const reply = await ask({ ...request, headers: { 'content-type': type } });
  expect(reply.status).toBe(201);
  expect(reply.json().title).toBe('Ünïcode 🦊 título');
});

const badIds = [
  '0',
  '-1',
  '+1',
  '01',
  '1.5',
  '1e3',
  '0x10',
  '1_0',
  '%201',
  '1%0a',
  'NaN',
  'Infinity',
  'null',
  '1%2F2',
  '..',
  '.',
  '%2e%2e',
  '%252e',
  '%00',
  '%zz',
  '%',
  '%C0%AF',
  '%ED%A0%80',
  '9'.repeat(20),
  '4503599627370496',
  encodeURIComponent('🦊'),
  encodeURIComponent('１'),
  "1'--",
  '1;1',
  '$where',
  '%7B%7D',
  '<b>',
  '1,2',
  'undefined',
];

describe('an id in a path', () => {
  const [first, ...others] = rows.filter(({ params }) => params);

  test.each(badIds)('of %s is refused in one sentence', async (id) => {
    expectSentence(await ask(requestTo(first!, id)));
  });

  test('that is not a number is refused by every endpoint that takes an id', async () => {
    for (const row of others)
      for (const id of ['01', 'x', '%2e%2e']) expectSentence(await ask(requestTo(row, id)));
  });
});

describe('an address', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/tasks/1/2',
    '/API/tasks',
    '/',
    '/api/%zz',
    '/api//tasks',
  ])('%s, which doesn’t exist, gets 404 or 400 in one sentence', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) expectSentence(await ask({ method, path }));
  });

  test('gets 405 with its allowed methods for any other method', async () => {
    const reply = await ask({ method: 'PUT', path: '/api/tasks' });
    expectSentence(reply, 405);
    expect(reply.headers.allow).toBe('GET, HEAD, POST');
    expectSentence(await ask({ method: 'OPTIONS', path: '/api/tasks/1' }), 405);
  });
});

describe('a change requested by another website', () => {
  const host = 'daymark.app';
  const CROSS_SITE = { 'sec-fetch-site': 'cross-site' };

  test.each([
    ['a browser that says cross-site', CROSS_SITE],
    ['a browser that says same-site', { 'sec-fetch-site': 'same-site' }],
    ['an old browser with another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['an origin on another port', { origin: 'https://daymark.app:8443', 'x-forwarded-host': host }],
    [
      'an origin that begins like ours',
      { origin: 'https://daymark.app.evil.example', 'x-forwarded-host': host },
    ],
    [
      'a browser that lies about its origin',
      { ...CROSS_SITE, origin: 'https://daymark.app', 'x-forwarded-host': host },
    ],
  ])('is refused from %s', async (_what, headers) => {
    const request = { method: 'POST', path: '/api/tasks', body: { title: 'Not mine' } };
    expectSentence(await ask({ ...request, headers }), 403);
  });

  test('is refused by every endpoint that changes something', async () => {
    // Google's push messages come from another site and carry no session.
    const changes = rows.filter(({ method, session }) => method !== 'GET' && session !== 'none');
    for (const row of changes) {
      const reply = await ask({ ...requestTo(row), headers: CROSS_SITE });
      expectSentence(reply, 403);
      expect(reply.session).toBeUndefined();
    }
  });

  test.each([
    ['the app itself', { 'sec-fetch-site': 'same-origin' }],
    [
      'the app behind a proxy that rewrites Host',
      { 'sec-fetch-site': 'same-origin', origin: 'https://daymark.app' },
    ],
    [
      'an old browser on our own address behind Hosting',
      { origin: 'https://daymark.app', 'x-forwarded-host': host },
    ],
    ['a program that is not a browser', {}],
  ])('is accepted from %s', async (_what, headers) => {
    const request = { method: 'POST', path: '/api/tasks', body: { title: 'Mine' } };
    expect((await ask({ ...request, headers })).status).toBe(201);
  });
});

test('no JSON makes an endpoint fail', async () => {
  const writes = rows.filter(({ body, session }) => body && session === 'required');
  // Draw names instead of rows. A failure prints the drawn value, and a row is slow to print.
  const name = fc.constantFrom(...writes.map((row) => row.name));
  const fields = fc.constantFrom(
    ...Object.keys(wrongTypes),
    'createdAt',
    'completedAt',
    '__proto__',
    'x',
  );
  const body = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fields, fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }))),
  );
  await fc.assert(
    fc.asyncProperty(name, body, async (name, json) => {
      const row = writes.find((one) => one.name === name)!;
      const reply = await ask({ ...requestTo(row, 7), body: JSON.stringify(json) });
      if (reply.status >= 300) expectSentence(reply);
    }),
    { numRuns: LONG_RUNS ? 500 : 60, seed: seedOf('BAD_INPUT_SEED') },
  );
});
