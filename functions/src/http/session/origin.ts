import type { IncomingMessage } from 'node:http';
import { Failure } from '../failure';

/**
 * Refuses a change that another website's page requests with this person's cookies.
 *
 * If the browser sends `Sec-Fetch-Site`, only that header counts. The local proxies (Vite, Hosting's emulator) rewrite
 * Host, so comparing hosts would refuse our own pages. Old browsers don't send `Sec-Fetch-Site`. In requests from old
 * browsers, Origin must name the host in the address bar. Requests with neither header don't come from a web page.
 * @throws Failure 403
 */
export function refuseForeignOrigin({ method, headers }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw foreign();
    return;
  }
  const { origin } = headers;
  if (origin === undefined) return;
  // Behind Hosting, Host is the function's own and X-Forwarded-Host is the one in the address bar.
  const forwarded = [headers['x-forwarded-host']].flat()[0]?.split(',')[0]?.trim();
  if (hostOf(origin) !== (forwarded ?? headers.host)?.toLowerCase()) throw foreign();
}

const foreign = () => new Failure(403, 'This request came from another website.');

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
