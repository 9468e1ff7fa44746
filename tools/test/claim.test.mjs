// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'vitest';
import { claim } from '../stack/claim.mjs';

/** Names nothing real: a claim does not touch its port. */
const PORT = 99_000 + (process.pid % 1000);

test('a port is claimed once, and again when let go', async () => {
  const release = await claim(PORT);
  assert.ok(release);
  assert.equal(await claim(PORT), undefined);
  release();
  const again = await claim(PORT);
  assert.ok(again);
  again();
});

test('a claim dies with its process, even by kill -9', async () => {
  const code = `
    import { claim } from ${JSON.stringify(new URL('../stack/claim.mjs', import.meta.url).href)};
    await claim(${PORT});
    process.send('claimed');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  assert.equal(await claim(PORT), undefined);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = await claim(PORT);
  assert.ok(release);
  release();
});
