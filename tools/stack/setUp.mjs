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

/** Node must be of the version that Vite and firebase-tools need. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new CommandError(
    `Daymark needs Node ${NODE.join('.')} or later and this is ${process.versions.node}: ` +
      'install a newer one from https://nodejs.org.',
  );
}

/** Installs the npm packages when node_modules is missing or older than package-lock.json. */
export async function installPackages() {
  if (packagesAreCurrent()) return;
  console.log('Installing packages (npm ci)…');
  // No package needs its install script, and re2's would compile for half a minute.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await npm(['ci', '--ignore-scripts', ...quiet]);
  if (code !== 0) {
    throw new CommandError(
      'The packages could not be installed: run `npm ci` to see why.',
      // npm says why first and how npm ci is used last.
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
 * npm writes node_modules/.package-lock.json at the end of every install. A checkout gives
 * package-lock.json a new time without changing it, so its content counts as well.
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

/** Java must be there for the Firestore emulator; on Debian as root it is installed. */
export async function checkJava() {
  if ((await javaVersion()) >= JAVA) return;
  await aptInstall('default-jre-headless');
  const version = await javaVersion();
  if (version >= JAVA) return;
  const has = version ? `this machine has ${version}` : 'this machine has none';
  throw new CommandError(
    `The Firestore emulator needs Java ${JAVA} or later and ${has}: ` +
      `run \`${installHint('default-jre-headless', 'openjdk')}\`.`,
  );
}

/** The major version of the Java on PATH, 0 when there is none. */
async function javaVersion() {
  const { code, output } = await run('java', ['-version']);
  return code === 0 ? Number(/version "(\d+)/.exec(output)?.[1] ?? 0) : 0;
}

/** The browser tests run the example of /developers with curl; on Debian as root it is installed. */
export async function checkCurl() {
  if (onPath('curl') || (await aptInstall('curl'))) return;
  throw new CommandError(
    `The browser tests need curl and this machine has none: run \`${installHint('curl', 'curl')}\`.`,
  );
}

/** A Chromium without windows: a test in it costs half (docs/decisions.md). */
const HEADLESS = { debian: 'chromium-headless-shell', names: ['chromium-headless-shell'] };
/** One with windows and tabs, whether or not they are drawn. */
const WINDOWED = {
  debian: 'chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
};

/**
 * Finds a Chromium for the browser tests; on Debian as root it is installed.
 * @param {{ windowed?: boolean }} [wanted] whether it has to have tabs that hide each other
 * @returns {Promise<string>} its path
 */
export async function findChromium({ windowed = false } = {}) {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new CommandError(
      `CHROMIUM_PATH names ${named}, which does not exist: correct it, or run \`unset CHROMIUM_PATH\`.`,
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
    'The browser tests need Chromium and this machine has none: ' +
      `run \`${installHint('chromium', '--cask chromium')}\`, or set CHROMIUM_PATH to a Chromium or Chrome.`,
  );
}

/** What the tests in other engines need, each by the variable that names it to them. */
const ENGINES = {
  FIREFOX_PATH: { debian: 'firefox-esr', names: ['firefox-esr'] },
  WEBKIT_DRIVER_PATH: { debian: 'webkit2gtk-driver', names: ['WebKitWebDriver'] },
  XVFB_PATH: { debian: 'xvfb', names: ['Xvfb'] },
};

/**
 * Finds Firefox, WebKitGTK's driver and a screen for it; on Debian as root they are installed.
 * @returns {Promise<Record<string, string>>} their paths
 */
export async function findEngines() {
  /** @type {Record<string, string>} */
  const paths = {};
  for (const [variable, { debian, names }] of Object.entries(ENGINES)) {
    const path = installed({ names }) ?? ((await aptInstall(debian)) && installed({ names }));
    if (!path) {
      throw new CommandError(
        `The tests in other engines run on Debian and need ${debian}: ` +
          `run \`sudo apt-get install -y ${debian}\`.`,
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
 * The command that installs a package on this kind of machine.
 * @param {string} debian
 * @param {string} brew
 */
function installHint(debian, brew) {
  return process.platform === 'darwin'
    ? `brew install ${brew}`
    : `sudo apt-get install -y ${debian}`;
}
