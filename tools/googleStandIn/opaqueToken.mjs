// @ts-check

/**
 * The contents of page and sync tokens, which are opaque to clients.
 * @typedef {object} Remembered
 * @property {string} calendar
 * @property {number} generation
 * @property {number} version
 * @property {number} [offset]
 * @property {number | null} [from] null means no bound
 * @property {number | null} [to]
 */

/**
 * @param {'page' | 'sync'} kind
 * @param {Remembered} what
 */
export const writeToken = (kind, what) =>
  Buffer.from(JSON.stringify({ kind, ...what })).toString('base64url');

/**
 * @param {'page' | 'sync'} kind
 * @param {string | null} token
 * @returns {Remembered | undefined} undefined if it is not a token of this kind
 */
export function readToken(kind, token) {
  try {
    const read = JSON.parse(Buffer.from(token ?? '', 'base64url').toString());
    return read.kind === kind ? read : undefined;
  } catch {
    return undefined;
  }
}
