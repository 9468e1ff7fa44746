import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** How many bytes of a reply are collected before they are sent. */
const CHUNK_BYTES = 64 * 1024;

type Parts = AsyncIterable<string | Uint8Array>;

/**
 * Returns a reply as a stream of chunks that are made while it is sent, or as one Buffer if it fits into one chunk. The
 * first chunk is made here, because an error can be sent only if nothing of the reply has been sent.
 */
export async function inChunks(parts: Parts): Promise<Buffer | Readable> {
  const chunks = chunksOf(parts);
  const first = await chunks.next();
  if (first.done) return first.value;
  return Readable.from(startingWith(first.value, chunks));
}

/** Yields every chunk but the last, which it returns. */
async function* chunksOf(parts: Parts): AsyncGenerator<Buffer, Buffer> {
  let collected: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    const piece = typeof part === 'string' ? Buffer.from(part) : part;
    collected.push(piece);
    bytes += piece.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(collected);
    collected = [];
    bytes = 0;
  }
  return Buffer.concat(collected);
}

async function* startingWith(first: Buffer, others: AsyncGenerator<Buffer, Buffer>) {
  yield first;
  const last = yield* others;
  yield last;
}

/**
 * Sends chunks as fast as the client takes them, even beyond the request's time limit. The chunks go through
 * `compressor` first, if there is one.
 * @throws Error if not all chunks were sent. The connection is then cut, so that the client doesn't take a part for the
 * whole.
 */
export async function sendChunks(
  response: Response,
  chunks: Readable,
  compressor?: Transform,
): Promise<void> {
  await pipeline(compressor ? [chunks, compressor, response] : [chunks, response]);
}

/** Returns whether an error of `sendChunks` only means that the connection was closed. */
export const isClosed = (error: unknown) =>
  error instanceof Error &&
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(
    String(Reflect.get(error, 'code')),
  );
