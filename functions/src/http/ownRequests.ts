import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** The parts of a request that decide how its body and address are read, as they were sent. */
interface Sent {
  url: string;
  type: string | undefined;
  encoding: string | undefined;
  length: string | undefined;
  chunked: boolean;
}

const originals = new WeakMap<IncomingMessage, Sent>();

/**
 * Keeps requests to /api out of the hands of whatever runs us, until our own app sees them.
 *
 * Google's Functions Framework and the Functions emulator both put body-parser and a wildcard route
 * in front of the app. These answer malformed JSON, an odd charset, a broken gzip stream or a bad
 * percent-escape themselves, with an HTML page, and they buffer 32 MB before anyone may object.
 * Neither can be configured. But Node announces each request before any listener gets it, and with
 * the body's headers hidden body-parser takes the request for one without a body and passes it on
 * unread; `readBody` then applies our limits while it arrives.
 *
 * Only /api is touched: other exported functions get what their runner prepares for them.
 */
export function ownRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    if (!request.url?.startsWith('/api')) return;
    originals.set(request, sent(request));
    for (const name of ['content-type', 'content-encoding', 'content-length', 'transfer-encoding'])
      delete request.headers[name];
    if (!isDecodable(request.url)) request.url = '/api';
  });
}

/** The request as it was sent, also when nobody hid anything (a plain Node server). */
export function asSent(request: IncomingMessage): Sent {
  return originals.get(request) ?? sent(request);
}

function sent({ url = '/', headers }: IncomingMessage): Sent {
  return {
    url,
    type: headers['content-type'],
    encoding: headers['content-encoding'],
    length: headers['content-length'],
    chunked: headers['transfer-encoding'] !== undefined,
  };
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
