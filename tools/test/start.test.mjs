// @ts-check
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { areTaggedGone } from '../command/processes.mjs';
import { checkExport, listExports } from '../stack/keptExports.mjs';
import { HOST } from '../stack/ports.mjs';
import { freePort, start, TEMPORARY } from './startDaymark.mjs';

const runFolders = () => readdirSync(TEMPORARY).filter((name) => name.startsWith('daymark-run-'));

/**
 * @param {string} url
 * @param {object} body
 * @param {string} [cookie]
 */
const postJson = (url, body, cookie) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });

/**
 * Starts reminders at the stand-in for a push service, creates an event, and waits for its reminder.
 * @param {(call: string, body: object) => Promise<Response>} post
 * @param {string} push the stand-in's address
 */
async function remindsOfEvent(post, push) {
  const control = async (/** @type {string} */ action) => {
    const reply = await postJson(`${push}/_state`, { do: action });
    assert.equal(reply.status, 200);
    return /** @type {any} */ (await reply.json());
  };
  const { endpoint, keys } = await control('subscribe');
  assert.equal((await post('devices/reminders', { endpoint, keys })).status, 204);
  const soon = Date.now() + 2_000;
  const event = {
    title: 'Stand-up',
    start: new Date(soon).toISOString(),
    end: new Date(soon + 1_800_000).toISOString(),
    reminder: 0,
  };
  assert.equal((await post('events', event)).status, 201);
  await vi.waitUntil(
    async () => {
      await control('sendReminders');
      const arrived = await control('arrived');
      return arrived.some((/** @type {any} */ { text }) => text.includes('"title":"Stand-up"'));
    },
    { timeout: 60_000, interval: 500 },
  );
}

test('npm start runs Daymark until Ctrl-C', async (t) => {
  const port = await freePort();
  const data = mkdtempSync(join(TEMPORARY, 'data-'));
  mkdirSync(join(data, 'export-1')); // an export without its manifest
  const first = start(t, port, data);
  const printed = await first.prints('Ctrl-C stops it.');
  const page = await fetch(`http://${HOST}:${port}/today`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Daymark/);

  const email = 'somebody@example.com';
  /**
   * @param {string} call
   * @param {object} body
   */
  const post = (call, body) => postJson(`http://${HOST}:${port}/api/${call}`, body, cookie);
  let cookie = '';
  const registration = { username: 'Somebody', email, password: 'the-right-one' };
  // The function loads its modules in the first call, which may exceed the time limit on a busy machine.
  await vi.waitUntil(
    async () => [201, 409].includes((await post('register', registration)).status),
    {
      timeout: 60_000,
      interval: 500,
    },
  );
  const { username: _, ...login } = registration;
  const [session = ''] = (await post('login', login)).headers.getSetCookie();
  cookie = session.split(';')[0] ?? '';
  const [, push = ''] = /push service is running at (\S+)/.exec(printed) ?? [];
  await remindsOfEvent(post, push);
  cookie = '';

  const guess = () => post('login', { email, password: 'a-wrong-guess' });
  for (let times = 0; times < 10; times++) assert.equal((await guess()).status, 401);
  assert.equal((await guess()).status, 429);

  const second = await start(t, port).ended;
  assert.equal(second.code, 1);
  assert.match(second.output, new RegExp(`^Daymark is already running at http://${HOST}:${port} `));

  first.child.kill('SIGINT');
  const { code, output } = await first.ended;
  assert.equal(code, 0);
  const summary = [
    `\nDaymark is running at http://${HOST}:${port}`,
    'Demo account: demo@daymark.app / daymark-demo',
    'A stand-in for Google is running at (http://127.0.0.1:\\d+)',
    'A stand-in for a push service is running at (http://127.0.0.1:\\d+)',
    'Ctrl-C stops it.\n$',
  ];
  const [, google] = new RegExp(summary.join('\n')).exec(output) ?? [];
  assert.ok(google, output);
  await assert.rejects(fetch(google));
  await assert.rejects(fetch(push));
  assert.ok(await areTaggedGone(first.tag, 0));
  assert.deepEqual(runFolders(), []);

  assert.match(
    output,
    /\nThe kept data could not be read \(.+\) and was set aside in .+\/export-1\.\n/,
  );
  const [kept = ''] = listExports(data);
  checkExport(kept);
  assert.match(
    readFileSync(join(kept, 'auth_export/accounts.json'), 'utf8'),
    /somebody@example\.com/,
  );
});

test('npm start fails with an error that names the port if another program uses it', async (t) => {
  const port = await freePort();
  const other = createServer().listen(port, HOST);
  await once(other, 'listening');
  const { code, output } = await start(t, port).ended;
  other.close();
  assert.equal(code, 1);
  assert.match(output, new RegExp(`^Port ${port} is taken by another program[.] `));
});
