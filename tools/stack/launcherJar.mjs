// @ts-check
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';

const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';

/**
 * The Google Cloud SDK's Firestore emulator has no Main-Class, so `java -jar` (which is how
 * firebase-tools starts it) can't. This jar holds nothing but a manifest that names both.
 * @param {string} emulatorJar
 * @returns {Buffer}
 */
export function launcherJar(emulatorJar) {
  const manifest = [
    'Manifest-Version: 1.0',
    `Main-Class: ${MAIN_CLASS}`,
    `Class-Path: ${pathToFileURL(emulatorJar).href}`,
    '',
  ];
  return storedZip('META-INF/MANIFEST.MF', manifest.map(wrapped).join('\r\n'));
}

/**
 * A manifest line has at most 72 bytes; the rest goes on lines that begin with a space.
 * @param {string} line ASCII only
 */
export function wrapped(line) {
  const rest = line.slice(72).match(/.{1,71}/g) ?? [];
  return [line.slice(0, 72), ...rest.map((part) => ` ${part}`)].join('\r\n');
}

/**
 * A zip of one uncompressed file: its local header, its bytes, the central directory, its end.
 * @param {string} name
 * @param {string} text
 * @returns {Buffer}
 */
function storedZip(name, text) {
  const nameBytes = Buffer.from(name);
  const bytes = Buffer.from(text);

  // Version 1.0, no flags, stored, midnight of 1 January 1980, checksum, sizes, name length.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(10, 0);
  common.writeUInt16LE(0x21, 8);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(bytes.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(nameBytes.length, 22);

  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, bytes]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    Buffer.from([10, 0]), // made by version 1.0
    common,
    Buffer.alloc(14), // no comment, first disk, no attributes, local header at 0
    nameBytes,
  ]);

  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8); // entries on this disk
  end.writeUInt16LE(1, 10); // entries in all
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
