import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** The parts of a request that say how to read its body and address, as they were sent. */
interface OriginalRequest {
  url: string;
  type: string | undefined;
  encoding: string | undefined;
  length: string | undefined;
  chunked: boolean;
}

const originals = new WeakMap<IncomingMessage, OriginalRequest>();

/**
 * Makes sure that no other code parses a request to /api before our own app does.
 *
 * Google's Functions Framework and the Functions emulator both put body-parser and a wildcard route in front of the
 * app. Both body-parser and the route respond with an HTML page to malformed JSON, an unknown charset, a broken gzip
 * stream or a bad percent-escape. Up to 32 MB are buffered before the app can object. Neither body-parser nor the route
 * can be configured. But Node announces each request before any listener gets it. At that moment, this function removes
 * the headers that describe the body. Without these headers, body-parser assumes that there is no body and passes the
 * request on unread. `readBody` then applies our limits while the body arrives.
 *
 * Only /api is changed, because other exported functions need the parsed request.
 */
export function keepRequestsUnparsed(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    if (!request.url?.startsWith('/api')) return;
    originals.set(request, readParts(request));
    for (const name of ['content-type', 'content-encoding', 'content-length', 'transfer-encoding'])
      delete request.headers[name];
    if (!isDecodable(request.url)) request.url = '/api';
  });
}

/** Returns the parts of the request as they were sent, also on a plain Node server, where no headers were removed. */
export function originalRequest(request: IncomingMessage): OriginalRequest {
  return originals.get(request) ?? readParts(request);
}

function readParts({ url = '/', headers }: IncomingMessage): OriginalRequest {
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
