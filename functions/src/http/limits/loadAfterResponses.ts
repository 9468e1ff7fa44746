import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isIdle } from './requestsInFlight';

const RESPONDED = 'http.server.response.finish';

/**
 * Loads the parts that a cold start leaves out, after the first response, so that later requests of other kinds don't
 * wait for them. Loads one part per turn of the event loop, and only while no request is under way. A request that
 * arrives while a part is loading waits for that part only. The other parts follow after the response to that request.
 */
export function loadAfterResponses(parts: readonly (() => Promise<unknown>)[]): void {
  const left = [...parts];
  let isLoading = false;

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    for (;;) {
      // Requests that have arrived in the meantime come first.
      await nextTurn();
      if (!isIdle()) break;
      const part = left.shift();
      if (!part) {
        unsubscribe(RESPONDED, onResponse);
        break;
      }
      // Ignore a failure here. The request that needs the part reports it.
      await part().catch(() => undefined);
    }
    isLoading = false;
  }

  function onResponse(message: unknown): void {
    const { request } = message as { request: IncomingMessage };
    // The other exported functions, and the tools that request the list of functions, do not need these parts.
    if (request.url?.startsWith('/api')) void load();
  }

  subscribe(RESPONDED, onResponse);
}
