// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'vitest';
import { lockFolder, lockInstance } from '../stack/instanceLock.mjs';

/** An invalid port number, which is enough because the lock never opens the port. */
const PORT = 99_000 + (process.pid % 1000);

test('a locked port can be locked again only after its release', async () => {
  const release = await lockInstance(PORT);
  assert.ok(release);
  assert.equal(await lockInstance(PORT), undefined);
  release();
  const again = await lockInstance(PORT);
  assert.ok(again);
  again();
});

test('a folder can be locked once in each role, whatever path leads to it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-locked-'));
  t.onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = await lockFolder(folder, 'run');
  const writer = await lockFolder(folder, 'writer');
  assert.ok(run && writer);
  assert.equal(await lockFolder(join(folder, '..', basename(folder), '.'), 'run'), undefined);
  run();
  writer();
});

test('a lock ends with its process, even after kill -9', async () => {
  const code = `
    import { lockInstance } from ${JSON.stringify(new URL('../stack/instanceLock.mjs', import.meta.url).href)};
    await lockInstance(${PORT});
    process.send('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  assert.equal(await lockInstance(PORT), undefined);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = await lockInstance(PORT);
  assert.ok(release);
  release();
});
