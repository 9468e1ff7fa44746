import { api, type Api } from '@daymark/contract/calls/api';
import { isSignIn, type Endpoint } from '@daymark/contract/calls/endpoint';
import type { Request, RequestHandler } from 'express';
import { withinTimeLimit } from '../timeLimits';
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
import type { Written } from '../written';
import { respond, redirectTo, type Outcome } from './respond';
import { inChunks } from './body/chunks';
import { readBody } from './body/readBody';
import { refuseOtherVersions } from './contractVersion';
import { clientAddress } from './limits/clientAddress';
import { countRequest, lookUpFor } from './limits/requestRate';
import { mutationKeyOf, outcomeHeaders } from './mutationHeaders';
import { parse, parseBody, parseReply } from './schemas';
import { refuseOtherApps } from './session/appCheckHeader';
import { refuseForeignOrigin } from './session/origin';
import { browserOf, endSession, ownerIfAny, ownerOf, startSession } from './session/session';
import { apiTokenIn, tokenOwner } from './session/tokenOwner';

/**
 * Serves one call of the contract: checks the origin and the session, parses the request, runs the handler, and parses
 * the reply.
 */
export function serve(name: keyof Api, handlers: Handlers, ports: Ports): RequestHandler {
  const row: Endpoint = api[name];
  // This cast gives up the type of the call. The type `Handlers` has already checked each handler against its call.
  const handler = handlers[name] as (call: unknown, ports: Ports) => Promise<unknown>;

  return respond(
    name,
    ports,
    async (request) => {
      refuseOtherVersions(request);
      // A call without a session gives another website nothing to misuse.
      if (row.session !== 'none') refuseForeignOrigin(request);
      if (isSignIn(row)) await refuseOtherApps(name, request, ports);
      // Read the body before checking the session, even if the body is invalid. Otherwise a session or a token could
      // end while the client holds its body back.
      const [arrived] = await Promise.allSettled([readBody(request)]);
      const owner = await ownerFor(row, request, ports);
      if (arrived.status === 'rejected') throw arrived.reason;
      const params = row.params && parse(row.params, request.params);
      if (row.countedBy) countRequest(String(Reflect.get(params as object, row.countedBy)), ports);
      const query = row.query && parse(row.query, request.query);
      const requestHeaders = row.headers && parse(row.headers, request.headers);
      const body = parseBody(row, arrived.value);

      const headers: Record<string, string | string[]> = {};
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
        mutation: mutationKeyOf(request),
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
      return withinTimeLimit(() =>
        withEtag(row, request, owner, ports, async () => {
          const reply = await handler(call, ports);
          if (row.leavesNoSession) setCookies(await endSession(request, ports));
          if (reply instanceof Streamed) return streamedOutcome(row, reply);
          if (reply instanceof NotModified) return { status: 304, headers: reply.headers };
          if (reply instanceof Redirect) return redirectTo(reply.path);
          if (row.paged) {
            const { records, next } = reply as Page<unknown>;
            const link = nextPageLink(row, query as object, next);
            return succeed(row, records, { ...headers, ...link });
          }
          if (!row.mutates) return succeed(row, reply, headers);
          const { record, ...outcome } = reply as Written<unknown>;
          return succeed(row, record, { ...headers, ...outcomeHeaders(outcome) });
        }),
      );
    },
    row,
  );
}

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
    return withinTimeLimit(() => tokenOwner(token, row, lookUp, ports));
  }
  if (session === 'required') return withinTimeLimit(() => ownerOf(request, ports));
  if (session === 'optional') return withinTimeLimit(() => ownerIfAny(request, ports));
  return undefined;
}

/**
 * Returns the outcome of `work` with the collection's revision as its ETag. If the client has that revision, returns
 * 304 without running `work`. A call without `revisionOf` gets no ETag.
 */
async function withEtag(
  { revisionOf: collection }: Endpoint,
  request: Request,
  owner: Caller | undefined,
  { stores }: Ports,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!collection || !owner) return work();
  // Read the revision before the content. If the content is newer than its tag, the client reads the content again. If
  // the content were older than its tag, the client would never read the newer content.
  const revision = revisionOf(await stores.revisions.get(owner), collection);
  const tag = { ETag: `"${formatRevision(revision)}"` };
  if (matchesEtag(revision, request.headers['if-none-match'])) return { status: 304, headers: tag };
  const outcome = await work();
  return { ...outcome, headers: { ...outcome.headers, ...tag } };
}

function succeed(row: Endpoint, reply: unknown, headers: Outcome['headers']): Outcome {
  return { status: row.status, headers, body: row.reply && parseReply(row.reply, reply) };
}

/** Returns the `Link` header that leads to the next page of the same list, or no header if there is no next page. */
function nextPageLink(
  { path }: Endpoint,
  query: object,
  next: string | undefined,
): Outcome['headers'] {
  if (next === undefined) return {};
  const more = new URLSearchParams({ ...query, after: next });
  return { Link: `<${path}?${more.toString()}>; rel="next"` };
}

/**
 * Returns the outcome of a streamed reply once its first chunk is made. If making the first chunk fails, the client
 * gets the status and the sentence of the failure.
 */
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

function bearerOf(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
