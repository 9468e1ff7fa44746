import type { User } from '@daymark/contract/user';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, CallError } from '../../lib/api/call';
import { pause } from '../../lib/api/pause';
import { SESSION } from '../../lib/api/queryClient';
import { dataOwners } from '../../lib/person/dataOwners';
import { mayBeSignedIn, takeEarlyResponse } from '../../lib/person/earlyUser';
import { endedSession } from '../../lib/person/endedSession';
import { rememberedUser } from '../../lib/person/rememberedUser';
import { adoptSession, dropSignedInHint } from '../../lib/person/sessionHint';

/*
 * The session without hooks. The start requests the person's records before React has arrived (main.tsx).
 */

/** The query key for the id of the user whose data the cache holds. The id is kept when a session expires. */
export const OWNER = ['owner'] as const;

/**
 * The query for the signed-in user. The query's data is `null` if nobody is signed in, and a 401 is not an error
 * (product §4).
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION,
  queryFn: ({ client }): Promise<User | null> | null => {
    if (!mayBeSignedIn()) return null;
    adoptSession();
    return requestUser(client, takeEarlyResponse());
  },
});

async function requestUser(
  client: QueryClient,
  response?: Promise<Response>,
): Promise<User | null> {
  try {
    const user = await call('getUser', {}, response && { response });
    client.setQueryData(OWNER, user.id);
    rememberedUser.set(user);
    // Let the page respond first, because the first use of session storage blocks it.
    await pause();
    endedSession.clear();
    return user;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    if (adoptSession()) return requestUser(client);
    const remembered = rememberedUser.get();
    if (remembered) endedSession.set(remembered);
    rememberedUser.set(null);
    dropSignedInHint();
    if (dataOwners.all().size > 0) void import('./browserData').then((data) => data.reduceData());
    return null;
  }
}

/** Stores the server's record of the person who is signed in. */
export function updateSession(queryClient: QueryClient, user: User): void {
  rememberedUser.set(user);
  queryClient.setQueryData<User>(SESSION, user);
}
