import { CallError, OUTDATED_STATUS } from '../lib/api/call';
import { createEditClock } from './editClock';
import type { Platform } from './platform';

/** After this a request counts as lost. Sending it again is harmless. */
const REQUEST_TIMEOUT_MS = 20_000;
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 30_000;

interface ConnectionEvents {
  /** The server can be reached again, or cannot. */
  onChanged: () => void;
  /** It is time to try again what failed. */
  onRetry: () => void;
  /** The server says that nobody is signed in. */
  onSignedOut: () => void;
  /** The server no longer works with this version of the app. */
  onOutdated: () => void;
}

export type Connection = ReturnType<typeof createConnection>;

/** One person's connection to the server: whether it can be reached, when to try again, and its clock. */
export function createConnection(
  userId: number,
  platform: Platform,
  { onChanged, onRetry, onSignedOut, onOutdated }: ConnectionEvents,
) {
  const clock = createEditClock(platform);
  const abortController = new AbortController();
  const { signal } = abortController;
  let isOffline = !platform.isOnline();
  let isOutdated = false;
  let failedAttempts = 0;
  let cancelRetry = () => {};

  function retryIn(ms: number) {
    cancelRetry();
    if (!signal.aborted) cancelRetry = platform.after(ms, onRetry);
  }

  function set(offline: boolean, outdated = isOutdated) {
    if (isOffline === offline && isOutdated === outdated) return;
    isOffline = offline;
    isOutdated = outdated;
    onChanged();
  }

  const stopListening = platform.onOnlineChange((isOnline) => {
    if (isOnline) onRetry();
    else set(true);
  });

  return {
    clock,
    /** Aborted by `stop`. */
    signal,
    /** Whether the last attempt to reach the server failed. */
    isOffline: () => isOffline,
    /** Whether the server no longer works with this version of the app: it stays so until the page is loaded again. */
    isOutdated: () => isOutdated,

    /** The options of a call that is made now. */
    options() {
      const sentAtMs = platform.now();
      return {
        as: userId,
        fetch: platform.fetch,
        signal: AbortSignal.any([signal, platform.timeout(REQUEST_TIMEOUT_MS)]),
        onAnswer: (response: Response) => clock.learn(sentAtMs, response),
      };
    },

    /** A call succeeded, or was refused for a reason of its own. */
    succeeded(): void {
      // Retry soon: other requests may succeed now, too.
      if (failedAttempts > 0) retryIn(RETRY_FIRST_MS);
      failedAttempts = 0;
      set(false);
    },

    /** A call failed for a reason that passes: tries again later. */
    failed(error: unknown): void {
      const status = statusOf(error);
      // The answer may be late, of a session that this browser has replaced: then it is tried again.
      if (status === 401) onSignedOut();
      if (status === 0) set(true);
      if (status === OUTDATED_STATUS) {
        set(false, true);
        onOutdated();
      }
      // With jitter, so that clients don't all retry at once when a server comes back. If the browser says it is
      // offline, it says so when that ends; the timer is for browsers that don't. An outdated app waits for a reload.
      retryIn(
        platform.isOnline() && status !== OUTDATED_STATUS
          ? Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failedAttempts++) *
              (0.75 + platform.random() / 2)
          : RETRY_MAX_MS,
      );
    },

    /** Forgets that something is to be tried again, because it is being tried. */
    retrying: () => cancelRetry(),

    /** Stops all requests. */
    stop(): void {
      abortController.abort();
      cancelRetry();
      stopListening();
    },
  };
}

/** The status of the response; 0 without a response, 500 for an error of our own. */
export function statusOf(error: unknown): number {
  if (error instanceof CallError) return error.status;
  return error instanceof DOMException ? 0 : 500;
}
