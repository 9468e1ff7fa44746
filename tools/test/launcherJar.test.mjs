// @ts-check
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { launcherJar, wrapped } from '../stack/launcherJar.mjs';

test('a short manifest line stays unchanged', () => {
  assert.equal(wrapped('a'.repeat(72)), 'a'.repeat(72));
});

test('a long manifest line is wrapped at 72 bytes without loss', () => {
  const line = Array.from({ length: 300 }, (_, i) => i % 10).join('');
  const lines = wrapped(line).split('\r\n');
  assert.ok(lines.every((part) => part.length <= 72));
  assert.ok(lines.slice(1).every((part) => part.startsWith(' ')));
  assert.equal([lines[0], ...lines.slice(1).map((part) => part.slice(1))].join(''), line);
});

test('Java looks for the main class that the launcher names, even in a long path with spaces', async () => {
  const folder = mkdtempSync(join(tmpdir(), `daymark launcher ${'x'.repeat(80)} `));
  const launcher = join(folder, 'launcher.jar');
  writeFileSync(launcher, await launcherJar(join(folder, 'emulator.jar')));
  // The emulator's jar doesn't exist, so Java fails when it looks for the class that the launcher names.
  assert.throws(
    () => execFileSync('java', ['-jar', launcher], { stdio: 'pipe' }),
    /CloudFirestore/,
  );
  rmSync(folder, { recursive: true });
});
