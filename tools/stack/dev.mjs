// @ts-check
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildFunctions, viteCli } from './builds.mjs';
import { ROOT } from '../command/paths.mjs';
import { HOST } from './ports.mjs';
import { printError, CommandError } from '../command/commandError.mjs';

/** Vite's default port. */
export const VITE_PORT = 5173;

/**
 * Starts Vite's dev server in front of a stack. Rebuilds the function when its source changes. The Functions emulator
 * then loads the new bundle.
 * @param {import('./stack.mjs').Stack} stack
 * @returns {Promise<string>} the address to open
 */
export async function startDev({ url, publicUrl }) {
  rebuildFunctions();
  const { port } = new URL(publicUrl);
  const args = ['--mode', 'emulator', '--host', HOST, '--port', port, '--strictPort'];
  const vite = spawn(process.execPath, [viteCli(), ...args], {
    cwd: join(ROOT, 'web'),
    env: { ...process.env, DAYMARK_API: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await responds(publicUrl, vite);
  return publicUrl;
}

/**
 * @param {string} address
 * @param {import('node:child_process').ChildProcess} server
 */
async function responds(address, server) {
  while (server.exitCode === null) {
    const reply = await fetch(address).catch(() => undefined);
    if (reply) return;
    await sleep(200);
  }
  throw new CommandError('Vite did not start. Run `npm run dev -w @daymark/web` to see why.');
}

function rebuildFunctions() {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void buildFunctions().catch(printError), 200);
  };
  for (const folder of [join('functions', 'src'), join('functions', 'contract', 'src')]) {
    watch(join(ROOT, folder), { recursive: true }, soon);
  }
}
