import type { User } from '@daymark/contract/user';
import { sessionQuery } from '../records/account/sessionQueries';
import { queryClient, SESSION } from '../lib/api/queryClient';
import { rememberedUser } from '../lib/person/rememberedUser';
import { adoptSession } from '../lib/person/sessionHint';
import { withinTime } from '../lib/api/withinTime';
import { recordsRead } from './shell/personSync';

/**
 * Longest time that the first render waits for the records, in ms. After it the screen shows skeletons, which are seldom as
 * high as the records that replace them.
 */
const RECORDS_MS = 4000;

/** Longest time that it waits for the font, in ms. */
const FONT_MS = 1000;

/** Resolves once the font is loaded or can't be. A font that comes after the first render moves the screen. */
const loadFont = () => document.fonts.load("1em 'Figtree Variable'").catch(() => undefined);

/**
 * Starts with the session that this browser remembers, or asks the server for it. Its sync begins at once, before anything
 * is drawn. Resolves once the screen can be drawn with its records, or without them if they take long.
 */
export async function startSession(): Promise<void> {
  const font = withinTime(loadFont(), FONT_MS);
  const remembered = rememberedUser.get();
  adoptSession();
  if (remembered) queryClient.setQueryData<User>(SESSION, remembered);
  // An error is shown by the screens' guard.
  else await queryClient.query(sessionQuery).catch(() => undefined);
  await Promise.all([withinTime(recordsRead(location.pathname), RECORDS_MS), font]);
}
