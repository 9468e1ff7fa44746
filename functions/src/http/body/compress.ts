import { promisify } from 'node:util';
import { constants, createGzip, gzip, type Gzip } from 'node:zlib';
import type { Response } from 'express';

/** Less than that arrives no sooner when it is compressed. */
const SMALL_BYTES = 1024;

const gzipped = promisify(gzip);

/** Bytes as a client receives them: compressed if it accepts that and there are enough of them. Sets the headers that say so. */
export const compressed = async (response: Response, bytes: Buffer): Promise<Buffer> =>
  bytes.length >= SMALL_BYTES && acceptsGzip(response) ? gzipped(bytes) : bytes;

/**
 * What compresses a text that is sent in chunks, each of them at once; undefined if the client does not accept it. Sets
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
