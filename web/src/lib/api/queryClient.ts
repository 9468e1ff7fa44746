import type { User } from '@daymark/contract/user';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { call, CallError } from './call';
import { endedSession } from '../person/endedSession';
import { rememberedUser } from '../person/rememberedUser';
import { dropSignedInHint } from '../person/sessionHint';

/** The key of the signed-in user, `null` when signed out. */
export const SESSION = ['session'] as const;

/** Any call may be the one that learns that the session has ended. */
function endSessionOn401(error: Error): void {
  if (error instanceof CallError && error.status === 401) void endSession();
}

/** Calls that are under way and give this browser another session. */
const renewals = new Set<Promise<unknown>>();

/** Makes a call that ends the session and starts another one: the server refuses other calls meanwhile. */
export function renewingSession<T>(work: Promise<T>): Promise<T> {
  renewals.add(work);
  return work.finally(() => renewals.delete(work));
}

let asking: Promise<void> | undefined;

/**
 * A call was refused because nobody is signed in. The answer may be late: this browser may have another session by now. So
 * the server is asked again. If the session has ended, the guards show the way in.
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
    // Another tab has signed somebody else in since.
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
 * Product §7: no automatic retries, data never stale, no refetch on window focus, no polling. `always` because a
 * paused request would look like a saved one: without a network a call fails, and the screen says so.
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
