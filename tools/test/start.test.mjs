// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test, vi } from 'vitest';
import { ROOT } from '../command/paths.mjs';
import { run } from '../command/run.mjs';
import { choosePorts, HOST } from '../stack/ports.mjs';
import { areTaggedGone, killTagged, taggedProcesses } from '../command/processes.mjs';

/** Where the stacks put their folders, apart from those of others on this machine. */
const TEMPORARY = mkdtempSync(join(tmpdir(), 'daymark-test-'));
afterAll(() => rmSync(TEMPORARY, { recursive: true }));

const freePort = async () => (await choosePorts({ free: 0 })).free;

/**
 * Starts Daymark as `npm start` does.
 * @param {import('vitest').TestContext} t
 * @param {number} port
 */
function start(t, port) {
  const id = randomUUID();
  const tag = `DAYMARK_TEST=${id}`;
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'stack', 'start.mjs')], {
    env: { ...process.env, CI: '', DAYMARK_TEST: id, PORT: `${port}`, TMPDIR: TEMPORARY },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set();
  const take = (/** @type {Buffer} */ chunk) => {
    output += chunk.toString();
    for (const look of waiting) look();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  t.onTestFinished(() => killTagged(tag, 8000)); // if the test failed half-way
  return {
    child,
    tag,
    ended,
    /** @param {string} text */
    prints: (text) =>
      Promise.race([
        new Promise((resolve) => {
          const look = () => output.includes(text) && resolve(undefined);
          waiting.add(look);
          look();
        }),
        ended.then(() => assert.fail(`It ended without printing "${text}":\n${output}`)),
      ]),
  };
}

/** @param {string} tag */
const runsJava = async (tag) => {
  const pids = await taggedProcesses(tag);
  const { output } = await run('ps', ['-o', 'comm=', '-p', pids.join(',') || '0']);
  return /java/.test(output);
};

const runFolders = () => readdirSync(TEMPORARY).filter((name) => name.startsWith('daymark-run-'));

test('npm start runs Daymark with the limits of production, a second start says so, and Ctrl-C leaves no process', async (t) => {
  const port = await freePort();
  const first = start(t, port);
  await first.prints('Ctrl-C stops it.');
  const page = await fetch(`http://${HOST}:${port}/today`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Daymark/);

  const guess = () =>
    fetch(`http://${HOST}:${port}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'somebody@example.com', password: 'a-wrong-guess' }),
    });
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
    "Google's place is taken by a stand-in at (http://127.0.0.1:\\d+)",
    'Ctrl-C stops it.\n$',
  ];
  const [, standIn] = new RegExp(summary.join('\n')).exec(output) ?? [];
  assert.ok(standIn, output);
  await assert.rejects(fetch(standIn));
  assert.ok(await areTaggedGone(first.tag, 0));
  assert.deepEqual(runFolders(), []);
});

test('stopped while it starts, it leaves no process', async (t) => {
  const half = start(t, await freePort());
  await half.prints('Starting the emulators');
  await vi.waitUntil(() => runsJava(half.tag), { timeout: 60_000 });
  half.child.kill('SIGTERM');
  assert.equal((await half.ended).code, 143);
  assert.ok(await areTaggedGone(half.tag, 0));
});

test('after kill -9 the emulators end by themselves', async (t) => {
  const killed = start(t, await freePort());
  await killed.prints('Making the demo account'); // the emulators are up
  killed.child.kill('SIGKILL');
  await killed.ended;
  assert.ok(await areTaggedGone(killed.tag, 10_000));
});

test('a port that another program has is named in a sentence', async (t) => {
  const port = await freePort();
  const other = createServer().listen(port, HOST);
  await once(other, 'listening');
  const { code, output } = await start(t, port).ended;
  other.close();
  assert.equal(code, 1);
  assert.match(output, new RegExp(`^Port ${port} is taken by another program: `));
});
