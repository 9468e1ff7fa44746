import type { User } from '@daymark/contract/user';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from './call';
import { endedSession } from './endedSession';
import { rememberedUser } from './rememberedUser';
import { adoptSession, dropSignedInHint } from './sessionHint';

/** The key of the signed-in user, `null` when signed out. */
export const SESSION = ['session'] as const;

/** Any call may be the one that learns that the session has ended. */
function endSessionOn401(error: Error): void {
  if (error instanceof CallError && error.status === 401) endSession();
}

/**
 * The server says that nobody is signed in: the guards then show the way in. If another tab has signed somebody in since,
 * the page starts again with that session.
 */
export function endSession(): void {
  if (adoptSession()) {
    location.reload();
    return;
  }
  dropSignedInHint();
  const user = queryClient.getQueryData<User | null>(SESSION);
  if (user) {
    endedSession.set(user);
    queryClient.setQueryData<null>(SESSION, null);
  }
  rememberedUser.set(null);
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
