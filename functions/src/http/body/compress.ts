import { promisify } from 'node:util';
import { constants, createGzip, gzip, type Gzip } from 'node:zlib';
import type { Response } from 'express';

/** Smallest body that is compressed, in bytes. A smaller one would not arrive sooner. */
const SMALL_BYTES = 1024;

const gzipped = promisify(gzip);

/**
 * Returns bytes as the client receives them: compressed if the client accepts that and there are enough of them. Sets
 * the headers for it.
 */
export const compressed = async (response: Response, bytes: Buffer): Promise<Buffer> =>
  bytes.length >= SMALL_BYTES && acceptsGzip(response) ? gzipped(bytes) : bytes;

/**
 * Returns a stream that compresses each chunk of a text at once, or undefined if the client does not accept gzip. Sets
 * the same headers.
 */
export const compressorFor = (response: Response): Gzip | undefined =>
  acceptsGzip(response) ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : undefined;

function acceptsGzip(response: Response): boolean {
  response.vary('Accept-Encoding');
  const accepts = response.req.acceptsEncodings('gzip') !== false;
  if (accepts) response.set('Content-Encoding', 'gzip');
  return accepts;
}
