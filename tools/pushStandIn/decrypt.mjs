// @ts-check
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Length of an uncompressed point on the curve, in bytes. */
const POINT_BYTES = 65;
/** Length of the salt, the record size and the length of the key's id, with which a message begins (RFC 8188). */
const PREFIX_BYTES = 21;
const TAG_BYTES = 16;
/** The byte between the text of a last record and its padding. */
const DELIMITER = 2;

/** Creates the keys with which a browser subscribes (RFC 8291). */
export function createBrowserKeys() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}

/**
 * Returns the text of a push message, decrypted as a browser does (RFC 8291).
 * @param {Buffer} message
 * @param {ReturnType<typeof createBrowserKeys>} keys
 * @throws Error if the message was encrypted for other keys, or was changed
 */
export function decrypt(message, { ecdh, auth }) {
  const salt = message.subarray(0, 16);
  const idLength = message[PREFIX_BYTES - 1];
  if (idLength !== POINT_BYTES) throw new Error('The message does not begin with a public key.');
  const sender = message.subarray(PREFIX_BYTES, PREFIX_BYTES + POINT_BYTES);
  const record = message.subarray(PREFIX_BYTES + POINT_BYTES);
  if (record.length > message.readUInt32BE(16)) throw new Error('The message has two records.');

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32);
  const derived = (/** @type {string} */ name, /** @type {number} */ length) =>
    Buffer.from(
      hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length),
    );

  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== DELIMITER) throw new Error('The message has no delimiter.');
  return padded.subarray(0, end).toString();
}
