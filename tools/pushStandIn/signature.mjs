// @ts-check
import { createPublicKey, verify } from 'node:crypto';

/** A signature is valid for at most this long, in ms (RFC 8292). */
const VALID_MAX_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the public key of the server that signed a message (RFC 8292).
 * @param {string} header the header `Authorization`
 * @param {string} origin the push service that the message was signed for
 * @param {number} nowMs
 * @throws Error if the signature is not valid
 */
export function signerOf(header, origin, nowMs) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (read(head).alg !== 'ES256') throw new Error('The signature is not ES256.');
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKeyOf(key), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('The signature is not by this key.');

  const { aud, exp, sub } = read(claims);
  if (aud !== origin) throw new Error('The signature is for another push service.');
  if (!(exp * 1000 > nowMs)) throw new Error('The signature has expired.');
  if (exp * 1000 > nowMs + VALID_MAX_MS) throw new Error('The signature is valid for too long.');
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('The signature names no contact.');
  return key;
}

/** @param {string} part */
function read(part) {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    throw new Error('There is no signature.');
  }
}

/** @param {string} key an uncompressed point in base64url */
function publicKeyOf(key) {
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}
