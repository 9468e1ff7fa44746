// @ts-check
import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { areTaggedGone, taggedProcesses } from '../command/processes.mjs';
import { run } from '../command/run.mjs';
import { freePort, start } from './startDaymark.mjs';

/** @param {string} tag */
const runsJava = async (tag) => {
  const pids = await taggedProcesses(tag);
  const { output } = await run('ps', ['-o', 'comm=', '-p', pids.join(',') || '0']);
  return /java/.test(output);
};

test('a start that is interrupted leaves no process', async (t) => {
  const half = start(t, await freePort());
  await half.prints('Starting the emulators');
  await vi.waitUntil(() => runsJava(half.tag), { timeout: 60_000 });
  half.child.kill('SIGTERM');
  assert.equal((await half.ended).code, 143);
  assert.ok(await areTaggedGone(half.tag, 0));
});

test('the emulators end by themselves after kill -9 of the command', async (t) => {
  const killed = start(t, await freePort());
  await killed.prints('Daymark is running');
  killed.child.kill('SIGKILL');
  await killed.ended;
  assert.ok(await areTaggedGone(killed.tag, 10_000));
});
