import type { User } from '@daymark/contract/user';
import { sessionQuery } from '../records/account/sessionQueries';
import { queryClient, SESSION } from '../lib/api/queryClient';
import { rememberedUser } from '../lib/person/rememberedUser';
import { adoptSession } from '../lib/person/sessionHint';
import { withinTime } from '../lib/api/withinTime';
import { recordsRead } from './shell/personSync';

/**
 * Longest time that the first render waits for the records and the font, in ms. After it the screen shows skeletons, which
 * are seldom as high as the records that replace them.
 */
const LONGEST_WAIT_MS = 4000;

/** Resolves once the font is loaded, or can't be. A screen that is drawn before it moves when its text is drawn again. */
const fontRead = () => document.fonts.load("1em 'Figtree Variable'").catch(() => undefined);

/**
 * Starts with the session that this browser remembers, or asks the server for it. Its sync begins at once, before anything
 * is drawn. Resolves once the screen can be drawn with its records, or without them if they take long.
 */
export async function startSession(): Promise<void> {
  const font = fontRead();
  const remembered = rememberedUser.get();
  adoptSession();
  if (remembered) queryClient.setQueryData<User>(SESSION, remembered);
  // An error is shown by the screens' guard.
  else await queryClient.query(sessionQuery).catch(() => undefined);
  await withinTime(Promise.all([recordsRead(location.pathname), font]), LONGEST_WAIT_MS);
}
