// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'vitest';
import { endMarked, marked, noneLeft } from '../command/processes.mjs';

test('ends what was started, in whatever group it is, and whether or not it minds', async () => {
  const mark = randomUUID();
  // Starts a grandchild in a session of its own that ignores the polite signal, and goes away.
  const code = `
    const stubborn = "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)";
    const child = require('node:child_process').spawn(process.execPath, ['-e', stubborn], { detached: true });
    child.stdout.once('data', () => process.exit());`;
  const parent = spawn(process.execPath, ['-e', code], {
    env: { ...process.env, DAYMARK_TEST: mark },
  });
  await once(parent, 'exit');

  assert.equal((await marked(`DAYMARK_TEST=${mark}`)).length, 1);
  await endMarked(`DAYMARK_TEST=${mark}`, 300);
  assert.ok(await noneLeft(`DAYMARK_TEST=${mark}`, 0));
});

test('never counts itself', async () => {
  assert.ok(!(await marked(`HOME=${process.env['HOME']}`)).includes(process.pid));
});
