import { api, type Api } from '@daymark/contract/calls/api';
import type { Endpoint, Input, Reply } from '@daymark/contract/calls/endpoint';
import { CONTRACT_VERSION } from '@daymark/contract/calls/version';
import * as z from 'zod/mini';
import { pause } from './pause';

/**
 * A call that did not succeed. The message is the status code, a colon and a space, then the server's
 * sentence (product §8); without an answer (`status` 0) it is the sentence alone.
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

/** The error's sentence without the status code, for forms. */
export const sentenceOf = (error: Error): string =>
  error instanceof CallError ? error.sentence : error.message;

/** The status for a page whose version the server no longer works with. */
export const OUTDATED_STATUS = 426;

/** The sentence when an answer can't be read. */
const UNREADABLE = 'This page may be from an older version of Daymark. Please reload it.';

/** The sentence when the server can't be reached. */
export const UNREACHABLE = 'Daymark can’t be reached. Check your connection and try again.';

/** How a call is made. */
export interface CallOptions {
  /** A Firebase ID token, for the calls that start a session with one. */
  bearer?: string;
  /** A token of App Check, for the calls that sign in or register. */
  appCheck?: string | undefined;
  signal?: AbortSignal;
  /** The owner of the data: the server answers 401 if somebody else is signed in by now. */
  as?: number;
  /** Called with every response, also of a failed call. */
  onAnswer?: (response: Response) => void;
  /** A response that was already requested for this call. */
  answer?: Promise<Response>;
  /** The key of the mutation that the call makes: however often it arrives, it is applied once. */
  mutation?: string;
  /** What makes the request; the browser's if it is left out. */
  fetch?: (path: string, init: RequestInit) => Promise<Response>;
}

const underWay = new Set<Promise<Response>>();

/** Resolves once the calls that are under way now have been answered, or have failed. */
export async function callsAnswered(): Promise<void> {
  await Promise.allSettled(underWay);
}

/**
 * Makes one call of the contract: the client's mirror of the server's `serve`. Resolves to the parsed reply
 * (`undefined` for 204) and rejects with a `CallError`: of status 426 also for a reply that doesn't fit the contract.
 */
export async function call<Name extends keyof Api>(
  name: Name,
  ...[input, options = {}]: CallArguments<Api[Name]>
): Promise<Reply<Api[Name]>> {
  const row: Endpoint = api[name];
  const answer = options.answer ?? send(row, input ?? {}, options);
  underWay.add(answer);
  const response = await answer
    .catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw new CallError(0, UNREACHABLE);
    })
    .finally(() => underWay.delete(answer));
  options.onAnswer?.(response);
  if (!response.ok) {
    throw new CallError(response.status, (await response.text()) || response.statusText);
  }
  if (!row.reply) return undefined as Reply<Api[Name]>;
  // A cached app may meet a newer server. What it asked for is done, so it is no refusal.
  const reply = await parseReply(row.reply, await response.json().catch(() => undefined));
  return reply as Reply<Api[Name]>;
}

/** So many records are parsed before the page may do something else: five hundred would hold up a slow phone. */
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
