// @ts-check
import { fork } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
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
import { startGoogleStandIn } from '../googleStandIn/startGoogleStandIn.mjs';
import { startPushStandIn } from '../pushStandIn/startPushStandIn.mjs';
import { ROOT } from '../command/paths.mjs';
import { choosePorts, HOST, isFree } from './ports.mjs';
import { CommandError } from '../command/commandError.mjs';
import { tail } from '../command/run.mjs';
import { scheduleReminders } from './reminderSchedule.mjs';
import { checkJava, checkNode, installPackages } from './setUp.mjs';

const PROJECT = 'demo-daymark';

/** The emulators' default ports. */
const DEFAULT_PORTS = {
  auth: 9099,
  firestore: 8080,
  firestoreWebsocket: 9150,
  functions: 5001,
  hub: 4400,
  logging: 4500,
  eventarc: 9299,
  tasks: 9499,
};

/** Names of the environment variables for the function's OAuth client and Google's endpoints. */
const GOOGLE = /^GOOGLE_(CLIENT_ID|CLIENT_SECRET|AUTH_URL|TOKEN_URL|REVOKE_URL|API_ROOT)$/;

/** The stand-in's only OAuth client. The client is not secret, because it only gives access to made-up data. */
const STAND_IN_CLIENT = {
  clientId: 'daymark-stand-in.apps.googleusercontent.com',
  clientSecret: 'GOCSPX-standin-not-a-secret',
};

/** The key that encrypts calendar tokens on this machine. Production's key is in Secret Manager. */
export const DEVELOPMENT_TOKEN_KEY = btoa('daymark-development-key-32-bytes');

const SECRETS = '.secret.local';

/** Limits for tests and benchmarks, in which hundreds of people sign up and a busy machine may be slow. */
const FOR_TESTS = {
  ATTEMPT_LIMITS: 'none',
  IN_FLIGHT_MAX: 'Infinity',
  REQUEST_TIME_LIMIT_MS: '50000',
  BODY_ARRIVAL_MS: '50000',
};

/**
 * Java options that save processor time, for example by switching off the optimizing compiler. The Firestore emulator
 * never lives long enough for this compiler to pay off.
 */
const JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/** Number that is added to the default ports for tests and benchmarks, so that `npm start` can run at the same time. */
const PORT_OFFSET = 10_000;

/**
 * @typedef {object} StackOptions
 * @property {number} [hostingPort] Hosting's port. With it, the emulators use their default ports if these are free.
 *   Without it, all ports are offset, so that `npm start` can run at the same time
 * @property {number} [publicPort] the preferred port of a server between the browser and Hosting (0 for any). The
 *   function has to know the public address before it starts
 * @property {boolean} [ownGoogle] whether GOOGLE_* variables in the environment replace the stand-in
 * @property {boolean} [hasLimits] true for production's limits, which the environment can override. If false, the limits
 *   FOR_TESTS apply
 * @property {{ folder: string, fresh: boolean }} [keep] the folder that keeps the data between runs, and whether to
 *   start empty. Without it, the data is lost when the stack stops
 * @property {boolean} [web] false if Vite serves the app and Hosting only has to serve /api
 * @property {boolean} [emulatorsOnly] whether to start only the Auth and Firestore emulators, for tests that start the
 *   function themselves
 * @property {import('../command/command.mjs').OnExit} [onExit] registers the function that stops the stack when the
 *   command ends, even during the start
 */

/**
 * @typedef {object} Stack
 * @property {string} url Hosting's address
 * @property {string} publicUrl the address for browsers: Hosting's address, or the address of the server in front of
 *   Hosting
 * @property {import('../googleStandIn/startGoogleStandIn.mjs').GoogleStandIn | undefined} google the
 *   stand-in for Google, or undefined if it was not started
 * @property {import('../pushStandIn/startPushStandIn.mjs').PushStandIn | undefined} push the stand-in for a push
 *   service, or undefined if the function was not started. Its action `sendReminders` sends the reminders that are due
 * @property {{ FIRESTORE_EMULATOR_HOST: string, FIREBASE_AUTH_EMULATOR_HOST: string, GCLOUD_PROJECT: string }} env
 *   the environment variables that a program needs to use these emulators
 * @property {string} log the file the emulators and the function write to
 * @property {Promise<never>} failed rejects if the emulators end although `stop` was not called
 * @property {() => Promise<void>} stop stops everything and resolves when no process is left
 */

