// @ts-check
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, test } from 'vitest';
import { HOST } from '../stack/ports.mjs';
import { startSessionProxy } from '../runner/sessionProxy.mjs';

/** @type {Awaited<ReturnType<typeof startSessionProxy>>} */
let proxy;
/** Resolves when the client of a stream has disconnected. */
let left = Promise.resolve();

/** Number of requests for an immutable file that reached Hosting. */
let fileRequests = 0;

const hosting = createServer((request, response) => {
  if (request.url === '/assets/app-1a2b.js') {
    fileRequests += 1;
    response.writeHead(200, {
      'Content-Type': 'text/javascript',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    response.write('first();');
    response.end('second();');
    return;
  }
  if (request.url === '/api/stream') {
    left = once(response, 'close').then(() => {});
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: first\n\n');
    return;
  }
  response.setHeader('Set-Cookie', ['__session=new', 'other=new']);
  response.statusCode = request.method === 'POST' ? 201 : 200;
  response.setHeader('Content-Type', 'application/json');
  const body = /** @type {Buffer[]} */ ([]);
  request.on('data', (chunk) => body.push(chunk));
  request.on('end', () =>
    response.end(
      JSON.stringify({ headers: request.headers, body: Buffer.concat(body).toString() }),
    ),
  );
});

beforeAll(async () => {
  hosting.listen(0, HOST);
  await once(hosting, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (hosting.address());
  proxy = await startSessionProxy(`http://${HOST}:${address.port}`);
});

afterAll(async () => {
  await proxy.stop();
  hosting.closeAllConnections();
  hosting.close();
});

/**
 * Returns the headers and the body that Hosting received.
 * @param {Response} reply
 * @returns {Promise<{ headers: Record<string, string>, body: string }>}
 */
async function seen(reply) {
  return /** @type {any} */ (await reply.json());
}

const cookie = 'first=1; __session=abc=; last=2';

test('only the __session cookie reaches the function', async () => {
  const reply = await fetch(`${proxy.url}/api/user?x=1`, { headers: { cookie } });
  const { headers } = await seen(reply);
  assert.equal(headers.cookie, '__session=abc=');
});

test('if a request has no __session cookie, no cookie reaches the function', async () => {
  const reply = await fetch(`${proxy.url}/api/user`, { headers: { cookie: 'x__session=1; a=2' } });
  const { headers } = await seen(reply);
  assert.equal(headers.cookie, undefined);
});

test('requests for pages keep their cookies', async () => {
  const reply = await fetch(`${proxy.url}/apiary`, { headers: { cookie } });
  const { headers } = await seen(reply);
  assert.equal(headers.cookie, cookie);
});

test('the function receives the requested host', async () => {
  const reply = await fetch(`${proxy.url}/api`, { headers: { 'x-forwarded-host': 'evil.test' } });
  const { headers } = await seen(reply);
  assert.equal(headers['x-forwarded-host'], new URL(proxy.url).host);
});

test('the body, the status and every Set-Cookie pass through', async () => {
  const reply = await fetch(`${proxy.url}/api/tasks`, { method: 'POST', body: 'hello' });
  assert.equal(reply.status, 201);
  assert.equal((await seen(reply)).body, 'hello');
  assert.deepEqual(reply.headers.getSetCookie(), ['__session=new', 'other=new']);
});

test('a stream passes through chunk by chunk until its reader disconnects', async () => {
  const leave = new AbortController();
  const reply = await fetch(`${proxy.url}/api/stream`, { signal: leave.signal });
  const { value } = (await reply.body?.getReader().read()) ?? {};
  assert.equal(Buffer.from(value ?? []).toString(), 'data: first\n\n');
  leave.abort();
  await left;
});

test('an immutable file is fetched once and served whole each time', async () => {
  for (let time = 0; time < 3; time++) {
    const reply = await fetch(`${proxy.url}/assets/app-1a2b.js`);
    assert.equal(await reply.text(), 'first();second();');
    assert.equal(reply.headers.get('content-type'), 'text/javascript');
  }
  assert.equal(fileRequests, 1);
});
