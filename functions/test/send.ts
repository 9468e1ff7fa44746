import { Agent, request } from 'node:http';
import { inject } from 'vitest';

export interface Sent {
  method?: string;
  path: string;
  query?: Record<string, string>;
  /** The value of the `__session` cookie, the only cookie that production forwards. */
  session?: string | undefined;
  headers?: Record<string, string>;
  /** A string or Buffer is sent unchanged, an object as JSON. */
  body?: unknown;
  /** The address of the function to call, if it is not the one that all tests share. */
  to?: string;
}

export interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: Buffer;
  json: () => any; // oxlint-disable-line typescript/no-explicit-any -- a reply under test
  /**
   * The new value of the `__session` cookie. The value is '' if the cookie was cleared, and undefined if it was left
   * alone.
   */
  session: string | undefined;
}

/** Opens a connection for each request. The server may close a kept connection just as the next request is sent. */
const agent = new Agent({ keepAlive: false });

/**
 * Sends one request unchanged. Unlike `fetch`, `send` allows a body with any method and doesn't resolve `..` in a path.
 */
export function send({
  method = 'GET',
  path,
  query,
  session,
  headers = {},
  body,
  to,
}: Sent): Promise<Received> {
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = body === undefined ? undefined : raw ? body : JSON.stringify(body);
  const { hostname, port } = new URL(to ?? inject('api'));
  return new Promise((resolve, reject) => {
    const outgoing = request({
      agent,
      hostname,
      port,
      path: query ? `${path}?${new URLSearchParams(query).toString()}` : path,
      method,
      headers: {
        ...(session !== undefined && { cookie: `__session=${session}` }),
        ...(bytes !== undefined && {
          'content-type': 'application/json',
          ...(!headers['transfer-encoding'] && {
            'content-length': String(Buffer.byteLength(bytes)),
          }),
        }),
        ...headers,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const received = Buffer.concat(chunks);
        const text = received.toString();
        const cookies = incoming.headers['set-cookie'] ?? [];
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          bytes: received,
          json: () => JSON.parse(text),
          session: cookies.flatMap((cookie) => /^__session=([^;]*)/.exec(cookie)?.[1] ?? [])[0],
        });
      });
    });
    outgoing.end(bytes);
  });
}

/**
 * Sends a request up to three times while an overloaded machine responds with 503, like a client. Creates are
 * idempotent, so the result is the same.
 */
export async function sendUntilResponse(request: Sent): Promise<Received> {
  for (let attempt = 1; ; attempt++) {
    const reply = await send(request);
    if (reply.status !== 503 || attempt === 3) return reply;
  }
}
