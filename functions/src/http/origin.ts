import type { IncomingMessage } from 'node:http';
import { Failure } from './failure';

/**
 * Refuses a change that another website's page asks for with this person's cookies.
 *
 * A browser's `Sec-Fetch-Site` is trusted alone when present: the local proxies (Vite, Hosting's
 * emulator) rewrite Host, so comparing hosts there would refuse our own pages. Only an old browser
 * sends none; then Origin must name the host the person used. Requests with neither header come from
 * no web page.
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
  // Behind Hosting, Host is the function's own and X-Forwarded-Host what the person used.
  const forwarded = [headers['x-forwarded-host']].flat()[0]?.split(',')[0]?.trim();
  if (hostOf(origin) !== (forwarded ?? headers.host)?.toLowerCase()) throw foreign();
}

const foreign = () => new Failure(403, 'This request came from another website.');

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
