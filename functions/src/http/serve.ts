import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { api, type Api } from '@daymark/contract/api';
import { isSignIn, type Endpoint } from '@daymark/contract/endpoint';
import { sentence } from '@daymark/contract/messages';
import type { Request, RequestHandler, Response } from 'express';
import {
  NotModified,
  Redirect,
  Streamed,
  type EndOptions,
  type Handlers,
  type SessionOptions,
} from '../handler';
import type { Caller } from '../owner';
import type { Page } from '../page';
import type { Ports } from '../ports';
import { formatRevision, matchesEtag, revisionOf } from '../revision';
import { refuseOtherApps } from './appCheckHeader';
import { inChunks, isClosed, sendChunks } from './chunks';
import { clientAddress } from './clientAddress';
import { compressed, compressorFor } from './compress';
import { refuseOtherVersions } from './contractVersion';
import { asFailure, Failure } from './failure';
import { withinDeadline } from './limits';
import { refuseForeignOrigin } from './origin';
import { withMutation } from './requestMutation';
import { readBody } from './readBody';
import { countRequest, lookUpFor } from './requestRate';
import { whileThereIsRoom } from './requestsInFlight';
import { browserOf, endSession, ownerIfAny, ownerOf, startSession } from './session';
import { apiTokenIn, tokenOwner } from './tokenOwner';

type Schema = NonNullable<Endpoint['body']>;

/** Always answered: it takes no more than a refusal does, and an instance that has much to do is not broken. */
const HEALTH: keyof Api = 'getHealth';

/** A reply, without the headers that every reply has. */
interface Outcome {
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  /** A Buffer and a stream are sent as they are, a string as plain text, anything else as JSON, undefined as nothing. */
  body?: unknown;
}

/** Serves one call of the contract: checks the origin and the session, parses, runs the handler, and parses its reply. */
export function serve(name: keyof Api, handlers: Handlers, ports: Ports): RequestHandler {
  const row: Endpoint = api[name];
  // The only place that gives up the types of the calls: `Handlers` has checked each handler against its call.
  const handler = handlers[name] as (call: unknown, ports: Ports) => Promise<unknown>;

  return answer(
    name,
    ports,
    async (request) => {
      refuseOtherVersions(request);
      // A call without a session gives another website nothing to misuse.
      if (row.session !== 'none') refuseForeignOrigin(request);
      if (isSignIn(row)) await refuseOtherApps(name, request, ports);
      // First, whatever is wrong with it: a session or a token may end while its body is held back.
      const [arrived] = await Promise.allSettled([readBody(request)]);
      const owner = await ownerFor(row, request, ports);
      if (arrived.status === 'rejected') throw arrived.reason;
      const params = row.params && parse(row.params, request.params);
      if (row.countedBy) countRequest(String(Reflect.get(params as object, row.countedBy)), ports);
      const query = row.query && parse(row.query, request.query);
      const requestHeaders = row.headers && parse(row.headers, request.headers);
      const body = parseBody(row, arrived.value);

      const headers: Record<string, string[]> = {};
      const setCookies = (cookies: string[]) => {
        if (cookies.length > 0) headers['Set-Cookie'] = cookies;
      };
      const call = {
        ...(params as object | undefined),
        query,
        headers: requestHeaders,
        body,
        owner,
        browser: browserOf(request),
        bearer: bearerOf(request),
        address: clientAddress(request),
        lookUp: lookUpFor(clientAddress(request), ports),
        startSession: async (idToken: string, options?: SessionOptions) => {
          const started = await startSession(idToken, request, ports, options);
          setCookies(started.setCookies);
          return started.session;
        },
        endSession: async (options?: EndOptions) =>
          setCookies(await endSession(request, ports, options)),
      };
      return withinDeadline(() =>
        withEtag(row, request, owner, ports, async () => {
          const mutation = await withMutation(request, () => handler(call, ports));
          const { reply, lostFields, conflicts, raised } = mutation;
          if (lostFields.length > 0) headers['Daymark-Lost'] = [lostFields.join()];
          if (Object.keys(conflicts).length > 0)
            headers['Daymark-Conflict'] = [conflictHeader(conflicts)];
          if (raised !== undefined) headers['Daymark-Raised'] = [raised];
          if (row.leavesNoSession) setCookies(await endSession(request, ports));
          if (reply instanceof Streamed) return streamedOutcome(row, reply);
          if (reply instanceof NotModified) return { status: 304, headers: reply.headers };
          if (reply instanceof Redirect) return redirectTo(reply.path);
          if (!row.paged) return succeed(row, reply, headers);
          const { records, next } = reply as Page<unknown>;
          return succeed(row, records, { ...headers, ...nextPageLink(row, query as object, next) });
        }),
      );
    },
    row,
  );
}

/** The conflicts as a header: `title=2026-11-20T09:00:00.000Z,content=…`. */
const conflictHeader = (conflicts: Readonly<Record<string, string>>) =>
  Object.entries(conflicts)
    .map(([field, editedAt]) => `${field}=${editedAt}`)
    .join();

/** A request with an API token ignores the session cookie. The token alone decides what it may do. */
async function ownerFor(
  row: Endpoint,
  request: Request,
  ports: Ports,
): Promise<Caller | undefined> {
  const { session } = row;
  const token = apiTokenIn(request);
  if (token !== undefined) {
    const lookUp = lookUpFor(clientAddress(request), ports);
    return withinDeadline(() => tokenOwner(token, row, lookUp, ports));
  }
  if (session === 'required') return withinDeadline(() => ownerOf(request, ports));
  if (session === 'optional') return withinDeadline(() => ownerIfAny(request, ports));
  return undefined;
}

