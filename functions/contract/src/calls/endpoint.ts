import type * as z from 'zod/mini';
import type { ApiTokenScope } from '../apiToken';
import type { CollectionName } from '../changes';

export type Schema = z.ZodMiniType;

/**
 * One call of the contract, as a row of the table of calls. The server and the client both use the row.
 * - `session`: `required` refuses a request that has neither a session nor an API token (401), and `optional` accepts
 *   such a request. `starts` may set the session's cookies, and `ends` may clear them. `signedOut` is for people
 *   without a session. Such a call ignores the request's session and may start a new session. `none` ignores the
 *   session too, because such a call may come from anywhere.
 * - `token`: the scope that an API token needs to make this call. Without a `token`, no API token may make the call.
 * - `mutates`: the call changes a record. The request may name its mutation, and the reply says what became of the
 *   edit.
 * - `status`: the status of success. 204 has no body, and 302 sends the browser to another page.
 * - `errorBody`: the JSON that a failure may have instead of its sentence.
 * - `confirms`: the person has to confirm their identity with the ID token of a fresh sign-in as Bearer.
 * - `renewsSession`: success may also replace or end the session that the request carries.
 * - `countedBy`: requests are limited for each value of this path parameter. A request with a session or an API token
 *   is limited by that session or token.
 * - `knowsBrowser`: the handler receives the identifier of the session, if the request has a session, and the host in
 *   the browser's address bar.
 * - `failsTo`: for a call that the browser opens as a page, the page to which a failure sends the browser.
 * - `paged`: the reply is one page of a list. If there are more pages, a `Link` header with `rel="next"` has the
 *   address of the next page.
 * - `revalidates`: the handler compares the request's `If-None-Match` and `If-Modified-Since`, and may respond with
 *   304.
 * - `revisionOf`: the reply has the collection's revision as its `ETag`. A matching `If-None-Match` gets 304.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  session: 'required' | 'optional' | 'starts' | 'ends' | 'signedOut' | 'none';
  token?: ApiTokenScope;
  mutates?: true;
  /** Whether success also clears the session's cookies, because the account no longer exists. */
  leavesNoSession?: true;
  status: 200 | 201 | 204 | 302;
  countedBy?: string;
  confirms?: true;
  renewsSession?: true;
  failsTo?: `/${string}`;
  knowsBrowser?: true;
  paged?: true;
  revisionOf?: CollectionName;
  revalidates?: true;
  params?: Schema;
  query?: Schema;
  /** Request headers that this call reads, in lower case. */
  headers?: Schema;
  body?: Schema;
  reply?: Schema;
  errorBody?: Schema;
  /** The type of a file that the call may return instead of `reply`. `Reply` doesn't include the file. */
  file?: 'application/zip' | 'text/calendar';
}

/**
 * Returns whether a call signs in or registers. Such a call asks for App Check, and counts attempts unless an ID token
 * proves the sign-in.
 */
export const isSignIn = ({ session }: Endpoint): boolean =>
  session === 'starts' || session === 'signedOut';

type Part<E, K extends string, As extends 'input' | 'output'> =
  E extends Record<K, infer S extends Schema>
    ? As extends 'input'
      ? z.input<S>
      : z.output<S>
    : never;

type Flat<T> = { [K in keyof T]: T[K] };
type Has<E, K extends string> = E extends Record<K, Schema> ? K : never;
type Call<E, As extends 'input' | 'output'> = Flat<
  (Has<E, 'params'> extends never ? unknown : Part<E, 'params', As>) & {
    [K in Has<E, 'query'>]: Part<E, K, As>;
  } & { [K in Has<E, 'headers'>]: Part<E, K, As> } & { [K in Has<E, 'body'>]: Part<E, K, As> }
>;

/** The query of a call. A caller may leave out the query if none of its fields is required. */
type QueryInput<E> =
  Has<E, 'query'> extends never
    ? unknown
    : Record<never, never> extends Part<E, 'query', 'input'>
      ? { query?: Part<E, 'query', 'input'> }
      : { query: Part<E, 'query', 'input'> };

/**
 * The input that a caller passes: path parameters at the top level, then `query` and `body`, before parsing. Ids are
 * numbers.
 */
export type Input<E> = Flat<
  (Has<E, 'params'> extends never
    ? unknown
    : { [K in keyof Part<E, 'params', 'output'>]: Part<E, 'params', 'output'>[K] }) &
    QueryInput<E> & { [K in Has<E, 'body'>]: Part<E, K, 'input'> }
>;

/** The parsed input that a handler receives: path parameters, `query`, `body` and the `headers` that the call reads. */
export type Parsed<E> = Call<E, 'output'>;

/** The result of a call, or `undefined` if the row has no `reply`. */
export type Reply<E> = E extends Record<'reply', infer S extends Schema> ? z.output<S> : undefined;

/** A row as the table of calls writes it, which may leave out `session` and `status`. */
type Row = Omit<Endpoint, 'session' | 'status'> & Partial<Pick<Endpoint, 'session' | 'status'>>;
type Completed<R> = R & { status: Endpoint['status'] } & (R extends { session: string }
    ? unknown
    : { session: 'required' });

/**
 * Completes a row and keeps its literal types. Unless the row says otherwise, the call requires a session, and the
 * status of success is 200 with a reply and 204 without a reply.
 */
export const endpoint = <const R extends Row>(row: R): Completed<R> =>
  ({ session: 'required', status: row.reply ? 200 : 204, ...row }) as never;
