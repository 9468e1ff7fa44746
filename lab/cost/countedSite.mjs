// @ts-check
import { createServer, request } from 'node:http';
import { HOST } from '../../tools/stack/ports.mjs';

/**
 * @typedef {object} SiteCount counts of the responses. Bytes include headers
 * @property {number} hostingRequests for files of the app
 * @property {number} hostingBytes
 * @property {number} listenBytes that Firestore sent to listening browsers
 * @property {number} listenRequests
 * @property {number} listenDocuments documents sent to listening browsers, each billed as a read
 */

/** Text that occurs once for each document in Firestore's response to a listener. */
const DOCUMENT = '"documentChange"';

/**
 * Starts a proxy for the site and a proxy for the browsers' requests to Firestore. Counts the responses of Hosting and
 * of Firestore's listeners. Requests for /api go to `functionUrl` and are not counted here.
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

  /** @param {Incoming} reply */
  function countListening(reply) {
    count.listenRequests++;
    count.listenBytes += headBytes(reply);
    let rest = '';
    reply.on('data', (/** @type {Buffer} */ chunk) => {
      count.listenBytes += chunk.length;
      const parts = (rest + chunk.toString('latin1')).split(DOCUMENT);
      count.listenDocuments += parts.length - 1;
      // The text may be split between two chunks.
      rest = (parts.at(-1) ?? '').slice(1 - DOCUMENT.length);
    });
  }

  /** The bytes sent for each path. @type {Map<string, number>} */
  const bytesOfPaths = new Map();

  /** @param {string} path @param {Headers} asked @param {Incoming} reply */
  function countHosting(path, asked, reply) {
    const add = (/** @type {number} */ bytes) => {
      count.hostingBytes += bytes;
      bytesOfPaths.set(path, (bytesOfPaths.get(path) ?? 0) + bytes);
    };
    count.hostingRequests++;
    add(headBytes(reply));
    // Hosting responds with 304 to a browser that has the file. The Hosting emulator sends the file again, so only the
    // headers are counted.
    if (reply.headers.etag !== undefined && asked['if-none-match'] === reply.headers.etag) return;
    reply.on('data', (/** @type {Buffer} */ chunk) => add(chunk.length));
  }

  const listening = await serve((incoming, outgoing) => {
    const { 'accept-encoding': _, ...headers } = incoming.headers;
    const isListen = incoming.url?.includes('/Listen/channel');
    forward(
      incoming,
      outgoing,
      `http://${firestore}`,
      headers,
      isListen ? countListening : undefined,
    );
  });

  const [, firestorePort] = firestore.split(':');
  const site = await serve((incoming, outgoing) => {
    const { url = '/', headers } = incoming;
    if (/^\/api(?:[/?]|$)/.test(url)) {
      forward(incoming, outgoing, functionUrl, asHostingSends(headers));
    } else if (url === '/emulators.json') {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify({ auth, firestore: `${HOST}:${listening.port}` }));
    } else {
      forward(incoming, outgoing, hostingUrl, headers, (reply) => {
        countHosting(url, headers, reply);
        const policy = reply.headers['content-security-policy'];
        if (typeof policy === 'string')
          reply.headers['content-security-policy'] = policy.replaceAll(
            `:${firestorePort}`,
            `:${listening.port}`,
          );
      });
    }
  });

  return {
    url: `http://${HOST}:${site.port}`,
    counted: () => ({ ...count }),
    /** Returns the bytes that Hosting has sent for each path. */
    bytesOfPaths: () => new Map(bytesOfPaths),
    stop: async () => {
      await site.stop();
      await listening.stop();
    },
  };
}

/** @typedef {import('node:http').IncomingMessage} Incoming */
/** @typedef {import('node:http').ServerResponse} Outgoing */
/** @typedef {import('node:http').IncomingHttpHeaders} Headers */

/** @param {(incoming: Incoming, outgoing: Outgoing) => void} respond */
async function serve(respond) {
  const server = createServer(respond);
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
 * Forwards a request, and its reply as it arrives.
 * @param {Incoming} incoming
 * @param {Outgoing} outgoing
 * @param {string} target
 * @param {Headers} headers
 * @param {(reply: Incoming) => void} [onReply] gets the reply before its body is read, and may change its headers
 */
function forward(incoming, outgoing, target, headers, onReply) {
  const { hostname, port } = new URL(target);
  const { method, url: path } = incoming;
  const upstream = request({ hostname, port, method, path, headers }, (reply) => {
    onReply?.(reply);
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    outgoing.flushHeaders();
    reply.pipe(outgoing);
    reply.once('error', () => outgoing.destroy());
  });
  upstream.once('error', () => outgoing.destroy());
  outgoing.once('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/**
 * Returns the headers that Hosting passes to /api, without cookies other than the session's.
 * @param {Headers} headers
 */
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
