import { CallError, OUTDATED_STATUS } from '../lib/api/call';
import { createEditClock } from './editClock';
import type { Platform } from './platform';

/** Time after which a request counts as lost, in ms. Sending a lost request again is harmless. */
const REQUEST_TIMEOUT_MS = 20_000;
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 30_000;

interface ConnectionEvents {
  /** Called when the state of the connection changes. */
  onChanged: () => void;
  /** Called when it is time to retry the calls that failed. */
  onRetry: () => void;
  /** Called when the server responds that this person is not signed in. */
  onSignedOut: () => void;
  /** Called when the server does not work with this version of the app. */
  onOutdated: () => void;
}

export type Connection = ReturnType<typeof createConnection>;

/** Creates one person's connection: whether the server can be reached, when to retry, and the server's time. */
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
    /** Whether the browser went offline or a call got no response, and no call has succeeded or been refused since. */
    isOffline: () => isOffline,
    /** Whether the server does not work with this version of the app. The value stays true until a reload. */
    isOutdated: () => isOutdated,

    /** Returns the options of a call that is made now. */
    options() {
      const sentAtMs = platform.now();
      return {
        as: userId,
        fetch: platform.fetch,
        signal: AbortSignal.any([signal, platform.timeout(REQUEST_TIMEOUT_MS)]),
        onResponse: (response: Response) => clock.learn(sentAtMs, response),
      };
    },

    /** Records that a call succeeded, or was refused for a reason that concerns only this call. */
    succeeded(): void {
      // Retry soon, because other requests may succeed now, too.
      if (failedAttempts > 0) retryIn(RETRY_FIRST_MS);
      failedAttempts = 0;
      set(false);
    },

    /** Records that a call failed, and schedules a retry. */
    failed(error: unknown): void {
      const status = statusOf(error);
      // The 401 may be a late response to a request of an earlier session. If the response is late, the call is
      // retried.
      if (status === 401) onSignedOut();
      if (status === 0) set(true);
      if (status === OUTDATED_STATUS) {
        set(false, true);
        onOutdated();
      }
      // Jitter keeps clients from retrying all at once when a server comes back. A browser that is offline usually
      // reports when it is online again, so the longest wait is enough. An outdated app waits for a reload.
      retryIn(
        platform.isOnline() && status !== OUTDATED_STATUS
          ? Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failedAttempts++) *
              (0.75 + platform.random() / 2)
          : RETRY_MAX_MS,
      );
    },

    /** Cancels the scheduled retry, because it is happening now. */
    retrying: () => cancelRetry(),

    /** Stops all requests. */
    stop(): void {
      abortController.abort();
      cancelRetry();
      stopListening();
    },
  };
}

/** Returns the status of the response, 0 if there was no response, or 500 for an error of our own. */
export function statusOf(error: unknown): number {
  if (error instanceof CallError) return error.status;
  return error instanceof DOMException ? 0 : 500;
}
