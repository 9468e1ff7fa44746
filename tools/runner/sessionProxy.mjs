// @ts-check
import { createServer, request } from 'node:http';
import { HOST } from '../stack/ports.mjs';

/*
 * The Hosting emulator passes every cookie to the function; Hosting in production only `__session`.
 * Code that needs another cookie would work here and fail in production, so tests use this proxy.
 */

/**
 * Starts a proxy in front of the Hosting emulator that treats requests to /api as Hosting does:
 * of the cookies only `__session` passes, and X-Forwarded-Host says which host was asked. Bodies
 * stream both ways, unread.
 * @param {string} target
 * @param {number} [port] any free one unless given
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startSessionProxy(target, port = 0) {
  const hosting = new URL(target);

  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = asHostingSends(path ?? '/', incoming.headers);
    const upstream = request(
      { hostname: hosting.hostname, port: hosting.port, method, path, headers },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.statusMessage, reply.headers);
        outgoing.flushHeaders();
        reply.pipe(outgoing);
        reply.once('error', () => outgoing.destroy());
      },
    );
    upstream.once('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502, { 'Content-Type': 'text/plain' });
      outgoing.end('The session proxy could not reach Hosting.');
    });
    // The client of a stream may disconnect before its end.
    outgoing.once('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });

  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve(undefined));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  return {
    url: `http://${HOST}:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} path
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
function asHostingSends(path, headers) {
  if (!/^\/api(?:[/?]|$)/.test(path)) return headers;
  const { cookie, ...rest } = headers;
  const session = cookie?.split(/; */).find((part) => part.startsWith('__session='));
  return {
    ...rest,
    ...(session === undefined ? {} : { cookie: session }),
    ...(headers.host === undefined ? {} : { 'x-forwarded-host': headers.host }),
  };
}
