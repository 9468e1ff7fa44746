// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CACHE, ROOT } from '../command/paths.mjs';
import { CommandError } from '../command/commandError.mjs';
import { npm, run, tail } from '../command/run.mjs';

/** Returns the path of Vite's command line, in the version that the app uses. Other packages have their own Vite. */
export function viteCli() {
  const fromWeb = createRequire(join(ROOT, 'web', 'package.json'));
  return join(dirname(fromWeb.resolve('vite/package.json')), 'bin', 'vite.js');
}

/** Bundles the function into functions/lib. */
export async function buildFunctions() {
  const { code, output } = await npm(['run', 'build', '-w', '@daymark/functions', '--silent']);
  if (code !== 0) {
    throw new CommandError(
      'The function does not build. Run `npm run build -w @daymark/functions` to see why.',
      tail(output),
    );
  }
}

/**
 * Builds the app, unless a build of the same sources exists. In the build for the emulators, the app reads the
 * emulators' addresses from the stack that serves it. All stacks can therefore share the build.
 * @param {'emulator' | 'production'} mode
 * @returns {Promise<string>} the folder of the build, which must not be changed
 */
export async function buildWeb(mode) {
  const folder = join(CACHE, `web-${mode}-${webInputs()}`);
  if (existsSync(folder)) return folder;
  removeOldBuilds(mode);
  // The build gets its final name when it is complete, because another command may look for the same build at any time.
  const unfinished = `${folder}-${process.pid}`;
  const { code, output } = await run(
    process.execPath,
    [viteCli(), 'build', '--mode', mode, '--outDir', unfinished, '--emptyOutDir'],
    { cwd: join(ROOT, 'web'), env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (code !== 0) {
    throw new CommandError(
      'The app does not build. Run `npm run build -w @daymark/web` to see why.',
      tail(output),
    );
  }
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  return folder;
}

/**
 * Removes this mode's builds that are more than an hour old.
 * @param {string} mode
 */
function removeOldBuilds(mode) {
  const anHourAgo = Date.now() - 3_600_000; // a newer build may be in use
  for (const name of existsSync(CACHE) ? readdirSync(CACHE) : []) {
    const folder = join(CACHE, name);
    if (!name.startsWith(`web-${mode}-`) || statSync(folder).mtimeMs > anHourAgo) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a hash of everything the app is built from. */
function webInputs() {
  const hash = createHash('sha256');
  const inputs = [
    ...filesIn(join(ROOT, 'web')),
    ...filesIn(join(ROOT, 'functions', 'contract')),
    join(ROOT, 'package-lock.json'),
    join(ROOT, 'tsconfig.base.json'),
  ];
  for (const file of inputs) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
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
