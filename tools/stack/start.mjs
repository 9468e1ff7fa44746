// @ts-check
/*
 * npm start: Daymark on this machine, from a fresh clone, in one command.
 * npm run dev (--dev): the same with Vite's dev server in front, and the function rebuilt as its
 * source changes.
 * The data is kept between runs; --fresh begins empty.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lockFolder, lockInstance } from './instanceLock.mjs';
import { command } from '../command/command.mjs';
import { startDev, VITE_PORT } from './dev.mjs';
import { HOST, isRefusedByBrowsers } from './ports.mjs';
import { CommandError } from '../command/commandError.mjs';
import { ROOT } from '../command/paths.mjs';
import { startStack } from './stack.mjs';

const DEMO = { email: 'demo@daymark.app', password: 'daymark-demo' };

command(async (onExit) => {
  const dev = process.argv.includes('--dev');
  const port = await hostingPort();

  const release = await lockInstance(port);
  if (!release) {
    throw new CommandError(
      `Daymark is already running at http://${HOST}:${port} (or just starting): use that one, ` +
        `or start a second with \`PORT=${port + 1} npm start\`.`,
    );
  }
  onExit(release);
  const keep = await keptFolder(onExit);

  const stack = await startStack({
    hostingPort: port,
    ...(dev && { publicPort: VITE_PORT }),
    ownGoogle: true,
    hasLimits: true,
    ...(keep && { keep }),
    web: !dev,
    onExit,
  });
  const address = dev ? await startDev(stack) : stack.url;

  console.log(`\nDaymark is running at ${address}`);
  console.log(`Demo account: ${DEMO.email} / ${DEMO.password}`);
  if (stack.google) console.log(`Google's place is taken by a stand-in at ${stack.google.url}`);
  console.log('Ctrl-C stops it.');
  return stack.failed;
});

async function hostingPort() {
  const given = process.env['PORT'] || '5050';
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new CommandError(
      `PORT is ${given}, which is not a port: run \`unset PORT\`, or set it to a number from 1 to 65535.`,
    );
  }
  if (await isRefusedByBrowsers(port)) {
    throw new CommandError(
      `Browsers refuse port ${port}: choose another, like \`PORT=5051 npm start\`.`,
    );
  }
  return port;
}

/**
 * Where the data is kept; undefined when another Daymark that runs keeps its own there.
 * @param {import('../command/command.mjs').OnExit} onExit
 */
async function keptFolder(onExit) {
  const folder = resolve(process.env['DAYMARK_DATA'] || join(ROOT, '.daymark'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = await lockFolder(folder, 'run');
  if (!release) {
    console.log(
      `Another Daymark has the data in ${folder}, so this one begins empty and keeps nothing. ` +
        'With a folder of its own it does: `DAYMARK_DATA=~/daymark-data npm start`.',
    );
    return undefined;
  }
  onExit(release);
  return { folder, fresh: process.argv.includes('--fresh') };
}
