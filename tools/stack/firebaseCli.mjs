// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, ROOT } from '../command/paths.mjs';

/** firebase-tools' entry file: run with this Node, not through a shell. */
export const FIREBASE = join(ROOT, 'node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');

/** Variables of the person's that would point the emulators or the function at other services. */
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
 * The environment for firebase-tools: the person's, without the variables above, and with separate
 * settings instead of a logged-in person's. They switch off the message of the day and usage
 * statistics, so that it neither asks nor sends anything.
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
    // Otherwise firebase-tools and the SDKs would send loopback traffic to a proxy that is set.
    NO_PROXY: [process.env['NO_PROXY'], '127.0.0.1', 'localhost'].filter(Boolean).join(','),
  };
}
