// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { CACHE, onPath, ROOT } from '../command/paths.mjs';
import { CommandError } from '../command/commandError.mjs';
import { npm, run } from '../command/run.mjs';

const NODE = [20, 19];
const JAVA = 17;

/** Throws a CommandError if Node is older than the version that Vite and firebase-tools need. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new CommandError(
    `Daymark needs Node ${NODE.join('.')} or later, and this is ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org.',
  );
}

/** Installs the npm packages unless node_modules matches package-lock.json. */
export async function installPackages() {
  if (packagesAreCurrent()) return;
  console.log('Installing packages (npm ci)…');
  // No package needs its install script, and re2's would compile for a long time.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await npm(['ci', '--ignore-scripts', ...quiet]);
  if (code !== 0) {
    throw new CommandError(
      'The packages could not be installed. Run `npm ci` to see why.',
      // npm prints the reason first and the usage of npm ci last.
      output
        .split('\n')
        .filter((line) => line.startsWith('npm error'))
        .slice(0, 12)
        .join('\n'),
    );
  }
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(installedLock(), lockHash());
}

/**
 * Whether node_modules matches package-lock.json. npm writes node_modules/.package-lock.json at the end of every
 * install, so .package-lock.json is normally the newer file. A checkout may make package-lock.json newer without
 * changing its content. In that case, the hash of package-lock.json is compared with its hash at the last install.
 */
function packagesAreCurrent() {
  const installed = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  if (statSync(installed).mtimeMs >= statSync(join(ROOT, 'package-lock.json')).mtimeMs) return true;
  return existsSync(installedLock()) && readFileSync(installedLock(), 'utf8') === lockHash();
}

const installedLock = () => join(CACHE, 'package-lock.sha256');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');

/**
 * Checks that Java is new enough for the Firestore emulator. If Java is missing or too old, installs Java on Debian as
 * root. Throws a CommandError if Java is still missing or too old.
 */
export async function checkJava() {
  if ((await javaVersion()) >= JAVA) return;
  await aptInstall('default-jre-headless');
  const version = await javaVersion();
  if (version >= JAVA) return;
  const has = version ? `this machine has ${version}` : 'this machine has none';
  throw new CommandError(
    `The Firestore emulator needs Java ${JAVA} or later, and ${has}. ` +
      `Run \`${installHint('default-jre-headless', 'openjdk')}\`.`,
  );
}

/** Returns the major version of the Java on PATH, or 0 if there is none. */
async function javaVersion() {
  const { code, output } = await run('java', ['-version']);
  return code === 0 ? Number(/version "(\d+)/.exec(output)?.[1] ?? 0) : 0;
}

/**
 * Checks that curl is installed. If curl is missing, installs curl on Debian as root. The browser tests run the example
 * on /developers with curl. Throws a CommandError if curl is still missing.
 */
export async function checkCurl() {
  if (onPath('curl') || (await aptInstall('curl'))) return;
  throw new CommandError(
    `The browser tests need curl, and this machine has none. Run \`${installHint('curl', 'curl')}\`.`,
  );
}

/** Chromium without windows, in which tests need less processor time (docs/decisions/tests.md). */
const HEADLESS = { debian: 'chromium-headless-shell', names: ['chromium-headless-shell'] };
/** Chromium with windows and tabs, whether or not they are drawn. */
const WINDOWED = {
  debian: 'chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
};

/**
 * Finds a Chromium for the browser tests. Uses CHROMIUM_PATH if it is set. Otherwise looks for the headless shell,
 * unless `windowed` is true, and then for the full Chromium. On Debian as root, installs a missing one before it looks
 * for the next one. Throws a CommandError if Chromium is still missing, or if CHROMIUM_PATH names a missing file.
 * @param {{ windowed?: boolean }} [wanted] `windowed` requires a Chromium with tabs that hide each other
 * @returns {Promise<string>} its path
 */
export async function findChromium({ windowed = false } = {}) {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new CommandError(
      `CHROMIUM_PATH names ${named}, which does not exist. Correct it, or run \`unset CHROMIUM_PATH\`.`,
    );
  }
  for (const kind of windowed ? [WINDOWED] : [HEADLESS, WINDOWED]) {
    const found = installed(kind);
    if (found) return found;
    await aptInstall(kind.debian);
    const now = installed(kind);
    if (now) return now;
  }
  throw new CommandError(
    'The browser tests need Chromium, and this machine has none. ' +
      `Run \`${installHint('chromium', '--cask chromium')}\`, or set CHROMIUM_PATH to a Chromium or Chrome.`,
  );
}

/** Programs that the tests in other engines need, by the environment variable that has their path. */
const ENGINES = {
  FIREFOX_PATH: { debian: 'firefox-esr', names: ['firefox-esr'] },
  WEBKIT_DRIVER_PATH: { debian: 'webkit2gtk-driver', names: ['WebKitWebDriver'] },
  XVFB_PATH: { debian: 'xvfb', names: ['Xvfb'] },
};

/**
 * Finds Firefox, WebKitGTK's driver and the virtual screen that WebKitGTK needs. Installs the missing programs on
 * Debian as root. Throws a CommandError if a program is still missing.
 * @returns {Promise<Record<string, string>>} their paths, by environment variable
 */
export async function findEngines() {
  /** @type {Record<string, string>} */
  const paths = {};
  for (const [variable, { debian, names }] of Object.entries(ENGINES)) {
    const path = installed({ names }) ?? ((await aptInstall(debian)) && installed({ names }));
    if (!path) {
      throw new CommandError(
        `The tests in other engines run on Debian and need ${debian}. ` +
          `Run \`sudo apt-get install -y ${debian}\`.`,
      );
    }
    paths[variable] = path;
  }
  return paths;
}

/** @param {{ names: readonly string[] }} kind */
function installed(kind) {
  const onMac = [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return (
    kind.names.map(onPath).find((path) => path !== undefined) ??
    (kind === WINDOWED ? onMac.find((path) => existsSync(path)) : undefined)
  );
}

/**
 * Returns the command that installs a package on this kind of machine.
 * @param {string} debian
 * @param {string} brew
 */
function installHint(debian, brew) {
  return process.platform === 'darwin'
    ? `brew install ${brew}`
    : `sudo apt-get install -y ${debian}`;
}
