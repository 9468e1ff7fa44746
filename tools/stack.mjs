// @ts-check
import { fork } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunctions, buildWeb } from './builds.mjs';
import { FIREBASE, firebaseEnv } from './firebaseCli.mjs';
import { firestoreEmulator } from './firestoreEmulator.mjs';
import { ROOT } from './paths.mjs';
import { choosePorts, HOST, isFree } from './ports.mjs';
import { Problem } from './problem.mjs';
import { run, tail } from './run.mjs';
import { checkJava, checkNode, installPackages } from './setUp.mjs';

const PROJECT = 'demo-daymark';

/** The emulators' usual ports. */
const USUAL = {
  auth: 9099,
  firestore: 8080,
  firestoreWebsocket: 9150,
  functions: 5001,
  hub: 4400,
  logging: 4500,
  eventarc: 9299,
  tasks: 9499,
};

/** Added to the usual ports for a stack that has to leave those to `npm start`. */
const ASIDE = 10_000;

/**
 * @typedef {object} StackOptions
 * @property {number} [hostingPort] this port and no other, beside the emulators' usual ones; left
 *   out, all ports are out of the way of a running `npm start`
 * @property {boolean} [seed] whether to make the demo account; it is made unless this is false
 * @property {boolean} [web] false when Vite serves the app and Hosting only has to serve /api
 * @property {import('./command.mjs').AtEnd} [atEnd] has the stack stopped when the command ends,
 *   also when that comes half-way through the start
 */

/**
 * @typedef {object} Stack
 * @property {string} url Hosting's address
 * @property {string} authUrl the Auth emulator's address
 * @property {{ FIRESTORE_EMULATOR_HOST: string, FIREBASE_AUTH_EMULATOR_HOST: string, GCLOUD_PROJECT: string }} env
 *   what a program needs in its environment to use these emulators
 * @property {string} log the file the emulators and the function write to
 * @property {Promise<never>} failed rejects if the emulators end by themselves
 * @property {() => Promise<void>} stop ends all of it; returns when no process is left
 */

/**
 * Everything that has to be on the machine before a stack can start.
 */
export async function setUpStack() {
  checkNode();
  await installPackages();
  await checkJava();
  return firestoreEmulator();
}

/**
 * The one way to run Daymark on this machine, for start, tests, benchmarks and screenshots: sets
 * up what is missing, builds, starts the Auth, Firestore, Functions and Hosting emulators, and
 * makes the demo account.
 * @param {StackOptions} [options]
 * @returns {Promise<Stack>}
 */
export async function startStack({ hostingPort, seed = true, web = true, atEnd } = {}) {
  const firestore = await setUpStack();
  const ports = await portsFor(hostingPort);
  const authUrl = `http://${HOST}:${ports.auth}`;
  const firestoreHost = `${HOST}:${ports.firestore}`;

  console.log('Building the function…');
  await buildFunctions();
  const site = web ? await buildWeb(authUrl, firestoreHost) : undefined;

  console.log('Starting the emulators…');
  const folder = runFolder(ports, site);
  const emulators = keepEmulators(folder, { ...firebaseEnv(), ...firestore });
  atEnd?.(emulators.stop);

  const stack = {
    url: `http://${HOST}:${ports.hosting}`,
    authUrl,
    env: {
      FIRESTORE_EMULATOR_HOST: firestoreHost,
      FIREBASE_AUTH_EMULATOR_HOST: `${HOST}:${ports.auth}`,
      GCLOUD_PROJECT: PROJECT,
    },
    ...emulators,
  };
  try {
    await Promise.race([emulators.ready, emulators.failed]);
    await checkFunction(stack);
    if (seed) await seedDemo(stack);
  } catch (error) {
    await stack.stop();
    throw error;
  }
  return stack;
}

/** @param {number | undefined} hostingPort */
async function portsFor(hostingPort) {
  if (hostingPort === undefined) {
    const aside = Object.entries({ hosting: 5050, ...USUAL }).map(([name, port]) => [
      name,
      port + ASIDE,
    ]);
    return choosePorts(
      /** @type {typeof USUAL & { hosting: number }} */ (Object.fromEntries(aside)),
    );
  }
  if (!(await isFree(hostingPort))) {
    throw new Problem(
      `Port ${hostingPort} is taken by another program: stop that program, ` +
        `or choose another port with \`PORT=${hostingPort + 1} npm start\`.`,
    );
  }
  // The default ports could include the one asked for.
  const others = await choosePorts(
    /** @type {typeof USUAL} */ (
      Object.fromEntries(
        Object.entries(USUAL).map(([name, port]) => [name, port === hostingPort ? 0 : port]),
      )
    ),
  );
  return { ...others, hosting: hostingPort };
}

/**
 * A folder for firebase-tools to run in: it leaves its logs where it runs, and takes every path in
 * firebase.json from the folder that file is in, which may not be left. So the folder has a
 * firebase.json of its own, with these ports, and links to the rest.
 * @param {Awaited<ReturnType<typeof portsFor>>} ports
 * @param {string | undefined} site the built app
 */
