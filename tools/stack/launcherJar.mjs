// @ts-check
import { pathToFileURL } from 'node:url';

const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';

/**
 * A jar with nothing but a manifest. firebase-tools starts the Firestore emulator by `java -jar`,
 * but the Google Cloud SDK's jar has no Main-Class; this one names it.
 * @param {string} emulatorJar
 * @returns {Promise<Uint8Array>}
 */
export async function launcherJar(emulatorJar) {
  // Not imported above: the commands load this file before the packages are installed.
  const { strToU8, zipSync } = await import('fflate');
  const manifest = [
    'Manifest-Version: 1.0',
    `Main-Class: ${MAIN_CLASS}`,
    `Class-Path: ${pathToFileURL(emulatorJar).href}`,
    '',
  ];
  return zipSync({ 'META-INF/MANIFEST.MF': strToU8(manifest.map(wrapped).join('\r\n')) });
}

/**
 * A manifest line has at most 72 bytes; the rest goes on lines that begin with a space.
 * @param {string} line ASCII only
 */
export function wrapped(line) {
  const rest = line.slice(72).match(/.{1,71}/g) ?? [];
  return [line.slice(0, 72), ...rest.map((part) => ` ${part}`)].join('\r\n');
}
