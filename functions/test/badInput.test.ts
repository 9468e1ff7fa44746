import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { requestTo, rows, wrongTypes } from './rows';
import { send, type Received } from './send';
import { expectRefusal, expectSentence } from './expectSentence';

let person: Person;
beforeAll(async () => {
  person = await newPerson();
});

/** One request of a person who is signed in. */
const ask = (request: Omit<Parameters<typeof send>[0], 'session'>): Promise<Received> =>
  send({ ...request, session: person.session });

/** What no endpoint accepts, beside the faults of routeMatrix.test.ts. */
const bodies: Record<string, { body: string | Buffer; headers?: Record<string, string> }> = {
  'two values': { body: '{}{}' },
  'a number': { body: '7' },
  'a boolean': { body: 'true' },
  null: { body: 'null' },
  'an array': { body: '[{"title":"x"}]' },
  '300 KB of no JSON': { body: 'x'.repeat(300 * 1024) },
  '5 MB': { body: Buffer.alloc(5 * 1024 * 1024, ' ') },
  'nested 20,000 deep in objects': { body: '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000) },
  'nested 40 deep in a field': {
    body: `{"title":"x","username":"xxx","deep":${'['.repeat(40)}${']'.repeat(40)}}`,
  },
  'a lone surrogate for a name': { body: '{"\\ud800":1}' },
  'bytes that are no UTF-8': { body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) },
  'UTF-16': {
    body: Buffer.from('{"title":"x"}', 'utf16le'),
    headers: { 'content-type': 'application/json; charset=utf-16le' },
  },
  gzip: {
    body: gzipSync('{"title":"x"}'),
    headers: { 'content-encoding': 'gzip' },
  },
  'a broken gzip stream': { body: 'not gzip', headers: { 'content-encoding': 'gzip' } },
  'a form': {
    body: 'title=x&username=xxx',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'a multipart form': {
    body: '--x\r\n\r\nx\r\n--x--',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  },
  'plain text': { body: '{"title":"x"}', headers: { 'content-type': 'text/plain' } },
  'XML, ': { body: '<title>x</title>', headers: { 'content-type': 'application/xml' } },
  'no content type': { body: '{"title":"x"}', headers: { 'content-type': '' } },
  'an absurd content type': { body: '{}x', headers: { 'content-type': ';;;/\\' } },
};

describe.each(rows)('$method $path', (row) => {
  test.each(Object.keys(bodies))('answers %s with one sentence', async (what) => {
    const reply = await ask({ ...requestTo(row), ...bodies[what] });
    expectRefusal(row, reply);
    if (!row.failsTo && /MB|KB/.test(what)) expect(reply.status).toBe(413);
    expect(reply.session, 'no session begins or ends').toBeUndefined();
  });

  if (row.body)
    test.each([
      ['no body', { body: undefined }],
      ['an empty body', { body: '' }],
    ])('answers %s with one sentence', async (_what, nothing) => {
      expectSentence(await ask({ ...requestTo(row), ...nothing }), 400);
    });

  test('refuses a large body sent in chunks, without a declared length', async () => {
    const chunked = { ...bodies['300 KB of no JSON'], headers: { 'transfer-encoding': 'chunked' } };
    const reply = await ask({ ...requestTo(row), ...chunked });
    if (row.failsTo) expectRefusal(row, reply);
    else expectSentence(reply, 413);
  });
});

test('a body of exactly 256 KB is read, one byte more is not', async () => {
  const filled = (bytes: number) => `{"title":"x","pad":"${'x'.repeat(bytes - 22)}"}`;
  const create = { method: 'POST', path: '/api/tasks' };
  expect(Buffer.byteLength(filled(256 * 1024))).toBe(256 * 1024);
  expect((await ask({ ...create, body: filled(256 * 1024) })).status).toBe(201);
  expectSentence(await ask({ ...create, body: filled(256 * 1024 + 1) }), 413);
});

test.each([
  'application/json',
  'application/json;charset=UTF-8',
  'Application/JSON; charset="utf-8"',
])('JSON may be announced as %s', async (type) => {
  const request = { method: 'POST', path: '/api/tasks', body: { title: 'Ünïcode 🦊 título' } };
  const reply = await ask({ ...request, headers: { 'content-type': type } });
  expect(reply.status).toBe(201);
  expect(reply.json().title).toBe('Ünïcode 🦊 título');
});

const oddIds = [
  ...[
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
  ],
  ...['1%2F2', '..', '.', '%2e%2e', '%252e', '%00', '%zz', '%', '%C0%AF', '%ED%A0%80'],
  ...['9'.repeat(20), '4503599627370496', encodeURIComponent('🦊'), encodeURIComponent('１')],
  ...["1'--", '1;1', '$where', '%7B%7D', '<b>', '1,2', 'undefined'],
];

describe.each(rows.filter(({ params }) => params))('$method $path', (row) => {
  test.each(oddIds)('answers the id %s with one sentence', async (id) => {
    expectSentence(await ask(requestTo(row, id)));
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
  ])('%s that is none gets 404 or 400 in one sentence', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) expectSentence(await ask({ method, path }));
  });

  test('used with a method it does not know gets 405 and says which it does', async () => {
    const reply = await ask({ method: 'PUT', path: '/api/tasks' });
    expectSentence(reply, 405);
    expect(reply.headers.allow).toBe('GET, HEAD, POST');
    expectSentence(await ask({ method: 'OPTIONS', path: '/api/tasks/1' }), 405);
  });
});

describe('a change asked for by another website', () => {
  // Google's own messages come from outside, and carry no session.
  const changes = rows.filter(({ method, session }) => method !== 'GET' && session !== 'none');
  const host = 'daymark.app';
  test.each([
    ['a browser that says cross-site', { 'sec-fetch-site': 'cross-site' }],
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
      { 'sec-fetch-site': 'cross-site', origin: 'https://daymark.app', 'x-forwarded-host': host },
    ],
  ])('is refused: %s', async (_what, headers) => {
    for (const row of changes) {
      const reply = await ask({ ...requestTo(row), headers });
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
    ['no browser at all', {}],
  ])('but not one from %s', async (_what, headers) => {
    const request = { method: 'POST', path: '/api/tasks', body: { title: 'Mine' } };
    expect((await ask({ ...request, headers })).status).toBe(201);
  });
});

test('no JSON whatsoever makes an endpoint fail', async () => {
  const writes = rows.filter(({ body, session }) => body && session === 'required');
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
    fc.asyncProperty(fc.constantFrom(...writes), body, async (row, json) => {
      const reply = await ask({ ...requestTo(row, 7), body: JSON.stringify(json) });
      if (reply.status >= 300) expectSentence(reply);
    }),
    { numRuns: 150 },
  );
});
