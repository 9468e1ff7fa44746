// @ts-check
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'vitest';
import { choosePorts, HOST, isFree, isRefusedByBrowsers } from '../stack/ports.mjs';

/** @param {number} port */
async function occupy(port) {
  const server = createServer();
  await new Promise((resolve) => server.listen(port, HOST, () => resolve(undefined)));
  return server;
}

/** Returns a port that was free a moment ago. */
async function somePort() {
  return (await choosePorts({ any: 0 })).any;
}

test('a free preferred port is chosen', async () => {
  const port = await somePort();
  assert.deepEqual(await choosePorts({ auth: port }), { auth: port });
});

test('a busy preferred port is replaced by another', async () => {
  const port = await somePort();
  const server = await occupy(port);
  const { auth } = await choosePorts({ auth: port });
  server.close();
  assert.notEqual(auth, port);
  assert.ok(auth > 0);
});

test('two names never get the same port', async () => {
  const port = await somePort();
  const chosen = await choosePorts({ auth: port, firestore: port, hosting: 0 });
  assert.equal(new Set(Object.values(chosen)).size, 3);
});

test('a free port is chosen from a range that the system does not assign by itself', async () => {
  for (let times = 0; times < 20; times++) {
    const port = await somePort();
    assert.ok(port >= 20_000 && port < 30_000, `${port}`);
  }
});

test('isFree tells a busy port from a free one', async () => {
  const port = await somePort();
  assert.equal(await isFree(port), true);
  const server = await occupy(port);
  assert.equal(await isFree(port), false);
  server.close();
});

test('isRefusedByBrowsers knows the ports of other protocols', async () => {
  assert.equal(await isRefusedByBrowsers(6000), true);
  assert.equal(await isRefusedByBrowsers(await somePort()), false);
});