/**
 * Checks Node. Installs the packages, Java and the Firestore emulator if they are missing and this machine allows that.
 * Returns the variables for the Firestore emulator.
 */
async function setUpStack() {
  checkNode();
  await installPackages();
  await checkJava();
  return firestoreEmulator();
}

/**
 * Runs Daymark on this machine, for `npm start`, tests, benchmarks and screenshots. Installs what is missing, builds,
 * and starts the stand-ins for Google and a push service, and the Auth, Firestore, Functions and Hosting emulators.
 * @param {StackOptions} [options]
 * @returns {Promise<Stack>}
 */
export async function startStack({
  hostingPort,
  publicPort,
  ownGoogle = false,
  hasLimits = false,
  keep,
  web = true,
  emulatorsOnly = false,
  onExit,
} = {}) {
  const firestore = await setUpStack();
  const { public: chosenPublicPort, ...ports } = await portsFor(hostingPort, publicPort);
  const url = `http://${HOST}:${ports.hosting}`;
  const publicUrl = chosenPublicPort === undefined ? url : `http://${HOST}:${chosenPublicPort}`;
  const hosts = { auth: `${HOST}:${ports.auth}`, firestore: `${HOST}:${ports.firestore}` };

  if (!emulatorsOnly) {
    console.log('Building…');
    await buildFunctions();
  }
  const build = web && !emulatorsOnly ? await buildWeb('emulator') : undefined;

  console.log('Starting the emulators…');
  const google = emulatorsOnly || (ownGoogle && givenGoogle()) ? undefined : await startGoogle();
  /** @type {ReturnType<typeof scheduleReminders> | undefined} */
  let reminders;
  const push = emulatorsOnly
    ? undefined
    : await startPushStandIn({ sendReminders: () => reminders?.sendReminders() });
  const folder = runFolder(ports, build);
  const secrets = {
    GOOGLE_CLIENT_SECRET:
      google?.env.GOOGLE_CLIENT_SECRET ?? process.env['GOOGLE_CLIENT_SECRET'] ?? '',
    GOOGLE_TOKEN_KEY: DEVELOPMENT_TOKEN_KEY,
    VAPID_PRIVATE_KEY: push?.env.VAPID_PRIVATE_KEY ?? '',
  };
  writeSecrets(join(folder, 'functions'), secrets);
  const env = {
    ...firebaseEnv(),
    JAVA_TOOL_OPTIONS: [JAVA_OPTIONS, process.env['JAVA_TOOL_OPTIONS']].filter(Boolean).join(' '),
    ...firestore,
    ...google?.env,
    ...push?.env,
    ...secrets,
    PUBLIC_URL: publicUrl,
    ...(hasLimits ? {} : FOR_TESTS),
  };
  const emulators = superviseEmulators(
    folder,
    env,
    emulatorsOnly ? 'auth,firestore' : 'auth,firestore,functions,hosting',
    keep && {
      ...keep,
      hub: `${HOST}:${ports.hub}`,
      accounts: `http://${hosts.auth}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:batchGet?maxResults=-1`,
    },
  );
  const stop = async () => {
    await reminders?.stop();
    await emulators.stop();
    await google?.stop();
    await push?.stop();
  };
  onExit?.(stop);

  const stack = {
    url,
    publicUrl,
    google,
    push,
    env: {
      FIRESTORE_EMULATOR_HOST: hosts.firestore,
      FIREBASE_AUTH_EMULATOR_HOST: hosts.auth,
      GCLOUD_PROJECT: PROJECT,
    },
    ...emulators,
    stop,
  };
  try {
    const notices = await Promise.race([emulators.ready, emulators.failed]);
    for (const notice of notices) console.log(notice);
    if (!emulatorsOnly) {
      await checkFunction(stack);
      reminders = scheduleReminders({ env: { ...env, ...stack.env }, log: stack.log });
      reminders.begin();
    }
  } catch (error) {
    await stack.stop();
    throw error;
  }
  return stack;
}

