import { api, type Api } from '@daymark/contract/api';
import type { Endpoint, Input, Reply } from '@daymark/contract/endpoint';

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

/** What went wrong, for the place where it was typed: the sentence without the status code. */
export const sentenceOf = (error: Error): string =>
  error instanceof CallError ? error.sentence : error.message;

/** What is said when nothing answers. */
export const UNREACHABLE = 'Daymark can’t be reached. Check your connection and try again.';

interface CallOptions {
  /** A Firebase ID token, for the calls that start a session with one. */
  bearer?: string;
  signal?: AbortSignal;
  /** Whose data it is about: refused (401) where somebody else is signed in by now. */
  as?: number;
  /** Sees the answer's status and headers, of a success as well as of a failure. */
  onAnswer?: (response: Response) => void;
  /** An answer already under way for this very call, so that it is not asked for twice. */
  answer?: Promise<Response>;
}

/**
 * Makes one call of the contract: the client's mirror of the server's `serve`. Resolves to the parsed reply
 * (`undefined` for 204) and rejects with a `CallError`.
 */
export async function call<Name extends keyof Api>(
  name: Name,
  ...[input, options = {}]: CallArguments<Api[Name]>
): Promise<Reply<Api[Name]>> {
  const row: Endpoint = api[name];
  const response = await (options.answer ?? send(row, input ?? {}, options)).catch(
    (error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw new CallError(0, UNREACHABLE);
    },
  );
  options.onAnswer?.(response);
  if (!response.ok) {
    throw new CallError(response.status, (await response.text()) || response.statusText);
  }
  if (!row.reply) return undefined as Reply<Api[Name]>;
  return row.reply.parse(await response.json()) as Reply<Api[Name]>;
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
  return fetch(path + query, {
    method: row.method,
    credentials: 'same-origin',
    headers: {
      ...(row.body && { 'Content-Type': 'application/json' }),
      ...(options.as && { 'Daymark-User': String(options.as) }),
      ...(options.bearer && { Authorization: `Bearer ${options.bearer}` }),
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
