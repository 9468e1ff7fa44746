import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Api } from '@daymark/contract/calls/api';
import type { Endpoint } from '@daymark/contract/calls/endpoint';
import type { Request, RequestHandler, Response } from 'express';
import type { Ports } from '../ports';
import { isClosed, sendChunks } from './body/chunks';
import { compressed, compressorFor } from './body/compress';
import { asFailure, Failure } from './failure';
import { withinCapacity } from './limits/requestsInFlight';
import { parseReply } from './schemas';

/** Always served, even under load: a busy instance is still healthy, and refusing would cost as much. */
const HEALTH: keyof Api = 'getHealth';

/** A reply, without the headers that every reply has. */
export interface Outcome {
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  /** Buffers and streams are sent as they are, a string as plain text, undefined as nothing, other values as JSON. */
  body?: unknown;
}

/** Returns the outcome that sends the browser to another page. */
export const redirectTo = (path: string): Outcome => ({ status: 302, headers: { Location: path } });

/** Runs `work` and sends its outcome or failure. Every response of the app is sent and logged here. */
export function respond(
  endpoint: string,
  ports: Ports,
  work: (request: Request) => Promise<Outcome>,
  row?: Endpoint,
): RequestHandler {
  return async (request, response) => {
    const started = performance.now();
    const requestId = requestIdOf(request);
    let outcome: Outcome;
    try {
      outcome =
        endpoint === HEALTH
          ? await work(request)
          : await withinCapacity(response, () => work(request));
    } catch (error) {
      outcome = failureOutcome(asFailure(error), row);
      if (!(error instanceof Failure))
        ports.log({ requestId, endpoint, ...unexpectedErrorLine(error) });
    }
    let isCut = false;
    try {
      await send(response, outcome, request.method === 'HEAD');
    } catch (error) {
      isCut = true;
      // The status is already sent, so only an abnormal end shows the client that something is missing.
      response.destroy();
      if (!isClosed(error)) ports.log({ requestId, endpoint, ...unexpectedErrorLine(error) });
    }
    const { status } = outcome;
    ports.log({
      severity: isCut ? 'WARNING' : status < 500 ? 'INFO' : 'ERROR',
      message: `${endpoint} ${status}${isCut ? ', cut off' : ''}`,
      // One short line is enough for a request that succeeds, because the log is billed by its length.
      ...((isCut || status >= 400) && { requestId, endpoint, status }),
      ms: Math.round(performance.now() - started),
    });
  };
}

/** Returns the outcome of a failure: its sentence, unless the call has a page or a body for failures. */
function failureOutcome({ status, sentence, headers, body }: Failure, row?: Endpoint): Outcome {
  if (row?.failsTo) return redirectTo(row.failsTo);
  return {
    status,
    headers,
    body: body && row?.errorBody ? parseReply(row.errorBody, body) : sentence,
  };
}

/**
 * Sends an outcome.
 * @throws Error if a reply that was begun could not be sent to its end.
 */
async function send(
  response: Response,
  { status, headers, body }: Outcome,
  isHead: boolean,
): Promise<void> {
  response.status(status).set({
    // Hosting's CDN would cache a 404 for ten minutes, and errors are as private as replies.
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    // A reply that is opened as a page can do nothing, and no other site may load it.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...headers,
  });
  if (body === undefined) {
    response.end();
  } else if (body instanceof Readable) {
    const compressor = isText(response) ? compressorFor(response) : undefined;
    if (!isHead) return sendChunks(response, body, compressor);
    // Don't generate the rest: nobody will read it.
    body.destroy();
    response.end();
  } else {
    const bytes = bytesOf(response, body);
    response.send(isText(response) ? await compressed(response, bytes) : bytes);
  }
}

/** Returns the bytes of a body. Sets the content type of a text and of JSON. */
function bytesOf(response: Response, body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  response.type(typeof body === 'string' ? 'text/plain' : 'application/json');
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Returns whether a reply is text, which is worth compressing. A zip file is already compressed. */
const isText = (response: Response) =>
  /^(?:text\/|application\/json)/.test(String(response.get('Content-Type')));

function requestIdOf({ headers }: Request): string {
  const given = [headers['function-execution-id'] ?? headers['x-cloud-trace-context']].flat()[0];
  return given && /^[\w/;=-]{1,80}$/.test(given) ? given : randomUUID();
}

/**
 * Returns the log line of an unexpected error, with its name, code and stack only. Other properties of Google's errors
 * hold tokens.
 */
function unexpectedErrorLine(error: unknown) {
  const { name, message, stack } = error instanceof Error ? error : new Error('Not an error');
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  // The stack begins with the message, which may quote private data.
  return {
    severity: 'ERROR' as const,
    message: `Unexpected ${name}`,
    code,
    stack: stack?.replace(message, ''),
  };
}
