// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, ROOT } from '../command/paths.mjs';

/** firebase-tools' own entry: called with our Node, not through a shell. */
export const FIREBASE = join(ROOT, 'node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');

/** Variables that would point the emulators, or the function in them, at something of the person's. */
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
 * The environment firebase-tools runs in: the person's, without what points elsewhere, and with
 * settings of our own instead of those of a logged-in person. They say that today's message of
 * the day is read and that usage is not collected, so that nothing is asked and nothing sent.
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
