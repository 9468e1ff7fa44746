// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { FIREBASE, firebaseEnv } from './firebaseCli.mjs';
import { launcherJar } from './launcherJar.mjs';
import { CACHE, onPath } from '../command/paths.mjs';
import { CommandError } from '../command/commandError.mjs';
import { run, tail } from '../command/run.mjs';

const VARIABLE = 'FIRESTORE_EMULATOR_BINARY_PATH';
const TEN_MINUTES = 600_000;

/**
 * Finds the Firestore emulator, a Java program. Downloads or installs the emulator if it is missing. Returns the
 * environment variables with which firebase-tools starts the emulator, or none if firebase-tools uses its own copy.
 * Throws a CommandError if the emulator can't be downloaded or installed, or if FIRESTORE_EMULATOR_BINARY_PATH names a
 * missing file.
 * @returns {Promise<{ FIRESTORE_EMULATOR_BINARY_PATH?: string }>}
 */
export async function firestoreEmulator() {
  const found = await findEmulator();
  if (found) return found;

  console.log('Downloading the Firestore emulator (60 MB, once)…');
  const download = await run(process.execPath, [FIREBASE, 'setup:emulators:firestore'], {
    env: firebaseEnv(),
    // firebase-tools writes its debug log into the folder it runs in.
    cwd: cacheFolder(),
    timeoutMs: TEN_MINUTES,
  });
  if (download.code === 0) return {};

  await aptInstall('google-cloud-cli-firestore-emulator');
  const installed = await findEmulator();
  if (installed) return installed;
  throw new CommandError(
    'The Firestore emulator is missing and could not be downloaded. Run `npx firebase setup:emulators:firestore` ' +
      'with internet access, or install the Google Cloud SDK with its cloud-firestore-emulator component, ' +
      `or set ${VARIABLE} to the emulator's jar.`,
    tail(download.output, 5),
  );
}

/** @returns {Promise<{ FIRESTORE_EMULATOR_BINARY_PATH?: string } | undefined>} */
async function findEmulator() {
  const named = process.env[VARIABLE];
  if (named) {
    if (existsSync(named)) return { [VARIABLE]: named };
    throw new CommandError(
      `${VARIABLE} names ${named}, which does not exist. Correct it, or run \`unset ${VARIABLE}\`.`,
    );
  }
  if (firebaseHasOne()) return {};
  const jar = sdkJar();
  return jar ? { [VARIABLE]: await launcherFor(jar) } : undefined;
}

/** Whether firebase-tools has its own copy of the emulator. */
function firebaseHasOne() {
  const folder =
    process.env['FIREBASE_EMULATORS_PATH'] ?? join(homedir(), '.cache', 'firebase', 'emulators');
  return (
    existsSync(folder) &&
    readdirSync(folder).some((file) => /^cloud-firestore-emulator-v.*\.jar$/.test(file))
  );
}

/** Returns the path of the emulator's jar in the Google Cloud SDK, or undefined if it is not installed. */
function sdkJar() {
  return sdkRoots()
    .map((root) =>
      join(root, 'platform', 'cloud-firestore-emulator', 'cloud-firestore-emulator.jar'),
    )
    .find((jar) => existsSync(jar));
}

/** Returns folders in which the Google Cloud SDK may be installed, the most likely one first. */
function sdkRoots() {
  const gcloud = onPath('gcloud');
  return [
    process.env['CLOUDSDK_ROOT_DIR'],
    gcloud && dirname(dirname(realpathSync(gcloud))),
    '/usr/lib/google-cloud-sdk',
    join(homedir(), 'google-cloud-sdk'),
    '/opt/google-cloud-sdk',
    '/usr/local/google-cloud-sdk',
    '/usr/share/google-cloud-sdk',
    '/snap/google-cloud-sdk/current',
    '/opt/homebrew/share/google-cloud-sdk',
    '/usr/local/share/google-cloud-sdk',
  ].filter((root) => root !== undefined);
}

/**
 * @param {string} jar
 * @returns {Promise<string>} the path of a jar with which `java -jar` can start the emulator
 */
async function launcherFor(jar) {
  const name = createHash('sha256').update(jar).digest('hex').slice(0, 12);
  const launcher = join(cacheFolder(), `firestore-${name}.jar`);
  if (!existsSync(launcher)) writeFileSync(launcher, await launcherJar(jar));
  return launcher;
}

function cacheFolder() {
  mkdirSync(CACHE, { recursive: true });
  return CACHE;
}
