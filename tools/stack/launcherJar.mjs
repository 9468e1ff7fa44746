// @ts-check
import { pathToFileURL } from 'node:url';

const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';

/**
 * Returns a jar that contains only a manifest. firebase-tools starts the Firestore emulator with `java -jar`, but the
 * Google Cloud SDK's jar has no Main-Class. The returned jar names the main class and refers to the SDK's jar.
 * @param {string} emulatorJar
 * @returns {Promise<Uint8Array>}
 */
export async function launcherJar(emulatorJar) {
  // Imported here, because the commands load this file before the packages are installed.
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
 * Wraps a manifest line, which may have at most 72 bytes. The rest goes on lines that begin with a space.
 * @param {string} line ASCII only
 */
export function wrapped(line) {
  const rest = line.slice(72).match(/.{1,71}/g) ?? [];
  return [line.slice(0, 72), ...rest.map((part) => ` ${part}`)].join('\r\n');
}