const givenGoogle = () => Object.keys(process.env).some((name) => GOOGLE.test(name));

/**
 * Starts the stand-in for Google. The stand-in's calendars are in this machine's time zone, as a person's own calendars
 * would be.
 */
const startGoogle = () =>
  startGoogleStandIn({
    ...STAND_IN_CLIENT,
    seed: { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
  });

/** @typedef {typeof DEFAULT_PORTS & { hosting: number }} EmulatorPorts */

/**
 * @param {number | undefined} hostingPort
 * @param {number | undefined} publicPort
 * @returns {Promise<EmulatorPorts & { public?: number }>}
 */
async function portsFor(hostingPort, publicPort) {
  const defaults = Object.entries({
    ...DEFAULT_PORTS,
    ...(hostingPort === undefined && { hosting: 5050 }),
    ...(publicPort !== undefined && { public: publicPort }),
  });
  /** @type {Record<string, number>} */
  const preferred = Object.fromEntries(
    defaults.map(([name, port]) => {
      if (hostingPort === undefined) return [name, port && port + PORT_OFFSET];
      // The requested Hosting port may be another emulator's default port.
      return [name, port === hostingPort ? 0 : port];
    }),
  );
  if (hostingPort !== undefined && !(await isFree(hostingPort))) {
    throw new CommandError(
      `Port ${hostingPort} is taken by another program. Stop that program, ` +
        `or choose another port with \`PORT=${hostingPort + 1} npm start\`.`,
    );
  }
  const chosen = await choosePorts(preferred);
  return /** @type {EmulatorPorts & { public?: number }} */ (
    hostingPort === undefined ? chosen : { ...chosen, hosting: hostingPort }
  );
}

/**
 * Creates a folder for firebase-tools to run in. firebase-tools writes its logs into this folder. Paths in
 * firebase.json are relative to this folder. The folder has its own firebase.json with these ports, and links to the
 * other files.
 * @param {EmulatorPorts} ports
 * @param {string | undefined} build the folder of the built app
 */
function runFolder(ports, build) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'daymark-run-'));
  mkdirSync(join(folder, 'tmp'));
  for (const name of ['node_modules', 'firestore.rules', 'firestore.indexes.json']) {
    symlinkSync(join(ROOT, name), join(folder, name));
  }
  // A folder instead of a link, because the folder gets its own secrets.
  mkdirSync(join(folder, 'functions'));
  for (const name of readdirSync(join(ROOT, 'functions'))) {
    if (name === SECRETS) continue;
    symlinkSync(join(ROOT, 'functions', name), join(folder, 'functions', name));
  }
  // A copy of the build, to which this stack's addresses are added.
  const site = join(folder, 'site');
  if (build) cpSync(build, site, { recursive: true });
  else mkdirSync(site);
  const addresses = { auth: `${HOST}:${ports.auth}`, firestore: `${HOST}:${ports.firestore}` };
  writeFileSync(join(site, 'emulators.json'), JSON.stringify(addresses));

  const config = JSON.parse(readFileSync(join(ROOT, 'firebase.json'), 'utf8'));
  config.hosting.public = 'site';
  config.emulators = emulatorSettings(ports);
  allowEmulators(config.hosting.headers, [ports.auth, ports.firestore]);
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(config, undefined, 2));
  return folder;
}

/**
 * Writes the function's secrets into `.secret.local`. The Functions emulator would ask Google's Secret Manager for a
 * secret that isn't in `.secret.local`.
 * @param {string} folder
 * @param {Record<string, string>} secrets
 */
