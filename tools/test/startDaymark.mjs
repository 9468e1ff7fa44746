// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { ROOT } from '../command/paths.mjs';
import { choosePorts } from '../stack/ports.mjs';
import { killTagged } from '../command/processes.mjs';

/** The temporary folder for these tests' stacks, separate from the folders of other stacks on this machine. */
export const TEMPORARY = mkdtempSync(join(tmpdir(), 'daymark-test-'));
afterAll(() => rmSync(TEMPORARY, { recursive: true }));

/** Returns a free port. */
export const freePort = async () => (await choosePorts({ free: 0 })).free;

/**
 * Starts Daymark as `npm start` does.
 * @param {import('vitest').TestContext} t
 * @param {number} port
 * @param {string} [data] the folder in which Daymark keeps its data
 */
export function start(t, port, data = join(TEMPORARY, `data-${port}`)) {
  const id = randomUUID();
  const tag = `DAYMARK_TEST=${id}`;
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'stack', 'start.mjs')], {
    env: {
      // Without the variables that the setup of other tests adds, such as the emulators' addresses.
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^GOOGLE_|_EMULATOR_HOST$/.test(name)),
      ),
      CI: '',
      DAYMARK_DATA: data,
      DAYMARK_TEST: id,
      PORT: `${port}`,
      TMPDIR: TEMPORARY,
    },
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
  t.onTestFinished(() => killTagged(tag, 8000)); // in case the test fails halfway
  return {
    child,
    tag,
    ended,
    /**
     * Resolves to the output once it has this text.
     * @param {string} text
     * @returns {Promise<string>}
     */
    prints: (text) =>
      Promise.race([
        new Promise((resolve) => {
          const look = () => output.includes(text) && resolve(output);
          waiting.add(look);
          look();
        }),
        ended.then(() => assert.fail(`Daymark ended without printing "${text}":\n${output}`)),
      ]),
  };
}
