import type { User } from '@daymark/contract/user';
import { sessionQuery } from '../records/account/sessionQueries';
import { queryClient, SESSION } from '../lib/api/queryClient';
import { rememberedUser } from '../lib/person/rememberedUser';
import { adoptSession } from '../lib/person/sessionHint';
import { withinTime } from '../lib/api/withinTime';
import { recordsRead } from './shell/personSync';

/** Longest time that the first render waits for the records, in ms. After it the screen shows their skeletons. */
const RECORDS_MS = 1000;

/**
 * Starts with the session that this browser remembers, or asks the server for it. Its sync begins at once, before anything
 * is drawn. Resolves once the screen can be drawn with its records, or without them if they take long.
 */
export async function startSession(): Promise<void> {
  const remembered = rememberedUser.get();
  adoptSession();
  if (remembered) queryClient.setQueryData<User>(SESSION, remembered);
  // An error is shown by the screens' guard.
  else await queryClient.query(sessionQuery).catch(() => undefined);
  await withinTime(recordsRead(location.pathname), RECORDS_MS);
}
