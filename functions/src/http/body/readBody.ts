import type { IncomingMessage } from 'node:http';
import { BODY_ARRIVAL_MS } from '../../timeLimits';
import { Failure } from '../failure';
import { originalRequest } from './keepRequestsUnparsed';
import { refuseUnsafeJson } from './refuseUnsafeJson';

/**
 * Largest request body, in bytes. This is enough for the longest note: 100,000 characters, each up to six bytes in
 * JSON.
 */
const BODY_MAX = 640 * 1024;

/**
 * Returns the request's JSON, or undefined if it has no body.
 * @throws Failure 400 if the body is malformed, 408 if too slow, 413 if too large, 415 if not plain UTF-8 JSON.
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const { type, encoding, length, chunked } = originalRequest(request);
  if (!chunked && Number(length ?? 0) === 0) return undefined;
  if (encoding && encoding.toLowerCase() !== 'identity')
    throw new Failure(415, 'The request must not be compressed.');
  const bytes = await collect(request);
  // Only the end of a chunked body shows that it is empty. Google's push messages are empty and have another content
  // type.
  if (bytes.length === 0) return undefined;
  if (!JSON_TYPE.test(type ?? ''))
    throw new Failure(415, 'The request must be JSON in UTF-8 (Content-Type: application/json).');
  const json = parse(bytes);
  refuseUnsafeJson(json);
  return json;
}

const JSON_TYPE = /^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

const tooLarge = () =>
  new Failure(413, `The request is too large. At most ${BODY_MAX / 1024} KB are allowed.`);

function collect(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(
      () => settle(() => reject(new Failure(408, 'The request took too long to arrive.'))),
      BODY_ARRIVAL_MS,
    );
    const settle = (resolveOrReject: () => void) => {
      clearTimeout(timer);
      request.off('data', take).off('end', done).off('error', cut).off('aborted', cut);
      // Keep reading the rest of the body. Otherwise the connection could close before the reply is sent.
      request.on('error', () => {}).resume();
      resolveOrReject();
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_MAX) chunks.push(chunk);
    };
    // A body that is too large is refused at its end. A client that is still sending doesn't read the reply.
    const done = () =>
      settle(() => (size > BODY_MAX ? reject(tooLarge()) : resolve(Buffer.concat(chunks))));
    const cut = () => settle(() => reject(new Failure(400, 'The request was cut off.')));
    request.on('data', take).on('end', done).on('error', cut).on('aborted', cut);
    if (request.readableEnded) done();
  });
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Failure(400, 'The request is not valid JSON.');
  }
}
