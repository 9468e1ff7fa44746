import { expect } from 'vitest';
import { send, type Received, type Sent } from './send';

/** Returns the path of a list's next page, or undefined on the last page. */
export const nextOf = ({ headers }: Received): string | undefined =>
  /^<(.*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];

/** Reads all pages of a list like a client. `between` runs before each page except the first. */
export async function pagesOf(request: Sent, between?: () => Promise<unknown>) {
  const pages: { id: number }[][] = [];
  for (let next: Sent | undefined = request; next;) {
    const reply: Received = await send(next);
    expect(reply.status, reply.text).toBe(200);
    pages.push(reply.json() as { id: number }[]);
    const path = nextOf(reply);
    next = path ? { path, session: request.session } : undefined;
    if (next) await between?.();
  }
  return pages;
}
