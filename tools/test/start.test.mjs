// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { ROOT } from '../command/paths.mjs';
import { choosePorts, HOST } from '../stack/ports.mjs';
import { killTagged, areTaggedGone } from '../command/processes.mjs';

const { free: PORT } = await choosePorts({ free: 0 });

/**
 * Starts Daymark as `npm start` does.
 * @param {import('vitest').TestContext} t
 */
function start(t) {
  const id = randomUUID();
  const tag = `DAYMARK_TEST=${id}`;
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'stack', 'start.mjs')], {
    env: { ...process.env, CI: '', DAYMARK_TEST: id, PORT: `${PORT}` },
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

const runFolders = () =>
  readdirSync(realpathSync(tmpdir())).filter((name) => /^daymark-run-/.test(name)).length;

test('it runs, a second start says so, and Ctrl-C leaves no process', async (t) => {
  const folders = runFolders();
  const first = start(t);
  await first.prints('Ctrl-C stops it.');
  const page = await fetch(`http://${HOST}:${PORT}/today`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Daymark/);

  const second = await start(t).ended;
  assert.equal(second.code, 1);
  assert.match(second.output, new RegExp(`^Daymark is already running at http://${HOST}:${PORT} `));

  first.child.kill('SIGINT');
  const { code, output } = await first.ended;
  assert.equal(code, 0);
  const summary = [
    `\nDaymark is running at http://${HOST}:${PORT}`,
    'Demo account: demo@daymark.app / daymark-demo',
    "Google's place is taken by a stand-in at (http://127.0.0.1:\\d+)",
    'Ctrl-C stops it.\n$',
  ];
  const [, standIn] = new RegExp(summary.join('\n')).exec(output) ?? [];
  assert.ok(standIn, output);
  await assert.rejects(fetch(standIn));
  assert.ok(await areTaggedGone(first.tag, 0));
  assert.equal(runFolders(), folders);
});

test('stopped half-way, it leaves no process', async (t) => {
  const half = start(t);
  await half.prints('Starting the emulators');
  await new Promise((resolve) => setTimeout(resolve, 2500)); // Java is starting
  half.child.kill('SIGTERM');
  assert.equal((await half.ended).code, 143);
  assert.ok(await areTaggedGone(half.tag, 0));
});

test('killed outright, its emulators end by themselves', async (t) => {
  const killed = start(t);
  await killed.prints('Ctrl-C stops it.');
  killed.child.kill('SIGKILL');
  await killed.ended;
  assert.ok(await areTaggedGone(killed.tag, 10_000));
});

test('a port that another program has is named in a sentence', async (t) => {
  const other = createServer().listen(PORT, HOST);
  await once(other, 'listening');
  const { code, output } = await start(t).ended;
  other.close();
  assert.equal(code, 1);
  assert.match(output, new RegExp(`^Port ${PORT} is taken by another program: `));
});