function writeSecrets(folder, secrets) {
  const lines = Object.entries(secrets).map(([name, value]) => `${name}="${value}"\n`);
  writeFileSync(join(folder, SECRETS), lines.join(''), { mode: 0o600 });
}

/**
 * Adds the emulators to the content security policy, which otherwise allows only this site and Google's services.
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

/** @param {EmulatorPorts} ports */
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
 * Starts the emulators. When the emulators are up and have the kept data, `ready` resolves to sentences to print about
 * that data.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} baseEnv
 * @param {string} names the emulators to start, separated by commas. Without a list, firebase-tools also starts the
 *   Extensions emulator, which asks for a login
 * @param {import('./keepData.mjs').Keep} [keep]
 * @returns {Pick<Stack, 'log' | 'failed' | 'stop'> & { ready: Promise<string[]> }}
 */
function superviseEmulators(folder, baseEnv, names, keep) {
  const supervisor = fork(join(ROOT, 'tools', 'stack', 'emulatorSupervisor.mjs'), {
    detached: true, // the supervisor must survive Ctrl-C in the terminal, to clean up afterwards
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Without the command's tag, because the command ends its tagged processes when it exits.
    env: { ...process.env, DAYMARK_COMMAND: '' },
  });
  const gone = new Promise((resolve) => supervisor.once('exit', resolve));
  const log = join(folder, 'emulators.log');
  const tag = `DAYMARK_STACK=${folder}`;

  let stopping = false;
  const stop = async () => {
    stopping = true;
    if (supervisor.connected) supervisor.disconnect();
    await gone;
  };

  /** @type {(notices: string[]) => void} */
  let up = () => {};
  /** @type {Promise<string[]>} */
  const ready = new Promise((resolve) => (up = resolve));
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => {
    supervisor.on(
      'message',
      (/** @type {{ notices?: string[], ended?: true, log?: string }} */ message) => {
        if (message.notices) up(message.notices);
        if (message.ended)
          reject(new CommandError('The emulators stopped. The end of their log:', message.log));
      },
    );
    void gone.then(() => {
      if (!stopping) reject(new CommandError('The emulators were stopped from outside.'));
    });
  });
  failed.catch(() => {}); // prevents an unhandled rejection while `failed` is not awaited

  supervisor.send({
    args: [
      `--require=${join(import.meta.dirname, 'lazyAuthSchemas.cjs')}`,
      `--require=${join(import.meta.dirname, 'oneFunctionProcess.cjs')}`,
      `--require=${join(import.meta.dirname, 'importedSessions.cjs')}`,
      `--require=${join(import.meta.dirname, 'noVersionCheck.cjs')}`,
      FIREBASE,
      'emulators:start',
      `--project=${PROJECT}`,
      `--only=${names}`,
      '--non-interactive',
    ],
    folder,
    log,
    tag,
    keep,
    env: {
      ...baseEnv,
      DAYMARK_COMMAND: '',
      DAYMARK_STACK: folder,
      TMPDIR: join(folder, 'tmp'),
      FUNCTIONS_DISCOVERY_TIMEOUT: '60',
      // Makes firebase-tools read the function's definition from a file, which is faster than from a server.
      FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
      // Overrides a key from the developer's environment. The Auth emulator accepts any key.
      WEB_API_KEY: 'demo-key',
    },
  });
  return { log, ready, failed, stop };
}

/**
 * Calls the function's health check, which also warms the function up. Throws if the check fails. firebase-tools
 * reports that everything is ready even if the function could not be loaded, or if another program took Hosting's port
 * at the last moment.
 * @param {Stack} stack
 */
async function checkFunction({ url, log }) {
  const reply = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(60_000) });
  const text = await reply.text();
  if (reply.ok && text === '{"status":"ok"}') return;
  throw new CommandError(
    `The function's health check failed (${reply.status}). The end of the log:`,
    tail(readFileSync(log, 'utf8'), 40),
  );
}
