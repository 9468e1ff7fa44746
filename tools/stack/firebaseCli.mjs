// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, ROOT } from '../command/paths.mjs';

/** firebase-tools' entry file, to be run with this Node and without a shell. */
export const FIREBASE = join(ROOT, 'node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');

/** Environment variables that would change how the emulators or the function run, or which services they use. */
const FOREIGN = [
  'DEBUG',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIREBASE_CONFIG',
  'FIREBASE_EMULATOR_HUB',
  'FIREBASE_TOKEN',
  'FIRESTORE_EMULATOR_HOST',
  'GCLOUD_PROJECT',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_PROJECT',
  'NODE_ENV',
  'NODE_OPTIONS',
];

/**
 * Returns the environment for firebase-tools: the current one without the FOREIGN variables, and with a separate
 * settings folder instead of the developer's. The settings switch off the message of the day and usage statistics.
 * @returns {NodeJS.ProcessEnv}
 */
export function firebaseEnv() {
  const settings = join(CACHE, 'config');
  mkdirSync(join(settings, 'configstore'), { recursive: true });
  writeFileSync(
    join(settings, 'configstore', 'firebase-tools.json'),
    JSON.stringify({ motd: { fetched: Date.now() + 365 * 24 * 3600 * 1000 }, usage: false }),
  );
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name));
  return {
    ...Object.fromEntries(own),
    XDG_CONFIG_HOME: settings,
    NO_UPDATE_NOTIFIER: '1',
    // Otherwise firebase-tools and the SDKs would send loopback traffic through a configured proxy.
    NO_PROXY: [process.env['NO_PROXY'], '127.0.0.1', 'localhost'].filter(Boolean).join(','),
  };
}
