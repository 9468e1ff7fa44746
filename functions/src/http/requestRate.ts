import type { Ports } from '../ports';
import { Failure } from './failure';

let windowNow = 0;
/** The requests of each session in this window. */
const counts = new Map<string, number>();

/**
 * Counts a request of a session, in this instance only. It limits what one browser, or a thief of its cookie, can cost.
 * @throws Failure 429 with Retry-After.
 */
export function countRequest(session: string, { attemptLimits, now }: Ports): void {
  const [requests, seconds] = attemptLimits.session;
  const window = Math.floor(now().getTime() / 1000 / seconds);
  if (window !== windowNow) counts.clear();
  windowNow = window;
  const count = (counts.get(session) ?? 0) + 1;
  counts.set(session, count);
  if (count <= requests) return;
  const waitSeconds = Math.ceil((window + 1) * seconds - now().getTime() / 1000);
  throw new Failure(429, 'Too many requests. Please try again in a minute.', {
    'Retry-After': String(Math.max(1, waitSeconds)),
  });
}
