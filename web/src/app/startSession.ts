import type { User } from '@daymark/contract/user';
import { sessionQuery } from '../records/account/sessionQuery';
import { queryClient, SESSION } from '../lib/api/queryClient';
import { rememberedUser } from '../lib/person/rememberedUser';
import { adoptSession } from '../lib/person/sessionHint';
import { withinTime } from '../lib/api/withinTime';
import { recordsRead } from './shell/personSync';

/**
 * Longest time that the first render waits for the records, in ms. The wait begins while the screens' code is on its
 * way. After that time, the screen shows skeletons, which seldom have the height of the records that replace them.
 */
const RECORDS_MS = 5000;

/** Longest time that the first render waits for the font, in ms. */
const FONT_MS = 1000;

/** Resolves once the font has loaded or failed. A font that loads after the first render moves the screen. */
const loadFont = () => document.fonts.load("1em 'Figtree Variable'").catch(() => undefined);

/**
 * Starts with the session that this browser remembers, or requests it from the server. The session's sync begins before
 * anything is drawn. Resolves once the screen can be drawn with its records, or without them if they take too long.
 */
export async function startSession(): Promise<void> {
  const font = withinTime(loadFont(), FONT_MS);
  const remembered = rememberedUser.get();
  adoptSession();
  if (remembered) queryClient.setQueryData<User>(SESSION, remembered);
  // If the request fails, the guard of the screens shows the error.
  else await queryClient.query(sessionQuery).catch(() => undefined);
  await Promise.all([withinTime(recordsRead(location.pathname), RECORDS_MS), font]);
}
