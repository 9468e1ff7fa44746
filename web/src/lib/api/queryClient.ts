import type { User } from '@daymark/contract/user';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { call, CallError } from './call';
import { createListeners } from '../browser/externalStore';
import { endedSession } from '../person/endedSession';
import { rememberedUser } from '../person/rememberedUser';
import { dropSignedInHint } from '../person/sessionHint';

/** The key of the signed-in user, which is `null` when nobody is signed in. */
export const SESSION = ['session'] as const;

/** Handles a 401, which any call may be the first to get. */
function endSessionOn401(error: Error): void {
  if (error instanceof CallError && error.status === 401) void endSession();
}

const renewed = createListeners();

/** Calls back when this browser may have got a new session for the same person. Returns a function that unsubscribes. */
export const onSessionRenewed = renewed.subscribe;

/** Calls in progress that replace or end this browser's session. */
const renewals = new Set<Promise<unknown>>();

/**
 * Takes a call that replaces or ends the session, and returns the call's result. If another call gets a 401 in the
 * meantime, `endSession` waits until this call is done.
 */
export function renewingSession<T>(work: Promise<T>): Promise<T> {
  renewals.add(work);
  return work.finally(() => {
    renewals.delete(work);
    renewed.notify();
  });
}

let asking: Promise<void> | undefined;

/**
 * Handles a 401. The response may be late, and this browser may have a new session by now, so the server is asked
 * again. If the session has ended, the guards redirect to the sign-in.
 */
export function endSession(): Promise<void> {
  asking ??= askAgain().finally(() => (asking = undefined));
  return asking;
}

async function askAgain(): Promise<void> {
  await Promise.allSettled(renewals);
  const user = queryClient.getQueryData<User | null>(SESSION);
  if (!user) return;
  try {
    const { id } = await call('getUser');
    if (id === user.id)
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
    // Another tab has signed in someone else.
    else location.reload();
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) return;
    dropSignedInHint();
    endedSession.set(user);
    queryClient.setQueryData<null>(SESSION, null);
    rememberedUser.set(null);
  }
}

/**
 * The cache of queries. By default, there are no automatic retries, no refetch on window focus and no polling, and data
 * is never stale (product §7). With `always`, a call without a network fails and the screen says so. A paused call
 * would look like a saved one.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endSessionOn401 }),
  mutationCache: new MutationCache({ onError: endSessionOn401 }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Infinity,
      gcTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
