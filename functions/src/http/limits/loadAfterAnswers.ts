import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isIdle } from './requestsInFlight';

const ANSWERED = 'http.server.response.finish';

/**
 * Loads what a cold start leaves out, once the first answer is out, so that the first request of each other kind need
 * not wait for it. One part in a turn of the event loop, and only while no request is under way: a request that arrives
 * meanwhile waits for one part at most. The others follow after its answer.
 */
export function loadAfterAnswers(parts: readonly (() => Promise<unknown>)[]): void {
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
        unsubscribe(ANSWERED, onAnswer);
        break;
      }
      // The request that needs it says why it cannot be loaded.
      await part().catch(() => undefined);
    }
    isLoading = false;
  }

  function onAnswer(message: unknown): void {
    const { request } = message as { request: IncomingMessage };
    // The other exported functions, and the tools that ask for the list of them, do not need it.
    if (request.url?.startsWith('/api')) void load();
  }

  subscribe(ANSWERED, onAnswer);
}
