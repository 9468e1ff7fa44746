// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'vitest';
import { killTagged, taggedProcesses, areTaggedGone } from '../command/processes.mjs';

test('killTagged ends a process that has its own process group and ignores SIGTERM', async () => {
  const tag = randomUUID();
  // This program starts a second one in a separate session, and exits. The second program ignores SIGTERM.
  const code = `
    const stubborn = "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)";
    const child = require('node:child_process').spawn(process.execPath, ['-e', stubborn], { detached: true });
    child.stdout.once('data', () => process.exit());`;
  const parent = spawn(process.execPath, ['-e', code], {
    env: { ...process.env, DAYMARK_TEST: tag },
  });
  await once(parent, 'exit');

  assert.equal((await taggedProcesses(`DAYMARK_TEST=${tag}`)).length, 1);
  await killTagged(`DAYMARK_TEST=${tag}`, 300);
  assert.ok(await areTaggedGone(`DAYMARK_TEST=${tag}`, 0));
});

test('taggedProcesses leaves out the current process', async () => {
  assert.ok(!(await taggedProcesses(`HOME=${process.env['HOME']}`)).includes(process.pid));
});
