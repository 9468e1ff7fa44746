// @ts-check
/*
 * npm start: runs Daymark on this machine, even from a fresh clone.
 * npm run dev (--dev): does the same with Vite's dev server in front. Rebuilds the function when its source changes.
 * The data is kept between runs. --fresh starts empty.
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
      `Daymark is already running at http://${HOST}:${port} (or just starting). Use that one, ` +
        `or start a second one with \`PORT=${port + 1} npm start\`.`,
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
  if (stack.google) console.log(`A stand-in for Google is running at ${stack.google.url}`);
  if (stack.push) console.log(`A stand-in for a push service is running at ${stack.push.url}`);
  console.log('Ctrl-C stops it.');
  return stack.failed;
});

async function hostingPort() {
  const given = process.env['PORT'] || '5050';
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new CommandError(
      `PORT is ${given}, which is not a port. Run \`unset PORT\`, or set it to a number from 1 to 65535.`,
    );
  }
  if (await isRefusedByBrowsers(port)) {
    throw new CommandError(
      `Browsers block port ${port}. Choose another one, such as \`PORT=5051 npm start\`.`,
    );
  }
  return port;
}

/**
 * Creates and locks the folder that keeps the data. Returns undefined if another running Daymark uses the folder.
 * @param {import('../command/command.mjs').OnExit} onExit
 */
async function keptFolder(onExit) {
  const folder = resolve(process.env['DAYMARK_DATA'] || join(ROOT, '.daymark'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = await lockFolder(folder, 'run');
  if (!release) {
    console.log(
      `Another Daymark uses the data in ${folder}, so this one starts empty and keeps nothing. ` +
        'To keep its data, give it its own folder: `DAYMARK_DATA=~/daymark-data npm start`.',
    );
    return undefined;
  }
  onExit(release);
  return { folder, fresh: process.argv.includes('--fresh') };
}
