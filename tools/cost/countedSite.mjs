// @ts-check
import { createServer, request } from 'node:http';
import { HOST } from '../stack/ports.mjs';

/**
 * @typedef {object} SiteCount bytes are those of the answers, with their heads
 * @property {number} hostingRequests for files of the app
 * @property {number} hostingBytes
 * @property {number} listenBytes what Firestore sent to browsers that listen
 * @property {number} listenRequests
 * @property {number} listenDocuments documents in it: each is billed as a read
 */

/** In Firestore's answer to a listener, once for each document. */
const DOCUMENT = '"documentChange"';

/**
 * The site as Hosting serves it, and the part of Firestore that browsers use, both with what they send counted: /api goes to `functionUrl`,
 * everything else to Hosting's emulator.
 * @param {{ hostingUrl: string, functionUrl: string, firestore: string, auth: string }} to
 */
export async function startCountedSite({ hostingUrl, functionUrl, firestore, auth }) {
  /** @type {SiteCount} */
  const count = {
    hostingRequests: 0,
    hostingBytes: 0,
    listenRequests: 0,
    listenBytes: 0,
    listenDocuments: 0,
  };

  const listening = await serve(async (incoming, outgoing) => {
    const { 'accept-encoding': _, ...headers } = incoming.headers;
    let rest = '';
    const reply = await forward(incoming, outgoing, `http://${firestore}`, headers);
    if (!incoming.url?.includes('/Listen/channel')) return;
    count.listenRequests++;
    count.listenBytes += headBytes(reply);
    reply.on('data', (/** @type {Buffer} */ chunk) => {
      count.listenBytes += chunk.length;
      const text = rest + chunk.toString('latin1');
      count.listenDocuments += text.split(DOCUMENT).length - 1;
      const last = text.lastIndexOf(DOCUMENT);
      // The word may be cut in two.
      rest = text.slice(Math.max(last + 1, text.length - DOCUMENT.length + 1));
    });
  });

  const [, firestorePort] = firestore.split(':');
  const site = await serve(async (incoming, outgoing) => {
    const { url = '/', headers } = incoming;
    if (/^\/api(?:[/?]|$)/.test(url)) {
      await forward(incoming, outgoing, functionUrl, asHostingSends(headers));
    } else if (url === '/emulators.json') {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify({ auth, firestore: `${HOST}:${listening.port}` }));
    } else {
      const reply = await forward(incoming, outgoing, hostingUrl, headers, (given) => ({
        ...given,
        ...(given['content-security-policy'] && {
          'content-security-policy': String(given['content-security-policy']).replaceAll(
            `:${firestorePort}`,
            `:${listening.port}`,
          ),
        }),
      }));
      count.hostingRequests++;
      count.hostingBytes += headBytes(reply);
      reply.on('data', (/** @type {Buffer} */ chunk) => (count.hostingBytes += chunk.length));
    }
  });

  return {
    url: `http://${HOST}:${site.port}`,
    counted: () => ({ ...count }),
    stop: async () => {
      await site.stop();
      await listening.stop();
    },
  };
}

/** @typedef {import('node:http').IncomingMessage} Incoming */
/** @typedef {import('node:http').ServerResponse} Outgoing */
/** @typedef {import('node:http').IncomingHttpHeaders} Headers */

/** @param {(incoming: Incoming, outgoing: Outgoing) => Promise<void>} answer */
async function serve(answer) {
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise((/** @type {(up: void) => void} */ resolve) => server.listen(0, HOST, resolve));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    port,
    stop: () =>
      new Promise((/** @type {(end: void) => void} */ resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Forwards a request, and its answer as it arrives.
 * @param {Incoming} incoming
 * @param {Outgoing} outgoing
 * @param {string} target
 * @param {Headers} headers
 * @param {(headers: Headers) => Headers} [withHeaders] changes the answer's
 * @returns {Promise<Incoming>}
 */
function forward(incoming, outgoing, target, headers, withHeaders = (given) => given) {
  const { hostname, port } = new URL(target);
  const { method, url: path } = incoming;
  return new Promise((resolve, reject) => {
    const upstream = request({ hostname, port, method, path, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, withHeaders(reply.headers));
      outgoing.flushHeaders();
      reply.pipe(outgoing);
      reply.once('error', () => outgoing.destroy());
      resolve(reply);
    });
    upstream.once('error', reject);
    outgoing.once('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
}

/** As in sessionProxy.mjs: of the cookies only the session's passes to /api. @param {Headers} headers */
function asHostingSends({ cookie, ...headers }) {
  const session = cookie?.split(/; */).find((part) => part.startsWith('__session='));
  return {
    ...headers,
    ...(session && { cookie: session }),
    'x-forwarded-host': headers.host ?? '',
  };
}

/** @param {Incoming} reply */
const headBytes = ({ rawHeaders }) =>
  'HTTP/1.1 200 OK\r\n\r\n'.length +
  rawHeaders.reduce((sum, text) => sum + text.length + ': '.length, 0);
