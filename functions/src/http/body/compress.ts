import { promisify } from 'node:util';
import { constants, createGzip, gzip, type Gzip } from 'node:zlib';
import type { Response } from 'express';

/** Smallest body that is compressed, in bytes. A smaller body would not arrive sooner. */
const SMALL_BYTES = 1024;

const gzipped = promisify(gzip);

/**
 * Returns the bytes to send: compressed if the client accepts gzip and there are at least `SMALL_BYTES`. Sets the
 * headers to match.
 */
export const compressed = async (response: Response, bytes: Buffer): Promise<Buffer> =>
  bytes.length >= SMALL_BYTES && acceptsGzip(response) ? gzipped(bytes) : bytes;

/**
 * Returns a stream that compresses each chunk of a text without waiting for the next chunk, or undefined if the client
 * does not accept gzip. Sets the headers to match.
 */
export const compressorFor = (response: Response): Gzip | undefined =>
  acceptsGzip(response) ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : undefined;

function acceptsGzip(response: Response): boolean {
  response.vary('Accept-Encoding');
  const accepts = response.req.acceptsEncodings('gzip') !== false;
  if (accepts) response.set('Content-Encoding', 'gzip');
  return accepts;
}
