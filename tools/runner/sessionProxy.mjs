// @ts-check
import { createServer, request } from 'node:http';
import { HOST } from '../stack/ports.mjs';

/*
 * The Hosting emulator passes every cookie to the function. Hosting in production passes only `__session`. Code that
 * needs another cookie would work with the emulator and fail in production, so tests use this proxy.
 */

/** @typedef {{ headers: import('node:http').IncomingHttpHeaders, body: Buffer }} CachedReply */

/**
 * Starts a proxy in front of the Hosting emulator that behaves like Hosting in production. The proxy passes only the
 * `__session` cookie to /api, and sets X-Forwarded-Host to the requested host. The proxy caches immutable files. All
 * other bodies are streamed in both directions.
 * @param {string} target
 * @param {number} [port] by default any free one
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startSessionProxy(target, port = 0) {
  const hosting = new URL(target);

  /** @type {Map<string, CachedReply>} */
  const cache = new Map();

  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const cacheKey = `${method} ${path} ${incoming.headers['accept-encoding']}`;
    const cached = cache.get(cacheKey);
    if (cached) {
      outgoing.writeHead(200, cached.headers).end(cached.body);
      return;
    }
    const headers = asHostingSends(path ?? '/', incoming.headers);
    const upstream = request(
      { hostname: hosting.hostname, port: hosting.port, method, path, headers },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.statusMessage, reply.headers);
        outgoing.flushHeaders();
        reply.pipe(outgoing);
        if (reply.statusCode !== 200 || !reply.headers['cache-control']?.includes('immutable'))
          return;
        const chunks = /** @type {Buffer[]} */ ([]);
        reply.on('data', (chunk) => chunks.push(chunk));
        reply.once('end', () =>
          cache.set(cacheKey, { headers: reply.headers, body: Buffer.concat(chunks) }),
        );
        reply.once('error', () => outgoing.destroy());
      },
    );
    upstream.once('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502, { 'Content-Type': 'text/plain' });
      outgoing.end('The session proxy could not reach Hosting.');
    });
    // A client may disconnect before its stream ends.
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
