import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_TOKEN_PREFIX } from '@daymark/contract/apiToken';

/*
 * An API token is `daymark_<uid>_<id>_<secret><checksum>`. The uid and the id name the document to read, so a request
 * needs only one read. Only the secret proves anything.
 */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Length of the secret, in characters: 178 random bits. */
const SECRET_LENGTH = 30;
/** Length of the checksum, in characters: enough for 32 bits. */
const CHECKSUM_LENGTH = 6;

const SHAPE = new RegExp(
  `^${API_TOKEN_PREFIX}([A-Za-z0-9]{1,128})_([1-9][0-9]{0,15})_[A-Za-z0-9]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

/** The document that a token names, and the hash that this document must have. */
export interface NamedApiToken {
  uid: string;
  id: number;
  /** The SHA-256 of the whole token, in hex. The secret is random, so a slow hash would protect it no better. */
  hash: string;
}

/** Returns a new token. Only its hash is stored. */
export function newApiToken(uid: string, id: number): NamedApiToken & { token: string } {
  const secret = Array.from({ length: SECRET_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]);
  const text = `${API_TOKEN_PREFIX}${uid}_${id}_${secret.join('')}`;
  const token = text + checksumOf(text);
  return { token, uid, id, hash: hashOf(token) };
}

/**
 * Returns the document that a token names, or undefined if the text is not a token. The checksum makes it unnecessary
 * to read a document for such a text.
 */
export function readApiToken(token: string): NamedApiToken | undefined {
  const [, uid, id] = SHAPE.exec(token) ?? [];
  if (uid === undefined || id === undefined) return undefined;
  if (checksumOf(token.slice(0, -CHECKSUM_LENGTH)) !== token.slice(-CHECKSUM_LENGTH))
    return undefined;
  return { uid, id: Number(id), hash: hashOf(token) };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

function checksumOf(text: string): string {
  let rest = crc32(text);
  const digits = Array.from({ length: CHECKSUM_LENGTH }, () => {
    const digit = DIGITS[rest % DIGITS.length];
    rest = Math.floor(rest / DIGITS.length);
    return digit;
  });
  return digits.reverse().join('');
}