const redirectTo = (path: string): Outcome => ({ status: 302, headers: { Location: path } });

/** The outcome of `work` with the collection's revision as its ETag; 304, without running `work`, when the client has that revision. */
async function withEtag(
  { revisionOf: collection }: Endpoint,
  request: Request,
  owner: Caller | undefined,
  { stores }: Ports,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!collection || !owner) return work();
  // Read first: a client that gets content newer than its tag reads it again; one with older content never would.
  const revision = revisionOf(await stores.revisions.get(owner), collection);
  const tag = { ETag: `"${formatRevision(revision)}"` };
  if (matchesEtag(revision, request.headers['if-none-match'])) return { status: 304, headers: tag };
  const outcome = await work();
  return { ...outcome, headers: { ...outcome.headers, ...tag } };
}

function succeed(row: Endpoint, reply: unknown, headers: Outcome['headers']): Outcome {
  return { status: row.status, headers, body: row.reply && parseReply(row.reply, reply) };
}

/** The `Link` header that leads to the next page of the same list. */
function nextPageLink(
  { path }: Endpoint,
  query: object,
  next: string | undefined,
): Outcome['headers'] {
  if (next === undefined) return {};
  const more = new URLSearchParams({ ...query, after: next });
  return { Link: `<${path}?${more.toString()}>; rel="next"` };
}

/** The outcome of a reply whose first chunk is made: a failure until then has its own status and sentence. */
async function streamedOutcome(
  { status, file }: Endpoint,
  { parts, fileName, headers }: Streamed,
): Promise<Outcome> {
  const body = await inChunks(parts);
  if (fileName === undefined)
    return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
  const ofFile = {
    'Content-Type': file?.startsWith('text/') ? `${file}; charset=utf-8` : String(file),
    'Content-Disposition': `attachment; filename="${fileName}"`,
  };
  return { status, headers: { ...ofFile, ...headers }, body };
}

/** Runs `work` and sends its outcome or failure. This is the only place that answers and logs. */
export function answer(
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
          : await whileThereIsRoom(response, () => work(request));
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
      // The status is sent already: only an abnormal end shows the client that something is missing.
      response.destroy();
      if (!isClosed(error)) ports.log({ requestId, endpoint, ...unexpectedErrorLine(error) });
    }
    const { status } = outcome;
    ports.log({
      severity: isCut ? 'WARNING' : status < 500 ? 'INFO' : 'ERROR',
      message: `${endpoint} ${status}${isCut ? ', cut off' : ''}`,
      // Of a request that succeeds one short line is enough: the log is billed by its length.
      ...((isCut || status >= 400) && { requestId, endpoint, status }),
      ms: Math.round(performance.now() - started),
    });
  };
}

/** A failure as a reply: its sentence, unless the call has a page or a body for failures. */
function failureOutcome({ status, sentence, headers, body }: Failure, row?: Endpoint): Outcome {
  if (row?.failsTo) return redirectTo(row.failsTo);
  return {
    status,
    headers,
    body: body && row?.errorBody ? parseReply(row.errorBody, body) : sentence,
  };
}

/** @throws Error when a reply that was begun could not be sent to its end. */
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
    // The rest of it is not made for nobody.
    body.destroy();
    response.end();
  } else {
    const bytes = bytesOf(response, body);
    response.send(isText(response) ? await compressed(response, bytes) : bytes);
  }
}

/** The bytes of a body. Those that are made here have their type set. */
function bytesOf(response: Response, body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  response.type(typeof body === 'string' ? 'text/plain' : 'application/json');
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A zip file is compressed already. */
const isText = (response: Response) =>
  /^(?:text\/|application\/json)/.test(String(response.get('Content-Type')));

function parse(schema: Schema, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new Failure(400, sentence(parsed.error));
  return parsed.data;
}

/** Removes everything that is not in the contract, so that it never leaves the server. */
function parseReply(schema: Schema, reply: unknown): unknown {
  const parsed = schema.safeParse(reply);
  if (parsed.success) return parsed.data;
  // Only the path and the kind of the problem are logged: the value is private.
  const [issue] = parsed.error.issues;
  const code = `${issue?.path.join('.')}: ${issue?.code}`;
  throw Object.assign(new Error('A reply breaks the contract.'), { code });
}

/** A call without a body accepts an empty object, because some clients always send one. */
function parseBody({ body: schema }: Endpoint, json: unknown): unknown {
  if (schema) {
    if (json === undefined) throw new Failure(400, 'This call needs a JSON object as its body.');
    return parse(schema, json);
  }
  if (
    json === undefined ||
    (typeof json === 'object' && json && Object.keys(json).length === 0 && !Array.isArray(json))
  )
    return undefined;
  throw new Failure(400, 'This call takes no body.');
}

function bearerOf(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function requestIdOf({ headers }: Request): string {
  const given = [headers['function-execution-id'] ?? headers['x-cloud-trace-context']].flat()[0];
  return given && /^[\w/;=-]{1,80}$/.test(given) ? given : randomUUID();
}

/** The log line of an unexpected error. Name, code and stack only: other properties of Google's errors hold tokens. */
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