function runFolder(ports, site) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'daymark-run-'));
  mkdirSync(join(folder, 'tmp'));
  for (const name of ['functions', 'node_modules', 'firestore.rules', 'firestore.indexes.json']) {
    symlinkSync(join(ROOT, name), join(folder, name));
  }
  if (site) symlinkSync(site, join(folder, 'site'));
  else mkdirSync(join(folder, 'site'));

  const config = JSON.parse(readFileSync(join(ROOT, 'firebase.json'), 'utf8'));
  config.hosting.public = 'site';
  config.emulators = emulatorSettings(ports);
  allowEmulators(config.hosting.headers, [ports.auth, ports.firestore]);
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(config, undefined, 2));
  return folder;
}

/**
 * The pages' content security policy lets them call Google's services only; here their emulators take that place.
 * @param {{ headers: { key: string, value: string }[] }[]} headers
 * @param {number[]} ports
 */
function allowEmulators(headers, ports) {
  const emulators = ports.map((port) => `http://${HOST}:${port}`).join(' ');
  for (const header of headers.flatMap((rule) => rule.headers)) {
    if (header.key !== 'Content-Security-Policy') continue;
    header.value = header.value.replace("connect-src 'self'", `connect-src 'self' ${emulators}`);
  }
}

/** @param {Awaited<ReturnType<typeof portsFor>>} ports */
function emulatorSettings({ firestoreWebsocket, ...ports }) {
  const settings = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [name, { host: HOST, port }]),
  );
  return {
    ...settings,
    firestore: { ...settings['firestore'], websocketPort: firestoreWebsocket },
    ui: { enabled: false },
    singleProjectMode: true,
  };
}

/**
 * Starts the emulators; `ready` resolves when they are up.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} baseEnv
 * @returns {Pick<Stack, 'log' | 'failed' | 'stop'> & { ready: Promise<void> }}
 */
function keepEmulators(folder, baseEnv) {
  const keeper = fork(join(ROOT, 'tools', 'keeper.mjs'), {
    detached: true, // it must outlive a Ctrl-C in the terminal, to clean up after it
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Without the mark of the command that called us: that ends its own processes, not this one.
    env: { ...process.env, DAYMARK_COMMAND: '' },
  });
  const gone = new Promise((resolve) => keeper.once('exit', resolve));
  const log = join(folder, 'emulators.log');
  const mark = `DAYMARK_STACK=${folder}`;

  let stopping = false;
  const stop = async () => {
    stopping = true;
    if (keeper.connected) keeper.disconnect();
    await gone;
  };

  /** @type {() => void} */
  let up = () => {};
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => (up = resolve));
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => {
    keeper.on('message', (/** @type {{ ready?: true, ended?: true, log?: string }} */ message) => {
      if (message.ready) up();
      if (message.ended)
        reject(new Problem('The emulators stopped; the end of their log:', message.log));
    });
    void gone.then(() => {
      if (!stopping) reject(new Problem('The emulators were stopped from outside.'));
    });
  });
  failed.catch(() => {}); // whoever waits for it hears of it

  keeper.send({
    args: [
      FIREBASE,
      'emulators:start',
      ...['--project', PROJECT],
      // Named, so that it leaves out the Extensions emulator, which would ask for a login.
      ...['--only', 'auth,firestore,functions,hosting'],
      '--non-interactive',
    ],
    folder,
    log,
    mark,
    env: {
      ...baseEnv,
      DAYMARK_COMMAND: '',
      DAYMARK_STACK: folder,
      TMPDIR: join(folder, 'tmp'),
      FUNCTIONS_DISCOVERY_TIMEOUT: '60',
      // The function's definition comes through a file instead of a server: 5 s sooner.
      FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
      // The Auth emulator takes any key; the function insists on having one.
      WEB_API_KEY: 'demo-key',
    },
  });
  return { log, ready, failed, stop };
}

/**
 * firebase-tools says that all is ready even if the function could not be loaded. Asking it for
 * something finds out, and has it warm for the first person.
 * @param {Stack} stack
 */
async function checkFunction({ url, log }) {
  const reply = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(60_000) });
  const text = await reply.text();
  if (reply.status < 500 && !/^Function .* does not exist/.test(text)) return;
  throw new Problem(
    `The function does not answer (${reply.status}); the end of the log:`,
    tail(readFileSync(log, 'utf8'), 40),
  );
}

/** @param {Stack} stack */
async function seedDemo({ env, url }) {
  console.log('Making the demo account…');
  const { code, output } = await run(
    process.execPath,
    ['--import', 'tsx', join('tools', 'seedDemo.ts')],
    { env: { ...process.env, ...env, DAYMARK_URL: url } },
  );
  if (code !== 0) {
    throw new Problem(
      'The demo account could not be made: tools/seedDemo.ts failed.',
      tail(output),
    );
  }
}
