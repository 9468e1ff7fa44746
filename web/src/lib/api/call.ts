import { api, type Api } from '@daymark/contract/calls/api';
import type { Endpoint, Input, Reply } from '@daymark/contract/calls/endpoint';
import { CONTRACT_VERSION } from '@daymark/contract/calls/version';
import * as z from 'zod/mini';
import { pause } from './pause';

/**
 * A call that did not succeed. The message is the status code, a colon and a space, then the server's sentence (product
 * §8). Without a response (`status` 0), the message is the sentence alone.
 */
export class CallError extends Error {
  override name = 'CallError';
  constructor(
    readonly status: number,
    readonly sentence: string,
  ) {
    super(status ? `${status}: ${sentence}` : sentence);
  }
}

/** Returns the error's sentence without the status code, for forms. */
export const sentenceOf = (error: Error): string =>
  error instanceof CallError ? error.sentence : error.message;

/** The status for a page whose version the server does not work with. */
export const OUTDATED_STATUS = 426;

/** The sentence for a response that can't be read. */
const UNREADABLE = 'This page may be from an older version of Daymark. Please reload it.';

/** The sentence for a server that can't be reached. */
export const UNREACHABLE =
  'Daymark can’t be reached. Check your internet connection and try again.';

/** The options of a call. */
export interface CallOptions {
  /** A Firebase ID token, for the calls that need the proof of a recent sign-in. */
  bearer?: string;
  /** A token of App Check, for the calls that sign in or register. */
  appCheck?: string | undefined;
  signal?: AbortSignal;
  /** The owner of the data. The server responds with 401 if someone else is signed in by now. */
  as?: number;
  /** Called with every response, even of a failed call. */
  onResponse?: (response: Response) => void;
  /** A response that was already requested for this call. */
  response?: Promise<Response>;
  /** The key of the mutation that the call makes. The server applies the mutation once, however often it arrives. */
  mutation?: string;
  /** The function that makes the request, by default the browser's `fetch`. */
  fetch?: (path: string, init: RequestInit) => Promise<Response>;
}

const underWay = new Set<Promise<Response>>();

/** Resolves when all calls in progress have got a response or failed. */
export async function callsFinished(): Promise<void> {
  await Promise.allSettled(underWay);
}

/**
 * Makes one call of the contract. Resolves to the parsed reply (`undefined` for 204). Rejects with a `CallError`, or
 * with the reason of the abort if `signal` is aborted. A reply that doesn't fit the contract is an error with status
 * 426.
 */
export async function call<Name extends keyof Api>(
  name: Name,
  ...[input, options = {}]: CallArguments<Api[Name]>
): Promise<Reply<Api[Name]>> {
  const row: Endpoint = api[name];
  const pending = options.response ?? send(row, input ?? {}, options);
  underWay.add(pending);
  const response = await pending
    .catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw new CallError(0, UNREACHABLE);
    })
    .finally(() => underWay.delete(pending));
  options.onResponse?.(response);
  if (!response.ok) {
    throw new CallError(response.status, (await response.text()) || response.statusText);
  }
  if (!row.reply) return undefined as Reply<Api[Name]>;
  // A cached app may not understand the reply of a newer server. The call has succeeded, so it doesn't count as
  // refused.
  const reply = await parseReply(row.reply, await response.json().catch(() => undefined));
  return reply as Reply<Api[Name]>;
}

/** At most this many records are parsed before the page gets a turn. Parsing more at once would block a slow phone. */
const PARSED_AT_ONCE = 100;

async function parseReply(schema: NonNullable<Endpoint['reply']>, json: unknown): Promise<unknown> {
  if (!(schema instanceof z.ZodMiniArray) || !Array.isArray(json)) return parse(schema, json);
  const parsed: unknown[] = [];
  for (let first = 0; first < json.length; first += PARSED_AT_ONCE) {
    if (first > 0) await pause();
    parsed.push(...(parse(schema, json.slice(first, first + PARSED_AT_ONCE)) as unknown[]));
  }
  return parsed;
}

function parse(schema: NonNullable<Endpoint['reply']>, json: unknown): unknown {
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new CallError(OUTDATED_STATUS, UNREADABLE);
  return parsed.data;
}

type CallArguments<E> =
  Record<never, never> extends Input<E>
    ? [input?: Input<E> | undefined, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions];

function send(row: Endpoint, input: CallInput, options: CallOptions): Promise<Response> {
  const path = row.path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(input[key])),
  );
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined);
  const query = given.length > 0 ? `?${new URLSearchParams(given as string[][])}` : '';
  const { fetch: request = fetch } = options;
  return request(path + query, {
    method: row.method,
    credentials: 'same-origin',
    headers: {
      'Daymark-Contract': String(CONTRACT_VERSION),
      ...(row.body && { 'Content-Type': 'application/json' }),
      ...(options.as && { 'Daymark-User': String(options.as) }),
      ...(options.mutation && { 'Daymark-Mutation': options.mutation }),
      ...(options.bearer && { Authorization: `Bearer ${options.bearer}` }),
      ...(options.appCheck && { 'X-Firebase-AppCheck': options.appCheck }),
    },
    ...(row.body && { body: JSON.stringify(input.body) }),
    ...(options.signal && { signal: options.signal }),
  });
}

interface CallInput {
  [param: string]: unknown;
  query?: Record<string, string | undefined>;
  body?: unknown;
}
