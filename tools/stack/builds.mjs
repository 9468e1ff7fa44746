// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CACHE, ROOT } from '../command/paths.mjs';
import { isFree } from './ports.mjs';
import { CommandError } from '../command/commandError.mjs';
import { npm, run, tail } from '../command/run.mjs';

/** Vite's command line, of the version that the app asks for: other packages bring their own. */
export function viteCli() {
  const fromWeb = createRequire(join(ROOT, 'web', 'package.json'));
  return join(dirname(fromWeb.resolve('vite/package.json')), 'bin', 'vite.js');
}

/** Bundles the function into functions/lib. */
export async function buildFunctions() {
  const { code, output } = await npm(['run', 'build', '-w', '@daymark/functions', '--silent']);
  if (code !== 0) {
    throw new CommandError(
      'The function does not build: run `npm run build -w @daymark/functions` to see why.',
      tail(output),
    );
  }
}

/**
 * Builds the app against an Auth emulator, unless that very build is still there. It has a folder
 * for each Auth address: Hosting serves the folder as it is, so one run must not build into
 * another's.
 * @param {string} authUrl
 * @param {string} firestore the Firestore emulator's host and port
 * @returns {Promise<string>} the folder to serve
 */
export async function buildWeb(authUrl, firestore) {
  const folder = join(CACHE, `web-${new URL(authUrl).port}`);
  const stamp = `${folder}.sha256`;
  const wanted = `${webInputs()} ${firestore}`;
  if (existsSync(folder) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
    return folder;
  }
  await removeOldSites(folder);
  console.log('Building the app…');
  const { code, output } = await run(
    process.execPath,
    [viteCli(), 'build', '--mode', 'emulator', '--outDir', folder, '--emptyOutDir'],
    {
      cwd: join(ROOT, 'web'),
      env: { ...process.env, VITE_AUTH_EMULATOR_URL: authUrl, VITE_FIRESTORE_EMULATOR: firestore },
    },
  );
  if (code !== 0) {
    throw new CommandError(
      'The app does not build: run `npm run build -w @daymark/web` to see why.',
      tail(output),
    );
  }
  writeFileSync(stamp, wanted);
  return folder;
}

/**
 * Removes what stacks on chance ports have left: sites whose Auth emulator is gone.
 * @param {string} wanted the one folder to leave
 */
async function removeOldSites(wanted) {
  const anHourAgo = Date.now() - 3_600_000; // a younger one may just be starting
  for (const name of existsSync(CACHE) ? readdirSync(CACHE) : []) {
    const port = Number(/^web-(\d+)$/.exec(name)?.[1] ?? 0);
    const folder = join(CACHE, name);
    if (!port || folder === wanted || statSync(folder).mtimeMs > anHourAgo) continue;
    if (await isFree(port)) rmSync(folder, { recursive: true, force: true });
  }
}

/** A hash of everything the app is built from. */
function webInputs() {
  const hash = createHash('sha256');
  const inputs = [
    ...filesIn(join(ROOT, 'web')),
    ...filesIn(join(ROOT, 'functions', 'contract')),
    join(ROOT, 'package-lock.json'),
    join(ROOT, 'tsconfig.base.json'),
  ];
  for (const file of inputs) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

const NOT_BUILT_FROM = ['node_modules', 'dist', 'test', 'e2e', 'test-results'];

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_BUILT_FROM.includes(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}
